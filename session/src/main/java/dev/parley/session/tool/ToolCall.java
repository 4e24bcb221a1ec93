package dev.parley.session.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.port.Tools.Terms;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call as the desk follows it. */
final class ToolCall {
    final String id;
    final String tool;
    final Json.Obj args;
    final long turn;
    final @Nullable Terms terms;
    Phase phase = Phase.ADMITTED;
    Consumer<String> settled = id -> {};

    @Nullable
    Timer deadline;

    long runs;

    /** How far a call has come. */
    enum Phase {
        ADMITTED,
        AWAITING_APPROVAL,
        RUNNING,
        STOPPING,
        SETTLED
    }

    ToolCall(String id, String tool, Json.Obj args, long turn, @Nullable Terms terms) {
        this.id = id;
        this.tool = tool;
        this.args = args;
        this.turn = turn;
        this.terms = terms;
    }

    void disarm() {
        if (deadline != null) {
            deadline.cancel();
            deadline = null;
        }
    }
}
