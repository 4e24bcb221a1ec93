package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.session.provider.CallTerms;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** What a turn asks for lies in the scope of that turn: a cancel of the one reaches the other, and nothing beside it. */
class TurnScopeTest {
    private final VirtualTime time = new VirtualTime(0);
    private final MemoryJournal journal = new MemoryJournal();
    private final LoopClock clock = new LoopClock(time, time, Runnable::run);
    private final Recorder recorder = new Recorder("c", journal, clock);
    private final ProviderDesk desk = new ProviderDesk(new Slow(), recorder, clock, () -> true);

    private static final ProviderDesk.Answer NOBODY_LISTENS = new ProviderDesk.Answer() {
        @Override
        public void reported(ProviderEvent event) {}

        @Override
        public void startedOver() {}

        @Override
        public void completed() {}

        @Override
        public void exhausted(String reason) {}
    };

    /** One that takes an hour for everything. */
    private final class Slow implements Providers {
        @Override
        public List<GuardedProvider> of(Modality modality) {
            ProviderProfile profile = new ProviderProfile(
                    "slow",
                    modality,
                    false,
                    true,
                    0,
                    new ProviderProfile.Timeouts(7_200_000, 7_200_000),
                    ProviderProfile.Limits.NONE);
            return List.of(GuardedProvider.of(
                    new ScriptedProvider(profile, _ -> Script.speech("a", 100, 3_600_000, 16_000), time, time),
                    CircuitBreaker.live()));
        }

        @Override
        public RetryPolicy retry(Modality modality) {
            return RetryPolicy.NONE;
        }

        @Override
        public ProviderIngress door() {
            return event -> {
                desk.reported(event);
                return true;
            };
        }

        @Override
        public Executor threads() {
            return Runnable::run;
        }

        @Override
        public RandomSource random() {
            return RandomSource.seeded(1);
        }
    }

    private CancelScope open(long turn) {
        CancelScope scope = desk.scope().child(ScopeKind.TURN, Long.toString(turn));
        desk.bind(new CallTerms(Map.of(), 1, scope, (_, _) -> null));
        return scope;
    }

    private ProviderDesk.Ticket ask(long turn) {
        return desk.ask(
                new ProviderRequest.Synthesize(
                        "a", "", java.math.BigDecimal.ONE, java.math.BigDecimal.ONE, 16_000, 100),
                20,
                turn,
                NOBODY_LISTENS);
    }

    private List<String> outcomes() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .map(TurnScopeTest::told)
                .toList();
    }

    private static String told(Rune rune) {
        return rune.turn() + " " + rune.payload().text("outcome");
    }

    @Test
    void aCancelOfTheTurnReachesItsCallsAndNoOthers() {
        CancelScope turn = open(1);
        ask(1);
        ask(0);
        assertTrue(turn.cancel("cancelled", 0));
        assertEquals(List.of("1 cancelled"), outcomes());
        assertFalse(desk.scope().isCancelled());
    }

    @Test
    void whatWasBegunAheadEndsWithTheTurnThatTookIt() {
        ProviderDesk.Ticket ahead = ask(0);
        CancelScope turn = open(1);
        ahead.belongsTo(1);
        turn.cancel("interrupted", 0);
        assertEquals(List.of("1 cancelled"), outcomes());
    }

    @Test
    void aCallThatIsOverLeavesNothingInTheScope() {
        CancelScope turn = open(1);
        ProviderDesk.Ticket asked = ask(1);
        assertEquals(1, turn.open());
        asked.release();
        assertEquals(0, turn.open());
        turn.cancel("over", 0);
        assertEquals(List.of("1 success"), outcomes());
    }

    @Test
    void aCancelOfTheSessionReachesEverything() {
        open(1);
        ask(1);
        ask(0);
        desk.scope().cancel("ended", 0);
        assertEquals(2, outcomes().size());
    }
}
