package dev.parley.testing;

import dev.parley.AgentParts;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.SessionHost;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.script.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The agent's own tools, which run at once and on the scenario's thread; those that the scenario scripts go before them. */
final class OwnTools implements ToolShelf {
    private final ProcessTools own;
    private final Scenario scenario;
    private final ToolShelf scripted;

    OwnTools(AgentParts agent, Scenario scenario, SessionHost.Place place, ToolShelf scripted) {
        this.own = new ProcessTools(
                new ToolCatalogue(agent.tools()), agent.policy(), agent.sandbox(), place.door(), inStep(place));
        this.scenario = scenario;
        this.scripted = scripted;
    }

    /** Within the moment, on the scenario's thread, after what else is due then. */
    private static Executor inStep(SessionHost.Place place) {
        return task -> place.timers().at(place.time().monotonicNanos(), Rank.TOOL.order(), task);
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
    public Fit fits(ToolCall call) {
        return of(call.tool()).fits(call);
    }

    @Override
    public boolean checksOutside(String tool) {
        return of(tool).checksOutside(tool);
    }

    @Override
    public @Nullable String check(ToolCall call, long turn) {
        return of(call.tool()).check(call, turn);
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        of(call.tool()).start(call, deadlineMs);
    }

    @Override
    public void cancel(String callId) {
        own.cancel(callId);
        scripted.cancel(callId);
    }
}
