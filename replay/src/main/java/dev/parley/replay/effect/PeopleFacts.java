package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The people: who may say yes to a call, and whether the house released a call that is one of its commands. */
final class PeopleFacts implements Facts {
    private static final String ROOM = "verdict.household";

    private final Course course;
    private final Map<String, Json> profiles = new HashMap<>();
    private final Map<String, ToolCall> proposed = new HashMap<>();
    private final Map<String, Long> commands = new HashMap<>();
    private final Set<String> denied = new HashSet<>();
    private Catalogue catalogue = Catalogue.standard();
    private @Nullable House house;

    PeopleFacts(Course course) {
        this.course = course;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "room.opened" -> opened(moment);
            case ROOM -> decided(moment);
            case "verdict.tool" -> called(moment);
            case "profile.changed" -> changed(moment);
            default -> null;
        };
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
        if (moment.action().equals("command_detected")) {
            return detected(moment);
        }
        boolean starts =
                moment.action().equals("execution_started") || moment.action().equals("confirmation_received");
        return starts && moment.allows(ROOM) && course.isHalted()
                ? new Fault("no command while the conversation is halted", moment.brief())
                : null;
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
            commands.put(id, moment.turn());
        } else {
            denied.add(id);
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
        return fits
                ? null
                : new Fault(
                        "command " + known.name() + " of call " + made.callId()
                                + (permit ? " released by the house" : " taken by the house"),
                        moment.action() + " of " + made.callId());
    }

    /** Whether this answer may count: the standing is the house's, and a command needs its own confirmation first. */
    @Nullable
    Fault mayAnswer(ToolCase.Call call, Moment moment, boolean yes) {
        String given = Moment.text(moment.parameters(), "standing");
        if (house != null && !house.people().isEmpty()) {
            String standing = standing(moment.actor());
            if (!standing.equals(given)) {
                return new Fault(moment.actor() + " as " + standing, "as " + given);
            }
        }
        CommandState command = command(call.id());
        if (yes && commands.containsKey(call.id()) && !(command instanceof CommandState.Executed)) {
            return new Fault("confirmation_received for call " + call.id(), moment.brief());
        }
        return null;
    }

    private String standing(String person) {
        Person known = house == null ? null : house.person(person);
        if (known == null || !known.isConfirmed()) {
            return "unconfirmed";
        }
        return known.isConfirmedAdult() ? "confirmed_adult" : "minor";
    }

    /** Whether this call may be dispatched: a command only once its release is used up for it (ruling B17). */
    @Nullable
    Fault mayRun(ToolCall call, Moment moment) {
        boolean isCommand = commands.containsKey(call.callId()) || catalogue.commandOf(call.tool()) != null;
        boolean starts = command(call.callId()) instanceof CommandState.Executed released && released.started();
        return !isCommand || starts ? null : new Fault("execution_started of call " + call.callId(), moment.brief());
    }

    /** A command whose turn ends is done, unless its call runs on or its runtime was lost. */
    @Nullable
    Fault leftOpen(long turn) {
        for (Map.Entry<String, Long> each : commands.entrySet()) {
            CommandState command = command(each.getKey());
            boolean runsOn = command instanceof CommandState.Executed running && running.started();
            boolean result = command instanceof CommandState.Executed running && running.result() != null;
            if (each.getValue() == turn && command != null && (!runsOn || result) && !course.isRecovering()) {
                return new Fault("done of call " + each.getKey(), "the end of turn " + turn);
            }
        }
        return null;
    }

    /** A profile is written only when it has changed. */
    private @Nullable Fault changed(Moment moment) {
        Json profile = moment.payload().get("profile");
        Json before = profile == null ? null : profiles.put(moment.text("person"), profile);
        return profile != null && profile.equals(before)
                ? new Fault("a change of the profile of " + moment.text("person"), "the same profile again")
                : null;
    }
}
