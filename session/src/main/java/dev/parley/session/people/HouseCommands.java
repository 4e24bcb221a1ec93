package dev.parley.session.people;

import dev.parley.kernel.Level;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People.Answer;
import dev.parley.session.speak.SpeechStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The commands that people give the house, from the request to the person's yes and the result. Callers hold the lock of
 * the household.
 */
final class HouseCommands {
    private static final Violation NOBODY = new Violation(
            "people.command.unconfirmed", Level.REJECT, "a command of the house needs a confirmed person");

    private final Catalogue catalogue;
    private final Asking house;
    private final Function<String, @Nullable Person> people;
    private Violation refusal = Answer.REFUSED;

    /** Sends a request to the command machine. */
    interface Asking {
        Verdict<Place> ask(String actor, String target, String action, Json.Obj parameters);
    }

    HouseCommands(Catalogue catalogue, Asking house, Function<String, @Nullable Person> people) {
        this.catalogue = catalogue;
        this.house = house;
        this.people = people;
    }

    /** The name under which the house knows the command that this tool is; a tool that is none keeps its own. */
    private String listed(String tool) {
        CommandSpec command = catalogue.commandOf(tool);
        return command == null ? tool : command.name();
    }

    /** Who answers a question about a call, as the house knows them. */
    Approver approver(String id, String tool) {
        Person known = people.apply(id);
        if (known == null || !known.isConfirmed()) {
            return new Approver(id, Approver.Standing.UNCONFIRMED);
        }
        if (!known.isConfirmedAdult()) {
            return new Approver(id, Approver.Standing.MINOR);
        }
        return catalogue.isOpenTo(known, tool) ? Approver.adult(id) : new Approver(id, Approver.Standing.OTHER_ROLE);
    }

    Answer command(String id, CommandCall call) {
        if (catalogue.commandOf(call.tool()) == null) {
            return Answer.NOT_A_COMMAND;
        }
        Verdict<Place> verdict = house.ask(SpeechStreams.actor(id), id, "command_detected", named(id, call));
        CommandState state = state(id, call);
        if (verdict.isAllowed() && state instanceof CommandState.Executed) {
            return Answer.RELEASED;
        }
        if (verdict.isAllowed() && state instanceof CommandState.PendingConfirmation) {
            return Answer.AWAITS_YES;
        }
        if (state instanceof CommandState.Denied) {
            done(id, call);
        }
        refusal = people.apply(id) == null ? NOBODY : broken(verdict);
        return Answer.DENIED;
    }

    /** The rules are asked again, and what was released for this call is used up (ruling B17). */
    @Nullable
    String dispatchRefusal(String id, CommandCall call) {
        Verdict<Place> verdict = house.ask(SessionHousehold.SYSTEM, id, "execution_started", named(id, call));
        return verdict.isAllowed() ? null : broken(verdict).reason();
    }

    /** The rule by which the last command or answer did not count. */
    Violation refusal() {
        return refusal;
    }

    private static Violation broken(Verdict<Place> verdict) {
        List<Violation> broken = new ArrayList<>(verdict.violations());
        verdict.followed().forEach(next -> broken.addAll(next.violations()));
        return broken.isEmpty() ? Answer.REFUSED : broken.getFirst();
    }

    /** The state of the command of this call, or null if the house has none. */
    private @Nullable CommandState state(String id, CommandCall call) {
        Person known = people.apply(id);
        CalledCommand called = known == null ? null : known.calls().get(call.id());
        return called == null ? null : called.state();
    }

    private Json.Obj named(String by, CommandCall call) {
        return call.bound(named(listed(call.tool()), by));
    }

    private static Json.Obj named(String command, String by) {
        return Json.Obj.EMPTY.with("command", command).with("by", by);
    }

    boolean answered(String id, CommandCall call, boolean yes, long event) {
        return answered(id, named(id, call).with(ToolRequests.ANSWER, event), yes);
    }

    boolean answered(String id, String tool, boolean yes, long event) {
        return answered(id, named(listed(tool), id).with(ToolRequests.ANSWER, event), yes);
    }

    private boolean answered(String id, Json.Obj answer, boolean yes) {
        Verdict<Place> verdict = yes
                ? house.ask(SpeechStreams.actor(id), id, "confirmation_received", answer)
                : house.ask(SpeechStreams.actor(id), id, "context_changed", answer.with("reason", "declined"));
        boolean taken = verdict.isAllowed();
        if (!taken) {
            refusal = broken(verdict);
        }
        return taken;
    }

    void executed(String id, CommandCall call, boolean success) {
        String action = success ? "execution_success" : "execution_failure";
        house.ask(SessionHousehold.SYSTEM, id, action, named(id, call));
        done(id, call);
    }

    /** A call that ran out of its time, was declined, or was released and will not be dispatched after all. */
    void dropped(String id, CommandCall call, boolean expired) {
        CommandState state = state(id, call);
        if (state instanceof CommandState.PendingConfirmation
                || (state instanceof CommandState.Executed released && released.isUnusedYes())) {
            house.ask(
                    SessionHousehold.SYSTEM,
                    id,
                    expired ? "confirmation_timeout" : "context_changed",
                    named(id, call).with("reason", expired ? "timeout" : "context"));
        } else if (state instanceof CommandState.Executed running && running.result() == null) {
            house.ask(SessionHousehold.SYSTEM, id, "execution_failure", named(id, call));
        }
        done(id, call);
    }

    private void done(String id, CommandCall call) {
        house.ask(SessionHousehold.SYSTEM, id, "done", Json.Obj.EMPTY.with("call", call.id()));
    }
}
