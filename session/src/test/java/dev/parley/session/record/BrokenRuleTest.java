package dev.parley.session.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.time.LoopClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event that breaks a rule of the state is a fault of this program. It fails a test, and ends no call. */
class BrokenRuleTest {
    private final List<Rune> runes = new ArrayList<>();
    private final Recorder recorder = new Recorder("talk", new Kept(runes), clock());

    private record Kept(List<Rune> runes) implements Journal {
        @Override
        public Rune append(RuneDraft draft) {
            Rune rune = Rune.of(draft, runes.size() + 1, Hash.ZERO);
            runes.add(rune);
            return rune;
        }

        @Override
        public boolean isDurable(long eventId) {
            return true;
        }
    }

    private static LoopClock clock() {
        TimeSource still = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return 0;
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        return new LoopClock(still, (at, rank, callback) -> () -> {}, Runnable::run);
    }

    @Test
    void aTestFails() {
        AssertionError broken =
                assertThrows(AssertionError.class, () -> recorder.write(new AgentStateChanged("listening"), 0));
        assertTrue(String.valueOf(broken.getMessage()).startsWith("line.known: "), broken.getMessage());
    }

    @Test
    void aCallGoesOnAndTheRecordSaysWhatWasBroken() {
        recorder.recordBrokenRules();
        recorder.write(new AgentStateChanged("listening"), 0);
        recorder.write(new ClientConnected(), 0);
        Rune rune = runes.get(1);
        InvariantViolated told = assertInstanceOf(InvariantViolated.class, EventCatalogue.read(rune));
        assertEquals("line.known", told.id());
        assertEquals("WARN", told.level());
        assertEquals(3, runes.size(), "each broken rule is told once");
        assertEquals("listening", recorder.state().shown().state(), "what is recorded counts");
    }
}
