package dev.parley.replay.explain;

import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.command.Binding;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the people of a house might do: say it themselves, be recognised, leave, lend, consent, finish what is under way. Nobody
 * is proposed to become older, so that a minor stays one in every explanation.
 */
final class HouseWays implements Ways<Place> {
    private static final String SYSTEM = "system";
    private static final String USER = "user_";
    private static final String COMMAND = "command";

    private final Catalogue commands;

    HouseWays(Catalogue commands) {
        this.commands = commands;
    }

    @Override
    public List<Request> instead(View<Place> view, Request denied) {
        House house = Household.house(view);
        List<Request> all = new ArrayList<>();
        all.add(denied.by(USER + denied.target()));
        all.add(denied.by(SYSTEM));
        all.addAll(answers(house, denied));
        for (Person person : house.people().values()) {
            all.add(denied.by(USER + person.id()));
            if (denied.parameters().has("by")) {
                all.add(parameters(
                        denied, USER + person.id(), denied.parameters().with("by", person.id())));
            }
            if ("mode".equals(denied.machine())) {
                // Who is there concerns all of them, and each says it in their own name.
                all.add(denied.instead(USER + person.id(), person.id(), denied.action(), denied.parameters()));
            }
        }
        all.add(parameters(denied, denied.actor(), without(denied, "by")));
        if (denied.action().equals("person_added")) {
            all.add(parameters(denied, SYSTEM, without(denied, "profile")));
            all.add(denied.instead(SYSTEM, denied.target() + "_2", denied.action(), denied.parameters()));
        }
        return all;
    }

    /** The yes of the person who is asked, to what they are asked. */
    private static List<Request> answers(House house, Request denied) {
        Person person = house.person(denied.target());
        if (person == null || !COMMAND.equals(denied.machine())) {
            return List.of();
        }
        List<Request> all = new ArrayList<>();
        List<CommandState> open = new ArrayList<>(List.of(person.command()));
        person.calls().values().stream().map(CalledCommand::state).forEach(open::add);
        for (CommandState state : open) {
            Order order = state.order();
            if (order != null) {
                all.add(parameters(denied, USER + order.by(), named(order)));
            }
        }
        return all;
    }

    private static Json.Obj named(Order order) {
        Binding binding = order.binding();
        Json.Obj named = Json.Obj.EMPTY.with(COMMAND, order.command());
        named = with(named, "call", binding.call());
        named = with(named, "arguments", binding.arguments());
        return with(named, "question", binding.question());
    }

    private static Json.Obj with(Json.Obj named, String key, @Nullable String value) {
        return value == null ? named : named.with(key, value);
    }

    private static Request parameters(Request denied, String actor, Json.Obj parameters) {
        return denied.instead(actor, denied.target(), denied.action(), parameters);
    }

    private static Json.Obj without(Request denied, String key) {
        Map<String, Json> fields = new LinkedHashMap<>(denied.parameters().fields());
        fields.remove(key);
        return new Json.Obj(fields);
    }

    @Override
    public List<Request> before(View<Place> view, Request denied, int step) {
        House house = Household.house(view);
        Person person = house.person(denied.target());
        Steps steps = new Steps(denied, new ArrayList<>());
        if (person == null) {
            steps.add(SYSTEM, null, "person_added", Json.Obj.EMPTY.with("role", Role.GUEST.name()));
            return steps.all();
        }
        company(house, steps);
        recognition(house, denied, steps);
        steps.all().addAll(ofTheMachine(house, person, denied));
        loans(house, steps);
        consents(denied, steps);
        profiles(steps);
        for (String machine : List.of(COMMAND, "profile", "delegation", "consent")) {
            steps.add(SYSTEM, machine, "done", Json.Obj.EMPTY);
        }
        steps.add(SYSTEM, "age", "date_tick", Json.Obj.EMPTY);
        return steps.all();
    }

    private record Steps(Request denied, List<Request> all) {
        void add(String actor, @Nullable String machine, String action, Json.Obj parameters) {
            on(denied.target(), actor, machine, action, parameters);
        }

        void on(String target, String actor, @Nullable String machine, String action, Json.Obj parameters) {
            all.add(new Request(denied.at(), actor, target, action, parameters, machine));
        }
    }

    private static void company(House house, Steps steps) {
        for (String person : house.modeState().company().detected().keySet()) {
            steps.add(SYSTEM, "mode", "participant_left", Json.Obj.EMPTY.with("person", person));
        }
        if (house.modeState().company().announced() > 0) {
            steps.add(SYSTEM, "mode", "participant_left", Json.Obj.EMPTY);
        }
    }

    /** The person it is about, whoever asks, and whoever could lend what is missing are recognised. */
    private void recognition(House house, Request denied, Steps steps) {
        List<String> whom = new ArrayList<>(List.of(denied.target()));
        String asking = denied.actor().startsWith(USER) ? denied.actor().substring(USER.length()) : "";
        if (!asking.equals(denied.target()) && house.person(asking) != null) {
            whom.add(asking);
        }
        for (Person lender : house.people().values()) {
            boolean lends = lender.role().looksAfterOthers() && isLendable(house, denied);
            if (lends && !lender.isConfirmed() && !whom.contains(lender.id())) {
                whom.add(lender.id());
            }
        }
        for (String person : whom) {
            steps.on(person, SYSTEM, "identity", "explicit_identity_claim", Json.Obj.EMPTY);
            steps.on(person, SYSTEM, "identity", "validation_success", Json.Obj.EMPTY);
            steps.on(person, SYSTEM, "identity", "clarification_success", Json.Obj.EMPTY);
        }
    }

    private static List<Request> ofTheMachine(House house, Person person, Request denied) {
        String machine = denied.machine();
        if (machine == null || machine.equals("age")) {
            return List.of();
        }
        Object state = switch (machine) {
            case "mode" -> house.modeState();
            case COMMAND -> person.command();
            case "delegation" -> person.delegation();
            default -> null;
        };
        return MachineWays.of(machine, state, denied);
    }

    /** Whether the command is one that the person could only run with a loan. */
    private boolean isLendable(House house, Request denied) {
        CommandSpec spec = spec(denied);
        Person person = house.person(denied.target());
        return spec != null && person != null && !commands.isOpenTo(person.role(), spec.group());
    }

    /** Somebody who may lend it lends what the command needs. */
    private void loans(House house, Steps steps) {
        CommandSpec spec = spec(steps.denied());
        if (spec == null && !"delegation".equals(steps.denied().machine())) {
            return;
        }
        CommandGroup lent = spec == null ? CommandGroup.MEDIA : spec.group();
        Json.Obj group = Json.Obj.EMPTY.with("group", lent.toString());
        for (Person lender : house.people().values()) {
            if (lender.role().looksAfterOthers()) {
                steps.add(USER + lender.id(), "delegation", "delegation_intent_detected", group);
                steps.add(USER + lender.id(), "delegation", "owner_confirmation", Json.Obj.EMPTY);
                steps.add(USER + lender.id(), "delegation", "owner_denial", Json.Obj.EMPTY);
            }
        }
    }

    /** Something harmless is changed in the person's own profile. */
    private static void profiles(Steps steps) {
        if ("profile".equals(steps.denied().machine())) {
            Json.Obj update = Json.Obj.EMPTY.with("field", "nickname").with("value", "x");
            String self = USER + steps.denied().target();
            steps.add(self, "profile", "profile_update_requested", update);
            steps.add(self, "profile", "profile_update_requested", update.with("confirmation_required", true));
            steps.add(self, "profile", "owner_confirmation_received", Json.Obj.EMPTY);
        }
    }

    private void consents(Request denied, Steps steps) {
        CommandSpec spec = spec(denied);
        String purpose = spec == null ? null : spec.consentPurpose();
        if (purpose != null) {
            Json.Obj to = Json.Obj.EMPTY.with("purpose", purpose);
            steps.add(SYSTEM, "consent", "consent_request", to);
            steps.add(USER + denied.target(), "consent", "explicit_grant", to);
        }
    }

    private @Nullable CommandSpec spec(Request denied) {
        String command = denied.parameters().text(COMMAND);
        return command == null ? null : commands.command(command);
    }
}
