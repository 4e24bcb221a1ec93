package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * All that has to be known of a conversation that nobody uses: where it begins, and where its runes are. As bytes it takes
 * about a hundred, and three more for every rune.
 *
 * @param earliest the first event id that is still here
 * @param base the hash before that
 */
record RestingLog(long earliest, Hash base, List<Segment> segments) {
    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeLong(earliest);
        out.write(earliest > 1 ? base.bytes() : new byte[0]);
        out.writeInt(segments.size());
        Hash before = base;
        for (Segment segment : segments) {
            boolean isKnown = segment.before().equals(before);
            out.writeLong(segment.file());
            out.writeBoolean(isKnown);
            segment.write(out, !isKnown);
            before = segment.last();
        }
    }

    static RestingLog of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return read(in);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static RestingLog read(DataInputStream in) throws IOException {
        long earliest = in.readLong();
        Hash base = earliest > 1 ? Hash.of(in.readNBytes(Hash.BYTES)) : Hash.ZERO;
        int count = in.readInt();
        List<Segment> segments = new ArrayList<>(count);
        Hash before = base;
        for (int i = 0; i < count; i++) {
            long file = in.readLong();
            Segment segment = Segment.read(in, file, in.readBoolean() ? before : null);
            segments.add(segment);
            before = segment.last();
        }
        return new RestingLog(earliest, base, segments);
    }
}
