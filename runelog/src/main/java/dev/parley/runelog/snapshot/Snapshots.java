package dev.parley.runelog.snapshot;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots beside a journal. A file is "PARLEYSN", u32 version, SHA-256 over all that follows, then u64 event id,
 * 32 bytes chain hash, u32 length and UTF-8 of the conversation's name, u32 length and bytes of the state. It is written
 * under another name, synced and renamed.
 */
public final class Snapshots {
    private static final long MAGIC = 0x5041524C4559534EL;
    private static final int VERSION = 1;
    private static final int HASHED_FROM = 12 + Hash.BYTES;

    private final Disk disk;
    private final LogCatalogue catalogue;

    public Snapshots(Disk disk) {
        this(disk, LogCatalogue.full());
    }

    Snapshots(Disk disk, LogCatalogue catalogue) {
        this.disk = disk;
        this.catalogue = catalogue;
    }

    public void write(Snapshot snapshot) throws IOException {
        byte[] body = snapshot.body();
        ByteBuffer out = ByteBuffer.allocate(HASHED_FROM + body.length);
        out.putLong(MAGIC).putInt(VERSION).put(snapshot.digest().bytes()).put(body);
        disk.replace(nameOf(snapshot.conversation(), snapshot.eventId()), out.array());
    }

    /** Reads the snapshot at this event id. One that does not hold is a fault, never a state. */
    public Snapshot read(String conversation, long eventId) throws IOException {
        byte[] bytes = disk.readAll(nameOf(conversation, eventId));
        try {
            return parse(bytes, conversation, eventId);
        } catch (BufferUnderflowException | IllegalArgumentException cut) {
            throw new LogFault(LogCatalogue.unusable(
                    "The snapshot of " + conversation + " at event " + eventId + " is not a whole snapshot."));
        }
    }

    private Snapshot parse(byte[] bytes, String conversation, long eventId) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long magic = in.getLong();
        int version = in.getInt();
        if (magic != MAGIC || version < 1 || version > VERSION) {
            throw new LogFault(LogCatalogue.unusable("The snapshot of " + conversation + " at event " + eventId
                    + " has format version " + version + "; this program reads versions up to " + VERSION + "."));
        }
        byte[] stored = take(in, Hash.BYTES);
        catalogue.require(new LogFact.SnapshotRead(conversation, eventId, Hash.of(stored), content(bytes)));
        long storedId = in.getLong();
        Hash chain = Hash.of(take(in, Hash.BYTES));
        String name = new String(take(in, in.getInt()), StandardCharsets.UTF_8);
        return new Snapshot(name, storedId, chain, take(in, in.getInt()));
    }

    private static byte[] take(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("A length reaches beyond the end.");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static Hash content(byte[] bytes) {
        int from = Math.min(HASHED_FROM, bytes.length);
        return new RuneChain().content(bytes, from, bytes.length - from);
    }

    /** The newest snapshot at or before an event id, or null. */
    public @Nullable Snapshot newest(String conversation, long atMost) throws IOException {
        List<Long> ids =
                eventIds(conversation).stream().filter(id -> id <= atMost).toList();
        return ids.isEmpty() ? null : read(conversation, ids.getLast());
    }

    /** Deletes all snapshots but the newest ones and the one at this event id. */
    public void keepNewest(String conversation, int most, long kept) throws IOException {
        List<Long> ids = eventIds(conversation);
        for (long old : ids.subList(0, Math.max(0, ids.size() - most))) {
            if (old != kept) {
                disk.delete(nameOf(conversation, old));
            }
        }
    }

    public void delete(String conversation, long eventId) throws IOException {
        disk.delete(nameOf(conversation, eventId));
    }

    /** The event ids at which there are snapshots, in order. */
    public List<Long> eventIds(String conversation) throws IOException {
        return disk.list(folderOf(conversation)).stream()
                .filter(name -> name.matches("[0-9]{16,18}\\.snapshot"))
                .map(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .toList();
    }

    /** The file that keeps the snapshot at this event id. */
    public static String nameOf(String conversation, long eventId) {
        return folderOf(conversation) + "/" + String.format(Locale.ROOT, "%016d", eventId) + ".snapshot";
    }

    /** Names may be longer than a file system likes, so the folder is named by their digest. */
    private static String folderOf(String conversation) {
        byte[] name = conversation.getBytes(StandardCharsets.UTF_8);
        return "snapshots/" + new RuneChain().content(name, 0, name.length).hex();
    }
}
