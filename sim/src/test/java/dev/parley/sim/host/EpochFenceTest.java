package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.EpochFence;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.MemoryJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ruling D7: an old host is kept out as long as it could write, and nothing is remembered for longer. */
@Timeout(60)
class EpochFenceTest {
    private final EpochFence fence = new EpochFence((_, _) -> {});

    private static RuneDraft draft(long epoch) {
        return RuneDraft.of("talk", "session.state", Json.Obj.EMPTY).withLeaseEpoch(epoch);
    }

    @Test
    void anOldJournalIsKeptOutHoweverManyConversationsHaveComeAndGone() {
        Journal old = fence.raise("talk", 1, new MemoryJournal());
        Journal present = fence.raise("talk", 2, new MemoryJournal());
        int raised = 0;
        do {
            for (int i = 0; i < 1_000; i++) {
                fence.raise("gone-" + raised++, 1, new MemoryJournal());
            }
            System.gc();
        } while (fence.known() > 500);
        assertTrue(raised >= 1_000);
        present.append(draft(2));
        assertThrows(Journal.EvidenceUnavailable.class, () -> old.append(draft(1)));
    }
}
