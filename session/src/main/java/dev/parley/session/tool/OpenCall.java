package dev.parley.session.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.episode.Episode;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.port.Reply.ToolRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the desk keeps about a call beside its state, with the one timer that the call may have. */
final class OpenCall {
    final long turn;
    final String by;
    final String tool;
    final Episode episode;
    Consumer<String> settled = id -> {};
    boolean stopping;
    /** Whether the tool itself was started. */
    boolean begun;
    /** What the result goes back to. */
    long cause;
    /** Whether the house follows this call as a command of the person. */
    boolean command;
    /** Whether the house waits for the person's own yes. */
    boolean awaitsYes;
    /** Whether a person was asked about it. */
    boolean asked;
    /** The words in which a person is asked about it, empty where nobody is asked aloud. */
    String question = "";
    /** What it would do, as it follows "I did not". */
    String act = "";
    /** What a yes of the person is bound to. */
    @Nullable
    CommandCall bound;
    /** What the tool answered. */
    Json content = Json.Null.NULL;

    /** When a question that is asked again lapses; 0 for a call that nobody was asked about before. */
    final long untilMs;

    private @Nullable Timer deadline;

    OpenCall(long turn, String by, ToolRequest request, Episode episode) {
        this.episode = episode;
        this.turn = turn;
        this.by = by;
        this.tool = request.tool();
        this.untilMs = request.untilMs();
    }

    /** What the room is told of the words in which a person is asked. */
    String questionDigest() {
        return question.isEmpty() ? "" : ArgumentsDigest.of(Json.of(question));
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
        if (!command || bound == null) {
            return;
        }
        if (before instanceof ToolState.Dispatched) {
            people.executed(by, bound, result.status() == ToolStatus.SUCCESS);
        } else {
            people.dropped(by, bound, result.status() == ToolStatus.DENIED && awaitsYes);
        }
    }
}
