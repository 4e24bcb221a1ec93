package dev.parley.session.tool;

import dev.parley.agent.tool.ArgumentsSchema;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent.ToolFitted;
import dev.parley.session.port.ToolShelf.Fit;
import java.util.concurrent.Executor;

/**
 * Checks the arguments of calls by the schemas of their tools: small ones at once, everything else where it holds no conversation
 * up. A call with small arguments takes no way round, so that it is decided, and recorded, in the order in which it was made.
 *
 * @param work where what takes long is checked
 */
record ArgumentsCheck(EventDoor door, Executor work) {
    Fit of(ToolCall call, ArgumentsSchema schema) {
        return schema.atOnce(call.arguments())
                .map(checked -> Fit.of(checked.mismatch()))
                .orElseGet(() -> {
                    work.execute(() -> door.offer(new ToolFitted(call.callId(), mismatch(call, schema))));
                    return Fit.LATER;
                });
    }

    /** What cannot be checked does not fit. */
    private static String mismatch(ToolCall call, ArgumentsSchema schema) {
        try {
            String mismatch = schema.mismatch(call.arguments());
            return mismatch == null ? "" : mismatch;
        } catch (RuntimeException | Error e) {
            return "they cannot be checked: " + e.getClass().getSimpleName();
        }
    }
}
