package dev.parley.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Level;
import dev.parley.kernel.port.BudgetHandle.Resource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** INV-AGENT-BUDGET, which warns and ends the turn (ruling X5). */
class AgentBudgetTest {
    @Test
    void whatIsReservedCannotBeReservedAgain() {
        AgentBudget budget = new AgentBudget(100, 2, 1_000);
        assertTrue(budget.reserve(Resource.TOKENS, 60));
        assertFalse(budget.reserve(Resource.TOKENS, 60));
        budget.settle(Resource.TOKENS, 60, 10);
        assertTrue(budget.reserve(Resource.TOKENS, 60));
        assertEquals(30, budget.remaining(Resource.TOKENS));
        assertNull(budget.check());
    }

    @Test
    void spendingMoreThanWasReservedIsFoundAfterwards() {
        AgentBudget budget = new AgentBudget(100, 2, 1_000);
        budget.reserve(Resource.TOKENS, 50);
        budget.settle(Resource.TOKENS, 50, 150);
        AgentBudget.Exhausted exhausted = budget.check();
        assertNotNull(exhausted);
        assertEquals("INV-AGENT-BUDGET", exhausted.id());
        assertEquals(Level.WARN, exhausted.level());
    }

    @Test
    void withoutTheInvariantNobodyNotices() {
        AgentBudget budget = new AgentBudget(100, 2, 1_000, List.of());
        budget.settle(Resource.TOKENS, 0, 1_000);
        assertNull(budget.check());
    }

    @Test
    void manyThreadsNeverReserveMoreThanThereIs() throws InterruptedException {
        AgentBudget budget = new AgentBudget(1_000, 2, 1_000);
        AtomicLong reserved = new AtomicLong();
        List<Thread> threads = java.util.stream.IntStream.range(0, 64)
                .mapToObj(i -> Thread.startVirtualThread(() -> {
                    for (int n = 0; n < 100; n++) {
                        if (budget.reserve(Resource.TOKENS, 1 + i % 7)) {
                            reserved.addAndGet(1 + i % 7);
                        }
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(1_000 - reserved.get(), budget.remaining(Resource.TOKENS));
        assertTrue(budget.remaining(Resource.TOKENS) >= 0);
    }
}
