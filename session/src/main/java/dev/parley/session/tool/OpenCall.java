package dev.parley.session.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.episode.Episode;
import dev.parley.session.event.Reply.ToolRequest;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf.Fit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the driver keeps about a call beside its state in the tool room, with the one timer that the call may have. Three things
 * change, each by itself: what it is to the house, whether a person is asked about it, and how far its tool is.
 */
final class OpenCall {
    final long turn;
    final String by;
    final String tool;
    final Episode episode;
    Consumer<String> settled = id -> {};
    /** What the result goes back to. */
    long cause;
    /** Whether its arguments fit, where that took its time to check; null while it is not known. */
    @Nullable
    Fit fit;
    /** What the tool answered. */
    Json content = Json.Null.NULL;

    /** When a question that is asked again lapses; 0 for a call that nobody was asked about before. */
    final long untilMs;

    private Command command = new Command.None();
    private Asked asked = new Asked.Nobody();
    private Work work = Work.NOT_BEGUN;
    private @Nullable Timer deadline;

    /** What the call is to the house; a yes is bound to exactly what was shown (ruling B17). */
    private sealed interface Command {
        /** Nothing that the house follows. */
        record None() implements Command {}

        /** A command that waits for the person's own yes. */
        record AwaitsYes(CommandCall bound) implements Command {}

        /** A command that the house has released. */
        record Released(CommandCall bound) implements Command {}
    }

    /** Who is asked about it. */
    private sealed interface Asked {
        record Nobody() implements Asked {}

        /** A person, by an event. */
        record Silently() implements Asked {}

        /** @param act what it would do, as it follows "I did not" */
        record Aloud(String question, String act) implements Asked {}
    }

    /** How far the tool itself is; a call that ends before it has begun never runs. */
    private enum Work {
        NOT_BEGUN,
        BEGUN,
        /** It was asked to stop and may take no notice. */
        STOPPING
    }

    OpenCall(long turn, String by, ToolRequest request, Episode episode) {
        this.episode = episode;
        this.turn = turn;
        this.by = by;
        this.tool = request.tool();
        this.untilMs = request.untilMs();
    }

    /** The house has said what it is. */
    void judged(People.Answer answer, CommandCall bound) {
        command = switch (answer) {
            case RELEASED -> new Command.Released(bound);
            case AWAITS_YES -> new Command.AwaitsYes(bound);
            case NOT_A_COMMAND, DENIED -> new Command.None();
        };
    }

    /** The house has taken the person's own yes or no. */
    void answered() {
        command = command instanceof Command.AwaitsYes(CommandCall bound) ? new Command.Released(bound) : command;
    }

    /** What the house follows as a command of the person, or null. */
    @Nullable
    CommandCall command() {
        return switch (command) {
            case Command.None _ -> null;
            case Command.AwaitsYes(CommandCall bound) -> bound;
            case Command.Released(CommandCall bound) -> bound;
        };
    }

    boolean isCommand() {
        return command() != null;
    }

    /** What waits for the person's own yes, or null. */
    @Nullable
    CommandCall awaitingYes() {
        return command instanceof Command.AwaitsYes(CommandCall bound) ? bound : null;
    }

    boolean awaitsYes() {
        return awaitingYes() != null;
    }

    void asksSilently() {
        asked = new Asked.Silently();
    }

    void asksAloud(String question, String act) {
        asked = new Asked.Aloud(question, act);
    }

    /** Whether a person was asked about it. */
    boolean isAsked() {
        return !(asked instanceof Asked.Nobody);
    }

    /** Says the question, if it is one that is said. */
    void ask(String id, Questions questions) {
        if (asked instanceof Asked.Aloud(String question, String act)) {
            questions.ask(turn, id, question, act);
        }
    }

    boolean isAskedAloud() {
        return asked instanceof Asked.Aloud;
    }

    /** What the room is told of the words in which a person is asked. */
    String questionDigest() {
        return asked instanceof Asked.Aloud(String question, String _) ? ArgumentsDigest.of(Json.of(question)) : "";
    }

    void begins(long newCause) {
        work = Work.BEGUN;
        cause = newCause;
    }

    void stops() {
        work = Work.STOPPING;
    }

    boolean hasBegun() {
        return work != Work.NOT_BEGUN;
    }

    boolean isStopping() {
        return work == Work.STOPPING;
    }

    /** Sets the timer of the call; an earlier one is cancelled. */
    void arm(Timer timer) {
        disarm();
        deadline = timer;
    }

    void disarm() {
        if (deadline != null) {
            deadline.cancel();
            deadline = null;
        }
    }

    /** Tells the house what became of its command, if this call is one. */
    void tellHouse(People people, ToolState before, ToolResult result) {
        CommandCall bound = command();
        if (bound == null) {
            return;
        }
        if (before instanceof ToolState.Dispatched) {
            people.executed(by, bound, result.status() == ToolStatus.SUCCESS);
        } else {
            people.dropped(by, bound, result.status() == ToolStatus.DENIED && awaitsYes());
        }
    }
}
