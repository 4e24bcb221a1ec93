package dev.parley.app.talk;

import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Supplier;

/** The household as one conversation asks it: who is here, and may they have this done? */
final class HouseDesk {
    private final Household household = new Household();
    private final Registrar<Place, HouseEvent> registrar;
    private final Supplier<OffsetDateTime> now;

    /** The people of the house unless a configuration says otherwise. */
    private enum Resident {
        ANA("ana", "OWNER", "1980-05-01"),
        BEN("ben", "OPERATOR", "1985-09-12"),
        CHRIS("chris", "GUEST", "2011-02-03"),
        DORA("dora", "GUEST", "2018-06-21");

        private final String id;
        private final String role;
        private final String birthdate;

        Resident(String id, String role, String birthdate) {
            this.id = id;
            this.role = role;
            this.birthdate = birthdate;
        }
    }

    /** What the house says to a command. */
    sealed interface Answer {
        /** It may run, once. */
        record Released() implements Answer {}

        /** It may run after a yes of the same person. */
        record AwaitsYes() implements Answer {}

        /** It may not run. */
        record Denied(String reason) implements Answer {}
    }

    HouseDesk(AttestationSink sink, Supplier<OffsetDateTime> now) {
        this.registrar = new Registrar<>(household, sink);
        this.now = now;
    }

    static List<String> residents() {
        return List.of(Resident.values()).stream().map(resident -> resident.id).toList();
    }

    /** The people of the house move in; who talks is confirmed if they said who they are. */
    synchronized void settleIn(String speaker, boolean confirmed) {
        for (Resident resident : Resident.values()) {
            Json.Obj who = Json.Obj.EMPTY
                    .with("person", resident.id)
                    .with("role", resident.role)
                    .with("birthdate", resident.birthdate);
            ask("system", "", resident.id, "person_added", who);
        }
        if (!residents().contains(speaker)) {
            ask("system", "", speaker, "person_added", Json.Obj.EMPTY.with("person", speaker).with("role", "GUEST"));
        }
        if (confirmed) {
            Json.Obj seen = Json.Obj.EMPTY.with("person", speaker).with("confidence", Json.of(1));
            ask("system", "identity", speaker, "satellite_identity", seen);
            ask("system", "identity", speaker, "validation_success", Json.Obj.EMPTY.with("person", speaker));
            ask("system", "identity", speaker, "speaking_turn", Json.Obj.EMPTY.with("person", speaker));
        }
    }

    synchronized boolean knows(String command) {
        return household.commands().command(command) != null;
    }

    /** May this person have this command run? A yes given before counts for exactly that command. */
    synchronized Answer command(String person, String command) {
        String state = stateOf(person);
        if (state.equals("EXECUTED")) {
            return new Answer.Released();
        }
        if (!state.equals("PENDING_CONFIRMATION")) {
            Json.Obj wanted = Json.Obj.EMPTY.with("command", command).with("by", person);
            Verdict<Place> verdict = ask(user(person), "command", person, "command_detected", wanted);
            state = commandState(last(verdict), person);
            if (state.equals("DENIED") || !verdict.isAllowed()) {
                ask("system", "command", person, "done", Json.Obj.EMPTY);
                return new Answer.Denied(reason(verdict));
            }
        }
        return state.equals("EXECUTED") ? new Answer.Released() : new Answer.AwaitsYes();
    }

    /** Whether this person has been asked for a yes. */
    synchronized boolean awaitsYes(String person) {
        return stateOf(person).equals("PENDING_CONFIRMATION");
    }

    /** The person's own yes or no to the command that waits for it. */
    synchronized void answered(String person, String command, boolean yes) {
        Json.Obj named = Json.Obj.EMPTY.with("command", command).with("by", person);
        if (yes) {
            ask(user(person), "command", person, "confirmation_received", named);
        } else {
            ask(user(person), "command", person, "context_changed", named.with("reason", "declined"));
            ask("system", "command", person, "done", Json.Obj.EMPTY);
        }
    }

    /** The command ran, and this came of it. */
    synchronized void executed(String person, String command, boolean success) {
        Json.Obj named = Json.Obj.EMPTY.with("command", command).with("by", person);
        ask("system", "command", person, success ? "execution_success" : "execution_failure", named);
        ask("system", "command", person, "done", Json.Obj.EMPTY);
    }

    private static String user(String person) {
        return "user_" + person;
    }

    private Verdict<Place> ask(String actor, String machine, String target, String action, Json.Obj parameters) {
        return registrar.request(
                new Request(now.get(), actor, target, action, parameters, machine.isEmpty() ? null : machine));
    }

    private static Verdict<Place> last(Verdict<Place> verdict) {
        return verdict.followed().isEmpty() ? verdict : verdict.followed().getLast();
    }

    private String stateOf(String person) {
        return Household.house(registrar.view()).people().containsKey(person)
                ? commandState(Household.house(registrar.view()).printed(), person)
                : "";
    }

    private String commandState(Verdict<Place> verdict, String person) {
        return commandState(registrar.printed(verdict), person);
    }

    private static String commandState(Json house, String person) {
        if (house instanceof Json.Obj fields
                && fields.get("people") instanceof Json.Obj people
                && people.get(person) instanceof Json.Obj one) {
            String state = one.text("command");
            return state == null ? "" : state;
        }
        return "";
    }

    private static String reason(Verdict<Place> verdict) {
        List<Violation> broken = verdict.violations().isEmpty() ? last(verdict).violations() : verdict.violations();
        return broken.isEmpty() ? "the house does not allow it" : broken.getFirst().reason();
    }
}
