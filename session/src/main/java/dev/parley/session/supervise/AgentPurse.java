package dev.parley.session.supervise;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.session.speak.Roster.Member;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.time.LoopClock;
import java.util.function.Consumer;

/** What one agent may use in a whole conversation, and what it has used. */
final class AgentPurse {
    private final BudgetWatch watch;
    private long tokens;
    private long calls;

    /** @param spentMs the time that it has used before */
    AgentPurse(Member agent, LoopClock clock, Consumer<BudgetSignal> listener, long spentMs) {
        this.watch = new BudgetWatch(BudgetScope.AGENT, agent.id(), agent.budget(), clock, listener, spentMs);
    }

    BudgetWatch watch() {
        return watch;
    }

    boolean spend(Resource resource, long amount) {
        if (resource == Resource.TOKENS) {
            tokens += amount;
        } else {
            calls += amount;
        }
        return watch.spend(resource, amount);
    }

    Json.Obj toJson() {
        return Json.Obj.EMPTY.with("ms", watch.spentMs()).with("tokens", tokens).with("tool_calls", calls);
    }
}
