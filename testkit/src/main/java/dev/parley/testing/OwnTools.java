package dev.parley.testing;

import dev.parley.AgentParts;
import dev.parley.agent.tool.CancelSource;
import dev.parley.agent.tool.SandboxViolation;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolFailure;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.script.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent's own tools, which run at once and on the scenario's thread; those that the scenario scripts go before them. */
final class OwnTools implements ToolShelf {
    private final ToolCatalogue catalogue;
    private final ProcessTools own;
    private final SessionHost.Place place;
    private final Scenario scenario;
    private final ToolShelf scripted;

    OwnTools(AgentParts agent, Scenario scenario, SessionHost.Place place, ToolShelf scripted) {
        this.catalogue = new ToolCatalogue(agent.tools());
        this.own = new ProcessTools(catalogue, agent.policy(), agent.sandbox(), place.door());
        this.place = place;
        this.scenario = scenario;
        this.scripted = scripted;
    }

    private ToolShelf of(String tool) {
        return scenario.tools().containsKey(tool) ? scripted : own;
    }

    @Override
    public @Nullable Listing listing(String tool) {
        return of(tool).listing(tool);
    }

    @Override
    public List<Model.ToolOffer> offers() {
        List<Model.ToolOffer> all = new ArrayList<>(own.offers());
        all.addAll(scripted.offers());
        return all;
    }

    @Override
    public @Nullable String mismatch(String tool, Json.Obj args) {
        return of(tool).mismatch(tool, args);
    }

    @Override
    public @Nullable String check(ToolCall call, long turn) {
        return of(call.tool()).check(call, turn);
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        ToolCatalogue.Entry entry = scenario.tools().containsKey(call.tool()) ? null : catalogue.find(call.tool());
        if (entry == null) {
            scripted.start(call, deadlineMs);
        } else {
            place.timers()
                    .at(
                            place.time().monotonicNanos(),
                            Rank.TOOL.order(),
                            () -> place.door().offer(ran(call, entry, deadlineMs)));
        }
    }

    private static ToolFinished ran(ToolCall call, ToolCatalogue.Entry entry, long deadlineMs) {
        try {
            ToolContext context = new ToolContext(call, deadlineMs, new CancelSource(), _ -> {});
            return new ToolFinished(
                    call.callId(), ToolStatus.SUCCESS, entry.tool().run(context, call.arguments()));
        } catch (SandboxViolation violation) {
            return ended(call, ToolStatus.SANDBOX_VIOLATION, Json.Null.NULL, violation);
        } catch (ToolFailure failure) {
            return ended(call, ToolStatus.ERROR, failure.content(), failure);
        } catch (Exception thrown) {
            return ended(call, ToolStatus.ERROR, Json.Null.NULL, thrown);
        }
    }

    private static ToolFinished ended(ToolCall call, ToolStatus status, Json content, Exception thrown) {
        return new ToolFinished(call.callId(), status, content, String.valueOf(thrown.getMessage()));
    }

    @Override
    public void cancel(String callId) {
        scripted.cancel(callId);
    }
}
