package dev.parley.runelog.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Catalogues;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
    private static final byte[] STATE = "{\"mode\":\"PRIVATE\"}".getBytes(StandardCharsets.UTF_8);
    private static final Hash CHAIN = new Hash(1, 2, 3, 4);

    private final MemoryDisk disk = new MemoryDisk();
    private final Snapshots snapshots = new Snapshots(disk);

    @Test
    void readsBackWhatWasWritten() throws IOException {
        snapshots.write(new Snapshot("house:ä", 12, CHAIN, STATE));
        Snapshot read = snapshots.newest("house:ä", 20);
        assertNotNull(read);
        assertEquals(12, read.eventId());
        assertEquals(CHAIN, read.chain());
        assertArrayEquals(STATE, read.state());
        assertNull(snapshots.newest("house:ä", 11));
        assertNull(snapshots.newest("other", 20));
    }

    @Test
    void rejectsEveryFlippedBitByInvSnapshotIntegrity() throws IOException {
        snapshots.write(new Snapshot("c", 1, CHAIN, STATE));
        String name = Snapshots.nameOf("c", 1);
        byte[] whole = disk.readAll(name);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            disk.replace(name, flipped);
            assertThrows(LogFault.class, () -> snapshots.read("c", 1), "bit " + bit);
        }
    }

    @Test
    void withoutTheInvariantAChangedStateWouldBeHandedOut() throws IOException {
        snapshots.write(new Snapshot("c", 1, CHAIN, STATE));
        String name = Snapshots.nameOf("c", 1);
        byte[] changed = disk.readAll(name);
        changed[changed.length - 2] ^= 1;
        disk.replace(name, changed);
        Snapshots unguarded = new Snapshots(disk, Catalogues.without("INV-SNAPSHOT-INTEGRITY"));
        assertEquals(STATE.length, unguarded.read("c", 1).state().length);
        assertThrows(LogFault.class, () -> snapshots.read("c", 1));
    }
}
