package dev.parley.sim.check;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.HouseFold;
import dev.parley.kernel.people.household.Household;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts into which the household is cut, each explored to its end. */
public final class Slices {
    static final OffsetDateTime TODAY = OffsetDateTime.parse("2026-03-10T10:00:00Z");
    private static final String ADULT = "1990-06-15";
    private static final String TEEN = "2010-06-15";

    private static final String DEAD = "what is recorded and never read again (how a consent was refused,"
            + " which confirmation came late) does not tell houses apart";
    private static final String ALIKE =
            "states that take nothing but done and lead to the same are one: DENIED and CANCELLED,"
                    + " REJECTED and CANCELLED, REVOKED and EXPIRED";
    private static final int DAYS_TO_BIRTHDAY = 97;
    private static final String SHORT_CATALOGUE =
            "one plain, one high-risk, one lent and one consent-bound command stand for all of their kind";

    private final HouseFold fold;
    private final List<Property> properties;

    private Slices(Set<String> switchedOff) {
        Household household = new Household(commands(), ages());
        this.fold = new HouseFold(household, switchedOff);
        this.properties = Properties.all(household.commands());
    }

    /** One command of each kind: the rules look at nothing else. */
    static Catalogue commands() {
        return new Catalogue(
                List.of(
                        new CommandSpec("turn_on_light", CommandGroup.HOME_AUTOMATION, false, null, List.of()),
                        new CommandSpec("open_garage", CommandGroup.HOME_AUTOMATION, true, null, List.of()),
                        new CommandSpec("disable_alarm", CommandGroup.SECURITY, true, null, List.of()),
                        new CommandSpec("share_photos", CommandGroup.MEDIA, false, "sharing", List.of())),
                Catalogue.standardRoles());
    }

    public static List<Slice> all() {
        return all(Set.of());
    }

    /** The same slices with these rules switched off. */
    public static List<Slice> all(Set<String> switchedOff) {
        Slices slices = new Slices(switchedOff);
        return List.of(
                slices.onePerson(),
                slices.twoPeoplesCommands(ADULT, ADULT, List.of("ben", "cem")),
                slices.twoPeoplesCommands(ADULT, TEEN, List.of()),
                slices.twoPeoplesCommands(TEEN, TEEN, List.of("ben", "cem")),
                slices.overlappingCalls(),
                slices.profile("chris", added("chris", "GUEST", TEEN)),
                slices.profile("eve", ask("system", "eve", null, "person_added", "role", "GUEST")),
                slices.birthday(),
                slices.addressing());
    }

    private Slice slice(
            String name, List<Request> setup, List<Request> alphabet, List<String> twins, String... reductions) {
        return new Slice(name, fold, setup, alphabet, List.of(), twins, properties, List.of(reductions));
    }

    /** All machines of one person that have to do with each other, and beside them those that have not. */
    private Slice onePerson() {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added("ben", "OPERATOR", ADULT));
        List<Request> all = new ArrayList<>(identity("ben"));
        for (String event :
                List.of("speaking_turn", "silence_timeout", "validation_failure", "explicit_identity_claim")) {
            all.add(ask("system", "ben", "identity", event));
        }
        all.add(ask("system", "ben", "identity", "face_signal", "person", "ana", "confidence", "0.7"));
        all.addAll(age("ben"));
        all.addAll(mode("ben"));
        all.add(ask("user_ben", "ben", "mode", "explicit_statement", "statement", "someone arrived"));
        all.add(ask("user_ben", "ben", "mode", "explicit_statement", "statement", "we are alone"));
        for (String command : List.of("turn_on_light", "disable_alarm", "share_photos", "open_the_sky")) {
            all.add(ask("user_ben", "ben", "command", "command_detected", "command", command));
        }
        all.addAll(command("ben", "disable_alarm"));
        all.addAll(loan("ben"));
        all.addAll(consent("ben"));
        all.addAll(profile("ben"));
        return new Slice(
                "one person: identity x age x mode x command x profile x delegation x consent",
                fold,
                setup,
                all,
                outsiders("ben"),
                List.of(),
                properties,
                List.of(
                        DEAD,
                        ALIKE,
                        SHORT_CATALOGUE,
                        "CHILD is left out: no rule tells it from TEEN",
                        "addressing, dates and greetings read or are read by nothing that decides here: they are explored by"
                                + " themselves, and that they stand apart is tried in every sixteenth house with every request",
                        "at most one stranger at a time: the mode only asks whether there are any"));
    }

    /** What the machines that stand apart may do meanwhile: address, tick on a birthday, greet. */
    private static List<Request> outsiders(String person) {
        return List.of(
                ask("user_" + person, person, "addressing", "explicit_preference", "name", "N"),
                ask("system", person, "addressing", "ask"),
                later(ask("system", person, "age", "date_tick"), DAYS_TO_BIRTHDAY));
    }

    private static List<Request> age(String person) {
        List<Request> all = new ArrayList<>();
        all.add(ask("system", person, "age", "confidence_drop"));
        for (String birthdate : List.of(ADULT, TEEN)) {
            all.add(ask("system", person, "age", "birthdate_known", "birthdate", birthdate));
            all.add(ask("system", person, "age", "birthdate_updated", "birthdate", birthdate, "approved", "true"));
        }
        return all;
    }

    private static List<Request> profile(String person) {
        List<Request> all = new ArrayList<>();
        all.add(birthdate("user_" + person, person, TEEN));
        all.add(birthdate("user_" + person, person, ADULT));
        all.add(birthdate("user_ana", person, ADULT));
        for (String by : List.of(person, "ana")) {
            all.add(ask("user_" + by, person, "profile", "owner_confirmation_received"));
        }
        all.add(ask(
                "user_" + person, person, "profile", "profile_update_requested", "field", "nickname", "value", "N"));
        for (String event : List.of("owner_confirmation_denied", "timeout", "context_changed", "applied", "done")) {
            all.add(ask("system", person, "profile", event));
        }
        return all;
    }

    private Slice twoPeoplesCommands(String ben, String cem, List<String> twins) {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added("ben", "OPERATOR", ben));
        setup.add(added("cem", "OPERATOR", cem));
        List<Request> all = new ArrayList<>();
        for (String person : List.of("ben", "cem")) {
            all.addAll(identity(person));
            all.add(ask("user_" + person, person, "command", "command_detected", "command", "disable_alarm"));
            all.addAll(command(person, "disable_alarm"));
            all.addAll(loan(person));
        }
        all.addAll(mode("ben"));
        String kind = (ben.equals(ADULT) ? "adult" : "minor") + " and " + (cem.equals(ADULT) ? "adult" : "minor");
        return slice(
                "two people, " + kind + ": identity x mode x delegation x command",
                setup,
                all,
                twins,
                DEAD,
                ALIKE,
                SHORT_CATALOGUE,
                "speaking and silence are left out: no rule tells CONFIRMED_ACTIVE from CONFIRMED",
                twins.isEmpty() ? "no symmetry: the two differ in age" : "two people who change places are one house");
    }

    /** B17: two calls of one command under way at once, company that comes and goes, questions that lapse. */
    private Slice overlappingCalls() {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added("ben", "OPERATOR", ADULT));
        List<Request> all = new ArrayList<>(identity("ben"));
        all.addAll(mode("ben"));
        all.add(ask("system", "ben", "mode", "participant_detected", "person", "cem", "known", "true"));
        all.add(ask("system", "ben", "mode", "participant_left", "person", "cem"));
        for (String call : List.of("c1", "c2")) {
            all.add(called("user_ben", "command_detected", call, call, "open_garage"));
            all.add(called("user_ben", "confirmation_received", call, call, "open_garage"));
            all.add(called("user_ben", "confirmation_received", call, "other", "open_garage"));
            all.add(called("system", "execution_started", call, call, "open_garage"));
            for (String event : List.of("confirmation_timeout", "execution_success", "context_changed", "done")) {
                all.add(ask("system", "ben", "command", event, "call", call));
            }
        }
        all.add(called("user_ben", "command_detected", "c2", "c2", "turn_on_light"));
        all.add(ask("user_ben", "ben", "command", "confirmation_received", "command", "open_garage"));
        return slice(
                "one person, two overlapping calls: identity x mode x calls",
                setup,
                all,
                List.of(),
                DEAD,
                ALIKE,
                SHORT_CATALOGUE,
                "a third call meets the same rules as the second: a call reads nothing of another");
    }

    /** What bears on one call, with the arguments and the question that it says to be about. */
    private static Request called(String actor, String action, String call, String shown, String command) {
        return ask(
                actor,
                "ben",
                "command",
                action,
                "call",
                call,
                "arguments",
                "arguments of " + shown,
                "question",
                "question of " + shown,
                "command",
                command);
    }

    private Slice profile(String person, Request added) {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added);
        List<Request> all = new ArrayList<>(identity(person));
        all.addAll(profile(person));
        all.add(ask("system", person, "age", "confidence_drop"));
        return slice("one person, " + person + ": identity x age x profile", setup, all, List.of(), DEAD, ALIKE);
    }

    private static Request birthdate(String actor, String person, String value) {
        return ask(actor, person, "profile", "profile_update_requested", "field", "birthdate", "value", value);
    }

    private Slice birthday() {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added("chris", "GUEST", "2012-03-10"));
        List<Request> all = new ArrayList<>(identity("chris"));
        all.addAll(mode("chris"));
        all.add(ask("system", "chris", "age", "date_tick"));
        all.add(ask("system", "chris", "age", "date_tick", "trusted", "false"));
        all.add(ask("system", "chris", "age", "confidence_drop"));
        all.add(later(ask("system", "chris", "age", "date_tick"), 365));
        return slice("one person: identity x age x mode x date x greeting", setup, all, List.of(), DEAD);
    }

    private Slice addressing() {
        List<Request> setup = new ArrayList<>(house());
        List<Request> all = List.of(
                ask("user_ana", "ana", "addressing", "explicit_preference", "name", "Annie"),
                ask("system", "ana", "addressing", "inferred_signal", "confidence", "0.9"),
                ask("system", "ana", "addressing", "conflicting_signal"),
                ask("system", "ana", "addressing", "ask"));
        return slice("one person: addressing", setup, all, List.of(), DEAD);
    }

    static AgeTable ages() {
        return AgeTable.DEFAULT;
    }

    /** Three people of different age and role. */
    static List<Request> everyone() {
        List<Request> setup = new ArrayList<>(house());
        setup.add(added("ben", "OPERATOR", ADULT));
        setup.add(added("chris", "GUEST", "2012-03-10"));
        return setup;
    }

    /** Whatever may happen to any of them. */
    static List<Request> everything() {
        List<Request> all = new ArrayList<>();
        for (String person : List.of("ana", "ben", "chris")) {
            all.addAll(identity(person));
            all.addAll(mode(person));
            all.addAll(loan(person));
            all.addAll(consent(person));
            all.addAll(command(person, "disable_alarm"));
            for (CommandSpec command : commands().commands()) {
                all.add(ask("user_" + person, person, "command", "command_detected", "command", command.name()));
            }
            all.add(ask("system", person, "identity", "speaking_turn"));
            all.add(ask("system", person, "identity", "voice_signal", "person", "ben", "confidence", "0.8"));
            all.add(ask("system", person, "age", "date_tick"));
            all.add(ask("system", person, "age", "confidence_drop"));
            all.add(birthdate("user_" + person, person, TEEN));
            all.add(ask("user_ana", person, "profile", "owner_confirmation_received"));
            all.add(ask("system", person, "profile", "applied"));
            all.add(ask("system", person, "profile", "done"));
            all.add(ask("user_" + person, person, "mode", "explicit_statement", "statement", "someone arrived"));
            all.add(ask("user_" + person, person, "mode", "explicit_statement", "statement", "we are alone"));
        }
        return all;
    }

    /** The owner, present and confirmed: she lends, vouches and confirms. */
    private static List<Request> house() {
        return List.of(
                added("ana", "OWNER", ADULT),
                ask("system", "ana", "identity", "explicit_identity_claim", "person", "ana"),
                ask("system", "ana", "identity", "validation_success"));
    }

    private static List<Request> identity(String person) {
        return List.of(
                ask("system", person, "identity", "voice_signal", "confidence", "0.7"),
                ask("system", person, "identity", "validation_success"),
                ask("system", person, "identity", "strong_conflict"),
                ask("system", person, "identity", "clarification_success"),
                ask("system", person, "identity", "timeout"),
                ask("system", person, "identity", "end_conversation"));
    }

    private static List<Request> mode(String person) {
        return List.of(
                ask("system", person, "mode", "participant_detected", "person", "x1", "known", "false"),
                ask("system", person, "mode", "participant_detected", "person", "x1", "known", "true"),
                ask("system", person, "mode", "identity_confirmed", "person", "x1"),
                ask("system", person, "mode", "identity_unknown", "person", "x1"),
                ask("system", person, "mode", "participant_left", "person", "x1"));
    }

    private static List<Request> command(String person, String command) {
        return List.of(
                ask("user_" + person, person, "command", "confirmation_received", "command", command),
                ask("user_" + person, person, "command", "confirmation_received", "command", "open_garage"),
                ask("user_ana", person, "command", "confirmation_received", "command", command),
                ask("system", person, "command", "confirmation_timeout"),
                ask("user_" + person, person, "command", "context_changed", "reason", "declined"),
                ask("system", person, "command", "execution_success"),
                ask("system", person, "command", "execution_failure"),
                ask("system", person, "command", "done"));
    }

    private static List<Request> loan(String person) {
        return List.of(
                ask("user_ana", person, "delegation", "delegation_intent_detected", "group", "security"),
                ask("user_ana", person, "delegation", "owner_confirmation"),
                ask("user_ana", person, "delegation", "owner_denial"),
                ask("user_ana", person, "delegation", "revoke_command"),
                ask("system", person, "delegation", "timeout"),
                ask("system", person, "delegation", "conversation_end"),
                ask("system", person, "delegation", "done"));
    }

    private static List<Request> consent(String person) {
        return List.of(
                ask("system", person, "consent", "consent_request", "purpose", "sharing"),
                ask("user_" + person, person, "consent", "explicit_grant"),
                ask("user_" + person, person, "consent", "explicit_denial"),
                ask("user_" + person, person, "consent", "revoke"),
                ask("system", person, "consent", "timeout"),
                ask("system", person, "consent", "conversation_end"),
                ask("system", person, "consent", "done"));
    }

    private static Request added(String person, String role, String birthdate) {
        return ask("system", person, null, "person_added", "role", role, "birthdate", birthdate);
    }

    private static Request later(Request request, int days) {
        return new Request(
                request.at().plusDays(days),
                request.actor(),
                request.target(),
                request.action(),
                request.parameters(),
                request.machine());
    }

    static Request ask(String actor, String target, @Nullable String machine, String action, String... parameters) {
        Json.Obj given = Json.Obj.EMPTY;
        for (int i = 0; i < parameters.length; i += 2) {
            given = given.with(parameters[i], value(parameters[i], parameters[i + 1]));
        }
        return new Request(TODAY, actor, target, action, given, machine);
    }

    private static Json value(String key, String text) {
        return switch (key) {
            case "confidence" -> new Json.Num(new BigDecimal(text));
            case "known", "trusted", "approved" -> Json.of(Boolean.parseBoolean(text));
            default -> Json.of(text);
        };
    }
}
