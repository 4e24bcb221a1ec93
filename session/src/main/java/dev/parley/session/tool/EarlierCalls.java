package dev.parley.session.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.record.Recorder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Calls of the log's first schema, in which tools had no room: their facts are enough to end those that were left open. */
final class EarlierCalls {
    private EarlierCalls() {}

    static void settle(Iterable<Rune> recorded, Recorder recorder, String reason, CallLedger.Ended ended) {
        Map<String, Rune> open = new LinkedHashMap<>();
        for (Rune rune : recorded) {
            if (!CallLedger.isAboutCalls(rune)) {
                continue;
            }
            String call = String.valueOf(rune.payload().text("call_id"));
            switch (rune.kind()) {
                case "tool.call" -> open.put(call, rune);
                case "tool.dispatched" -> open.computeIfPresent(call, (_, _) -> rune);
                case "tool.result" -> open.remove(call);
                default -> {
                    // Not about the life of a call.
                }
            }
        }
        open.forEach((call, rune) -> {
            boolean dispatched = rune.kind().equals("tool.dispatched");
            ToolResult result = new ToolResult(
                    call,
                    String.valueOf(rune.payload().text("tool")),
                    dispatched ? ToolStatus.UNKNOWN : ToolStatus.CANCELLED,
                    Json.Null.NULL,
                    reason,
                    0);
            recorder.because(rune.eventId());
            recorder.data("tool.result", rune.turn(), result.toJson());
            (dispatched ? ended.unknown() : ended.cancelled()).add(call);
        });
    }
}
