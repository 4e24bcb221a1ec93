package dev.parley.app.proof;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Writes journal files and tables as docs/runelog.md describes them, without the program and without its key. */
final class ForgedJournal {
    private static final int FRAMES_AT = 128;

    /** One frame and the conversation that it is of. */
    static final class Frame {
        private final String conversation;
        private final byte[] bytes;

        Frame(String conversation, byte[] bytes) {
            this.conversation = conversation;
            this.bytes = bytes;
        }

        String conversation() {
            return conversation;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private ForgedJournal() {}

    static Path file(Path data) {
        return data.resolve("journal/0000000000000001.journal");
    }

    static List<Frame> frames(Path data) throws IOException {
        byte[] file = Files.readAllBytes(file(data));
        ByteBuffer in = ByteBuffer.wrap(file);
        List<Frame> frames = new ArrayList<>();
        for (int at = FRAMES_AT; in.getInt(at) == 0x52554E45; at += 52 + in.getInt(at + 12)) {
            int length = 0;
            int next = at + 53;
            int shift = 0;
            byte part;
            do {
                part = file[next++];
                length |= (part & 0x7F) << shift;
                shift += 7;
            } while (part < 0);
            String name = new String(file, next, length, StandardCharsets.UTF_8);
            frames.add(new Frame(name, Arrays.copyOfRange(file, at, at + 52 + in.getInt(at + 12))));
        }
        return frames;
    }

    /** Puts these frames into the folder's journal, each a group of its own, with all checksums. */
    static void write(Path data, List<Frame> frames) throws IOException {
        byte[] old = Files.readAllBytes(file(data));
        long salt = ByteBuffer.wrap(old).getLong(24);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(old, 0, FRAMES_AT);
        int group = 1;
        for (Frame frame : frames) {
            byte[] bytes = frame.bytes().clone();
            ByteBuffer at = ByteBuffer.wrap(bytes);
            bytes[18] = 2;
            bytes[19] = (byte) group++;
            at.putInt(4, checksum(salt, out.size(), bytes, 8, 52 + at.getShort(16)));
            out.writeBytes(bytes);
        }
        byte[] mark = "ENDS....".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer.wrap(mark).putInt(4, checksum(salt, out.size(), mark, 0, 4));
        out.writeBytes(mark);
        Files.write(file(data), out.toByteArray());
        Files.deleteIfExists(data.resolve("journal/0000000000000001.index"));
    }

    private static int checksum(long salt, long offset, byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(16).putLong(salt).putLong(offset).array());
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    /** Writes a table beside the journal: its lines and their checksum, twice. */
    static void table(Path data, String name, List<String> lines) throws IOException {
        String content = "parley-" + name + " 2\n" + String.join("\n", lines) + "\n";
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        String copy = content + "checksum " + String.format(Locale.ROOT, "%08x", crc.getValue()) + "\n";
        Files.writeString(data.resolve(name), copy + copy);
    }
}
