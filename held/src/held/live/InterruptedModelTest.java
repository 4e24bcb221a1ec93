package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.Answer;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.port.Model;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A model that still thinks after it was interrupted is nobody's any more. */
class InterruptedModelTest {
    @Test
    void theNextTurnBeginsThoughTheModelStillThinks() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Model slow = (prompt, _) -> {
            if (prompt.messages().getLast() instanceof Model.Message.UserSaid(String _, String text)
                    && text.equals("think")) {
                asked.countDown();
                forEver(never);
            }
            return Model.Reply.says("Here I am.");
        };
        try (ThreadTimers timers = new ThreadTimers()) {
            ToolWiring wiring = ToolWiring.of(
                    ToolCatalogue.of(), ToolPolicy.of(ToolMode.FULL_ACCESS), new MemoryRecorder(), timers);
            Agent agent = Agent.withinSession(AgentSettings.of("house", "talk-1"), slow, wiring);
            Thread.startVirtualThread(() -> agent.turn(1, "ana", "think", ""));
            asked.await();
            agent.interrupt("interrupted");
            Answer next = agent.turn(2, "ana", "are you there?", "");
            never.countDown();
            assertEquals(new Answer.Said(2, "Here I am."), next, "after an interruption");
        }
    }

    private static void forEver(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
