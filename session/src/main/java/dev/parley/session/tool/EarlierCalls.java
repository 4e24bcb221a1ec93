package dev.parley.session.tool;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.record.Recorder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Calls of the log's first schema, in which tools had no room: their facts are enough to end those that were left open. */
final class EarlierCalls {
    private EarlierCalls() {}

    /** A call that has no result yet, and its newest event. */
    private record Open(Rune newest, String tool, boolean dispatched) {}

    static void settle(Iterable<Rune> recorded, Recorder recorder, String reason, CallLedger.Ended ended) {
        Map<String, Open> open = new LinkedHashMap<>();
        for (Rune rune : recorded) {
            if (EventCatalogue.is(rune, ToolSettled.class)) {
                open.remove(String.valueOf(rune.payload().text("call_id")));
            } else if (isOfLife(rune)) {
                switch (EventCatalogue.read(rune)) {
                    case ToolCallProposed(String call, String tool, var _) ->
                        open.put(call, new Open(rune, tool, false));
                    case ToolDispatched(String call, String tool) ->
                        open.computeIfPresent(call, (_, _) -> new Open(rune, tool, true));
                    default -> {
                        // A payload of another form.
                    }
                }
            }
        }
        open.forEach((call, left) -> {
            ToolStatus status = left.dispatched() ? ToolStatus.UNKNOWN : ToolStatus.CANCELLED;
            recorder.because(left.newest().eventId());
            recorder.write(
                    new ToolSettled(call, left.tool(), status.printed(), Json.Null.NULL, reason),
                    left.newest().turn());
            (left.dispatched() ? ended.unknown() : ended.cancelled()).add(call);
        });
    }

    private static boolean isOfLife(Rune rune) {
        return EventCatalogue.is(rune, ToolCallProposed.class) || EventCatalogue.is(rune, ToolDispatched.class);
    }
}
