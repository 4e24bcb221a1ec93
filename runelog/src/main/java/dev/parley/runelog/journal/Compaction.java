package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * Gives back the room of runes that only a snapshot needs to know. A finished journal file is written anew without them
 * and takes the place of the old one in a single rename; frames keep their bytes, apart from the header checksum, which
 * is bound to the new place. The file that is being written is never touched.
 */
public final class Compaction {
    /** Is told, before a file takes the place of another, in which order its frames stand. */
    public interface Announcer {
        void announce(long file, long end, Hash order) throws IOException;

        /** The file has taken its place; one that ends at 0 is gone. */
        void done(long file, long end, Hash order) throws IOException;
    }

    private final Disk disk;
    private final Announcer announcer;
    private final Conversations conversations;
    private final RuneChain chain = new RuneChain();
    private final CRC32C crc = new CRC32C();
    private final byte[] scratch = new byte[FrameFormat.SCRATCH_BYTES];

    public Compaction(Disk disk, Conversations conversations, Announcer announcer) {
        this.disk = disk;
        this.announcer = announcer;
        this.conversations = conversations;
    }

    /** Rewrites the finished files before this one that hold something no longer needed; answers the bytes given back. */
    public long reclaim(long beforeFile) throws IOException {
        long freed = 0;
        for (long number : Recovery.numbers(disk)) {
            if (number < beforeFile) {
                freed += rewrite(number);
            }
        }
        return freed;
    }

    private long rewrite(long number) throws IOException {
        try (JournalFile file = JournalFile.open(disk, number, false)) {
            if (file == null || !file.hasEndMark(file.framesEnd(file.file().size()))) {
                return 0;
            }
            byte[] bytes = file.readFrom(JournalFile.FRAMES_AT);
            int end = (int) file.framesEnd(bytes.length);
            FrameCursor cursor = new FrameCursor(file.salt());
            cursor.over(bytes, bytes.length, JournalFile.FRAMES_AT);
            Map<String, List<Segment>> segments = new LinkedHashMap<>();
            byte[] kept = new byte[end];
            int length = 0;
            for (int at = 0; at < end; at = cursor.end()) {
                if (cursor.examine(at) != FrameCursor.Found.SOUND) {
                    return 0;
                }
                String conversation = cursor.conversation();
                List<Segment> own = segments.computeIfAbsent(conversation, ignored -> new ArrayList<>());
                if (cursor.eventId() >= conversations.peek(conversation).earliest()) {
                    length += keep(cursor, kept, length, file.salt(), number, own);
                }
            }
            if (length == end) {
                return 0;
            }
            replace(file, kept, length, segments);
            return (long) end - length;
        }
    }

    private int keep(FrameCursor cursor, byte[] kept, int at, long salt, long number, List<Segment> segments) {
        int size = cursor.frameLength();
        long offset = JournalFile.FRAMES_AT + (long) at;
        System.arraycopy(cursor.bytes(), cursor.index(), kept, at, size);
        FrameFormat.bind(kept, at, salt, offset, crc, scratch);
        long eventId = cursor.eventId();
        Hash hash = cursor.hash(chain);
        if (!segments.isEmpty() && segments.getLast().takes(eventId, number)) {
            segments.getLast().add(offset, hash);
        } else {
            segments.add(new Segment(number, eventId, offset, cursor.previous(), hash));
        }
        return size;
    }

    private void replace(JournalFile old, byte[] kept, int length, Map<String, List<Segment>> segments)
            throws IOException {
        long number = old.number();
        String name = JournalFile.nameOf(number);
        String freshName = name + ".compacting";
        JournalFile fresh = JournalFile.create(disk, freshName, number, old.generation() + 1, old.salt());
        long end = JournalFile.FRAMES_AT + (long) length;
        FrameOrder order = new FrameOrder();
        order.add(kept, 0, length);
        try (DiskFile file = fresh.file()) {
            file.write(ByteBuffer.wrap(kept, 0, length), JournalFile.FRAMES_AT);
            file.write(ByteBuffer.wrap(fresh.endMark(end)), end);
            file.force();
        }
        announcer.announce(number, end, order.value());
        if (length == 0) {
            disk.delete(freshName);
            disk.delete(name);
            disk.delete(IndexFile.nameOf(number));
        } else {
            disk.rename(freshName, name);
        }
        for (Map.Entry<String, List<Segment>> own : segments.entrySet()) {
            conversations.use(own.getKey(), log -> log.replaceSegments(number, own.getValue()));
        }
        disk.syncFolder(JournalFile.FOLDER);
        announcer.done(number, length == 0 ? 0 : end, order.value());
        if (length > 0) {
            reindex(number, segments.keySet());
        }
    }

    private void reindex(long number, Set<String> names) throws IOException {
        try (JournalFile file = JournalFile.open(disk, number, false)) {
            if (file == null) {
                throw new LogFault("Journal file " + number + " cannot be read after its compaction.");
            }
            IndexFile.write(disk, file, file.file().size(), conversations, new TreeSet<>(names));
        }
    }
}
