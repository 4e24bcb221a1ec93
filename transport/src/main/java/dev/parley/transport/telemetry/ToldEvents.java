package dev.parley.transport.telemetry;

import dev.parley.runelog.Runelog;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How far an address was told of every conversation: a line for each letter that is done with, in a file beside the record, so
 * that another process goes on from there. Whoever is told for the first time hears of what happens from then on.
 *
 * <p>A line that a crash has torn or taken back means a letter that is brought twice, never one that is not. The file is
 * written anew when most of its lines are outdated, and is no longer than there are conversations in the record. One thread
 * uses it.
 */
final class ToldEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ToldEvents.class.getName());
    private static final int OUTDATED_MIN = 1_000;

    private final Disk disk;
    private final String name;
    private final Runelog record;
    private final Map<String, Long> last = new HashMap<>();
    private DiskFile file;
    private long size;
    private long lines;

    /** @param name the file of this address */
    ToldEvents(Disk disk, String name, Runelog record) throws IOException {
        this.disk = disk;
        this.name = name;
        this.record = record;
        if (disk.exists(name)) {
            read();
        } else {
            record.conversations()
                    .forEach(each -> last.put(each, record.head(each).eventId()));
        }
        this.file = written();
    }

    private void read() throws IOException {
        String text = new String(disk.readAll(name), StandardCharsets.UTF_8);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(this::read);
    }

    private void read(String line) {
        int blank = line.indexOf(' ');
        try {
            last.put(
                    URLDecoder.decode(line.substring(blank + 1), StandardCharsets.UTF_8),
                    Long.parseLong(line.substring(0, Math.max(0, blank))));
        } catch (IllegalArgumentException e) {
            LOG.log(System.Logger.Level.WARNING, "{0}: a line is damaged; events may be told again", name);
        }
    }

    /** The last event of this conversation of which the address was told; 0 for none. */
    long last(String conversation) {
        return last.getOrDefault(conversation, 0L);
    }

    /** The conversations of which there is more to tell. */
    List<String> behind() {
        return record.conversations().stream()
                .filter(each -> record.head(each).eventId() > last(each))
                .toList();
    }

    /** Everything up to this event is done with. */
    void told(String conversation, long eventId) {
        last.put(conversation, eventId);
        try {
            append(line(conversation, eventId));
            if (lines > 2L * last.size() + OUTDATED_MIN) {
                file.close();
                file = written();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be written: {1}", name, e.getMessage());
        }
    }

    private static String line(String conversation, long eventId) {
        return eventId + " " + URLEncoder.encode(conversation, StandardCharsets.UTF_8) + "\n";
    }

    private void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        int length = bytes.remaining();
        file.write(bytes, size);
        size += length;
        lines++;
    }

    /** The file with one line for each conversation that there still is. */
    private DiskFile written() throws IOException {
        Set<String> there = new HashSet<>(record.conversations());
        last.keySet().retainAll(there);
        StringBuilder text = new StringBuilder();
        last.forEach((conversation, eventId) -> text.append(line(conversation, eventId)));
        disk.replacePrivately(name, text.toString().getBytes(StandardCharsets.UTF_8));
        lines = last.size();
        DiskFile opened = disk.open(name);
        size = opened.size();
        return opened;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be closed: {1}", name, e.getMessage());
        }
    }
}
