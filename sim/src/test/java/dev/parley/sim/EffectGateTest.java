package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.Unknown;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long an effect waits for its disk (rulings X9 and D3). */
class EffectGateTest {
    private final MemoryJournal memory = new MemoryJournal();
    private final VirtualTime time = new VirtualTime(0);
    private final LoopClock clock = new LoopClock(time, time, Runnable::run);
    private final Recorder recorder = new Recorder(
            "c",
            new Journal() {
                @Override
                public Rune append(RuneDraft draft) {
                    return memory.append(draft);
                }

                @Override
                public boolean isDurable(long eventId) {
                    return false;
                }
            },
            clock);
    private final List<String> left = new ArrayList<>();

    private void wants(long atMs, String effect) {
        time.atMs(atMs, Rank.USER, () -> {
            recorder.write(new Unknown("wish", Json.Obj.EMPTY), 0);
            recorder.release(() -> left.add(effect));
        });
    }

    private void keeps(long atMs, long eventId) {
        time.atMs(atMs, Rank.USER, () -> recorder.gate().kept(eventId));
    }

    @Test
    void aDiskThatAnswersNowAndThenGivesNoEffectMoreTimeThanItHas() {
        wants(0, "first");
        wants(500, "second");
        wants(600, "third");
        keeps(1_500, 1);
        List<Long> lateAt = new ArrayList<>();
        recorder.gate().watch(new EffectGate.Watcher() {
            @Override
            public void recordIsLate() {
                lateAt.add(clock.nowMs());
            }
        });
        time.run();
        assertEquals(List.of("first"), left);
        assertEquals(List.of(500 + EffectGate.ANSWER_WITHIN_MS), lateAt);
        assertFalse(recorder.gate().isOpen());
        recorder.gate().kept(3);
        assertTrue(recorder.gate().isOpen());
        assertEquals(List.of("first"), left, "what came too late does not leave any more");
    }
}
