package dev.parley.replay.effect;

import dev.parley.kernel.Registered;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The people: who may say yes to a call, and whether the house released a call that is one of its commands. */
final class PeopleFacts implements Facts {
    private static final String ROOM = "verdict.household";
    private static final List<String> BOUND = List.of("command", "by", "arguments", "question");

    private final Course course;
    private final Map<String, Json> profiles = new HashMap<>();
    private final Map<String, ToolCall> proposed = new HashMap<>();
    private final Map<String, Long> commands = new HashMap<>();
    private final Map<String, Json.Obj> bindings = new HashMap<>();
    private Catalogue catalogue = Catalogue.standard();
    private @Nullable House house;
    private boolean lost;

    PeopleFacts(Course course) {
        this.course = course;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case Effects.ROOM_OPENED -> opened(moment);
            case ROOM -> decided(moment);
            case "verdict.tool" -> called(moment);
            case "user.words" -> spoke(moment);
            default -> unchanged(moment);
        };
    }

    @Override
    public void remember(Moment past) {
        if (past.kind().equals(Effects.ROOM_OPENED)) {
            opened(past);
        }
        unchanged(past);
    }

    @Override
    public void stood(Registered state) {
        if (state instanceof Place place && place.isWhole()) {
            house = place.house();
            house.people().keySet().forEach(course::names);
        }
    }

    /** The house as it is now, null before anybody lives in it. */
    @Nullable
    House house() {
        return house;
    }

    /** A runtime that only ends what was left open does not ask the house any more. */
    @Override
    public void takenOver() {
        lost = true;
    }

    private @Nullable Fault opened(Moment moment) {
        if (moment.text("room").equals("household")) {
            catalogue = Household.opened(moment.payload()).commands();
        }
        return null;
    }

    private @Nullable Fault called(Moment moment) {
        if (moment.allows("verdict.tool")
                && moment.verdict() != null
                && moment.verdict().state() instanceof ToolCase.Call call
                && call.state() instanceof ToolState.Proposed(ToolCall made)) {
            proposed.put(call.id(), made);
        }
        return null;
    }

    private @Nullable Fault decided(Moment moment) {
        if (moment.verdict() != null && moment.verdict().state() instanceof Place place) {
            house = place.house();
        }
        Fault foreign = foreign(moment);
        if (foreign != null) {
            return foreign;
        }
        if (moment.action().equals("command_detected")) {
            return detected(moment);
        }
        Fault unbound = unbound(moment);
        if (unbound != null) {
            return unbound;
        }
        boolean starts =
                moment.action().equals("execution_started") || moment.action().equals("confirmation_received");
        return starts && moment.allows(ROOM) && course.isHalted()
                ? new Fault("no command while the conversation is halted", moment.brief())
                : null;
    }

    /** The runtime asks in its own name, or in that of the person who spoke, whom it names unless the profile is their own. */
    private static @Nullable Fault foreign(Moment moment) {
        String actor = moment.actor();
        Json.Obj parameters = moment.parameters();
        boolean executes = moment.action().equals("done")
                || moment.action().equals("end_conversation")
                || moment.action().startsWith("execution_");
        boolean isOwn = moment.text("machine").equals("profile") && parameters.get("by") == null;
        String named = isOwn ? moment.target() : Moment.text(parameters, "by");
        String spoken = named.isEmpty() ? "user" : "user_" + named;
        boolean bySystem = !isTheirs(moment) && actor.equals("system");
        if (bySystem || (!executes && !isNoticed(moment) && actor.equals(spoken))) {
            return null;
        }
        return new Fault(executes ? "a request by system" : "a request by system or " + spoken, "by " + actor);
    }

    /** What only a person says: nobody says it for them, except that somebody arrived. */
    private static boolean isTheirs(Moment moment) {
        String machine = moment.text("machine");
        boolean declines = Moment.text(moment.parameters(), "reason").equals("declined");
        boolean warns = Moment.text(moment.parameters(), "statement").equals("someone arrived");
        boolean says = machine.equals("mode") || machine.equals("consent");
        return declines || (says && Provenance.isSaid(machine, moment.action()) && !warns);
    }

    /** What only the runtime notices; for a consent a person may ask too. */
    private static boolean isNoticed(Moment moment) {
        String machine = moment.text("machine");
        boolean asks = moment.action().equals("consent_request");
        return (machine.equals("mode") || machine.equals("consent"))
                && !asks
                && !Provenance.isSaid(machine, moment.action());
    }

    /** A command is the call of somebody's turn, in that person's name. */
    private @Nullable Fault detected(Moment moment) {
        Json.Obj parameters = moment.parameters();
        String id = Moment.text(parameters, "call");
        ToolCall made = proposed.get(id);
        if (made == null) {
            return id.isEmpty() ? null : new Fault("a call " + id + " that was proposed", moment.brief());
        }
        CommandSpec command = catalogue.commandOf(made.tool());
        String name = command == null ? made.tool() : command.name();
        if (!Moment.text(parameters, "command").equals(name)
                || !Moment.text(parameters, "arguments").equals(made.argumentsSha256())) {
            return new Fault(
                    "command " + name + " with arguments " + made.argumentsSha256(),
                    Moment.text(parameters, "command") + " with " + Moment.text(parameters, "arguments"));
        }
        String asker = course.asker();
        String actor = asker.isEmpty() ? "user" : "user_" + asker;
        if (course.hasAsker()
                && !(moment.actor().equals(actor) && moment.target().equals(asker))) {
            return new Fault("a command by " + actor, "by " + moment.actor() + " of " + moment.target());
        }
        if (moment.allows(ROOM)) {
            bindings.put(id, parameters);
            commands.put(id, moment.turn());
        }
        return null;
    }

    /** Whatever is asked for about a call names the call as it was detected (ruling B17). */
    private @Nullable Fault unbound(Moment moment) {
        Json.Obj found = moment.parameters();
        Json.Obj bound = bindings.get(Moment.text(found, "call"));
        if (bound == null || !moment.allows(ROOM)) {
            return null;
        }
        for (String key : BOUND) {
            Json given = found.get(key);
            if (given != null && !given.equals(bound.get(key))) {
                return new Fault(key + " " + bound.get(key), key + " " + given);
            }
        }
        return null;
    }

    private @Nullable CommandState command(String call) {
        if (house == null) {
            return null;
        }
        for (Person person : house.people().values()) {
            CalledCommand called = person.calls().get(call);
            if (called != null) {
                return called.state();
            }
        }
        return null;
    }

    /** Whether this call may be permitted or asked about: a command of the house only if the house took it (B18). */
    @Nullable
    Fault mayBeConsidered(ToolState state, Moment moment) {
        ToolCall made = state.made();
        CommandSpec known = made == null ? null : catalogue.commandOf(made.tool());
        if (course.isHalted()) {
            return new Fault("no permit while the conversation is halted", moment.brief());
        }
        if (made == null || known == null) {
            return null;
        }
        CommandState command = command(made.callId());
        boolean permit = moment.action().equals("permit");
        boolean fits = permit
                ? command instanceof CommandState.Executed released && !released.started()
                : command instanceof CommandState.PendingConfirmation || command instanceof CommandState.Executed;
        if (fits && command instanceof CommandState.PendingConfirmation) {
            return otherWords(made.callId(), moment);
        }
        return fits
                ? null
                : new Fault(
                        "command " + known.name() + " of call " + made.callId()
                                + (permit ? " released by the house" : " taken by the house"),
                        moment.action() + " of " + made.callId());
    }

    /** A person is asked in the words that the house bound their command to. */
    private @Nullable Fault otherWords(String call, Moment moment) {
        Json.Obj bound = bindings.getOrDefault(call, Json.Obj.EMPTY);
        String words = Moment.text(moment.parameters(), "words");
        return words.isEmpty() || words.equals(Moment.text(bound, "question"))
                ? null
                : new Fault("question " + Moment.text(bound, "question"), "question " + words);
    }

    /** Whether this answer may count: the standing is the house's, and a command needs its own confirmation first. */
    @Nullable
    Fault mayAnswer(ToolCase.Call call, Moment moment, boolean yes) {
        Fault other = standing(moment);
        if (other != null) {
            return other;
        }
        CommandState command = command(call.id());
        if (yes && commands.containsKey(call.id()) && !(command instanceof CommandState.Executed)) {
            return new Fault("confirmation_received for call " + call.id(), moment.brief());
        }
        return null;
    }

    /** Whoever answers has the standing that the house gives them, never one of their own. */
    @Nullable
    Fault standing(Moment moment) {
        String given = Moment.text(moment.parameters(), "standing");
        ToolCall made = proposed.get(moment.target());
        String shown = Moment.text(moment.parameters(), "arguments_sha256");
        ToolCall known = isLetGo(moment) ? null : made;
        String asked = known == null ? "" : known.argumentsSha256();
        if (made != null && !shown.equals(asked)) {
            return new Fault("an answer to arguments " + asked, "to " + shown);
        }
        if (given.equals("operator")) {
            return null;
        }
        String tool = known == null ? "" : known.tool();
        String standing = AnswerFacts.isApprover(moment)
                ? catalogue.commandOf(tool) == null ? "approver" : "other_role"
                : standing(moment.actor(), tool);
        return standing.equals(given) ? null : new Fault(moment.actor() + " as " + standing, "as " + given);
    }

    /** Whether the room has let go of the call, so that nobody knows its arguments any more. */
    private static boolean isLetGo(Moment moment) {
        return moment.verdict() != null
                && (!(moment.verdict().state() instanceof ToolCase.Call call)
                        || call.state() instanceof ToolState.Absent);
    }

    /** Whoever is here when a call is considered or answered is who the house knows to be here; nobody where nobody lives (B17). */
    @Nullable
    Fault otherCompany(Moment moment) {
        String present = house == null || house.people().isEmpty()
                ? ""
                : house.modeState().company().printed();
        String said = Moment.text(moment.parameters(), "mode");
        return said.equals(present) ? null : new Fault("the company '" + present + "'", "'" + said + "'");
    }

    private String standing(String person, String tool) {
        Person known = house == null ? null : house.person(person);
        if (known == null || !known.isConfirmed()) {
            return "unconfirmed";
        }
        if (!known.isConfirmedAdult()) {
            return "minor";
        }
        return catalogue.isOpenTo(known, tool) ? "confirmed_adult" : "other_role";
    }

    /** Whether this call may be dispatched: a command only once its release is used up for it (ruling B17). */
    @Nullable
    Fault mayRun(ToolCall call, Moment moment) {
        boolean isCommand = commands.containsKey(call.callId()) || catalogue.commandOf(call.tool()) != null;
        boolean starts = command(call.callId()) instanceof CommandState.Executed released && released.started();
        return !isCommand || starts ? null : new Fault("execution_started of call " + call.callId(), moment.brief());
    }

    /** A call that is over has no command any more. */
    @Nullable
    Fault leftAtEnd() {
        if (lost) {
            return null;
        }
        for (String call : commands.keySet()) {
            if (command(call) instanceof CommandState.Executed ran && ran.result() != null) {
                return new Fault("done of call " + call, "the end of the conversation");
            }
        }
        return null;
    }

    /** A command whose turn ends is done, unless its call runs on or its runtime was lost. */
    @Nullable
    Fault leftOpen(long turn) {
        for (Map.Entry<String, Long> each : commands.entrySet()) {
            CommandState command = each.getValue() == turn ? command(each.getKey()) : null;
            boolean runsOn = command instanceof CommandState.Executed running && running.started();
            boolean result = command instanceof CommandState.Executed running && running.result() != null;
            if (command != null && (!runsOn || result) && !course.isRecovering()) {
                return new Fault("done of call " + each.getKey(), "the end of turn " + turn);
            }
        }
        return null;
    }

    /** A confirmed person who speaks is the active one. */
    private @Nullable Fault spoke(Moment moment) {
        Person known = house == null ? null : house.person(moment.text("by"));
        return known != null && moment.turn() != 0 && known.identity() instanceof IdentityState.Confirmed
                ? new Fault("speaking_turn of " + moment.text("by"), moment.brief())
                : null;
    }

    /** A profile is written only when it has changed. */
    @Nullable
    Fault unchanged(Moment moment) {
        if (!moment.kind().equals("profile.changed")) {
            return null;
        }
        if (!moment.rune().conversation().startsWith("house:")) {
            return new Fault("a profile in the book of the house", moment.brief());
        }
        Json profile = moment.payload().get("profile");
        Json before = profile == null ? null : profiles.put(moment.text("person"), profile);
        return profile != null && profile.equals(before)
                ? new Fault("a change of the profile of " + moment.text("person"), "the same profile again")
                : null;
    }
}
