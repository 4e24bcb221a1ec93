package dev.parley.sim.run;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario.ScriptedTool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tools that take as long, return what, and obey a cancel as the script says. */
public final class ScriptedTools implements ToolShelf {
    private final Map<String, ScriptedTool> tools;
    private final ScriptTime time;
    private final Consumer<SessionEvent> loop;
    private final Map<String, Running> running = new LinkedHashMap<>();

    public ScriptedTools(Map<String, ScriptedTool> tools, ScriptTime time, Consumer<SessionEvent> loop) {
        this.tools = tools;
        this.time = time;
        this.loop = loop;
    }

    private record Running(ScriptedTool tool, Timer end) {}

    @Override
    public @Nullable Listing listing(String tool) {
        ScriptedTool scripted = tools.get(tool);
        if (scripted == null) {
            return null;
        }
        ToolTerms terms = ToolTerms.DEFAULT
                .withSafety(ToolSafety.valueOf(scripted.safety()))
                .withTimeoutMs(scripted.timeoutMs())
                .withCancelOnInterrupt(scripted.cancelOnInterrupt());
        return new Listing(
                scripted.needsApproval() ? Ruling.ASK : Ruling.ALLOW,
                terms,
                true,
                scripted.personal() ? Sensitivity.PERSONAL : Sensitivity.PUBLIC,
                "",
                scripted.sendsOut());
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        String callId = call.callId();
        ScriptedTool scripted = tools.get(call.tool());
        if (scripted == null) {
            throw new IllegalStateException("No tool " + call.tool() + " is scripted.");
        }
        Timer end = time.afterMs(scripted.takesMs(), Rank.TOOL, () -> {
            running.remove(callId);
            loop.accept(outcome(callId, scripted));
        });
        running.put(callId, new Running(scripted, end));
    }

    private static ToolFinished outcome(String callId, ScriptedTool tool) {
        return tool.fails()
                ? new ToolFinished(callId, ToolStatus.ERROR, Json.Obj.EMPTY.with("status", "error"))
                : new ToolFinished(callId, ToolStatus.SUCCESS, tool.returns());
    }

    @Override
    public void cancel(String callId) {
        Running call = running.get(callId);
        if (call == null || call.tool().ignoresCancel()) {
            return;
        }
        running.remove(callId);
        call.end().cancel();
        time.afterMs(
                0,
                Rank.TOOL,
                () -> loop.accept(
                        new ToolFinished(callId, ToolStatus.CANCELLED, Json.Obj.EMPTY.with("status", "cancelled"))));
    }
}
