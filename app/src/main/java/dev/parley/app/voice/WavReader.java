package dev.parley.app.voice;

import dev.parley.app.io.BadInput;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameCutter;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A WAV file of 16-bit samples, read frame by frame. */
final class WavReader implements Closeable {
    private static final int PCM = 1;
    private static final int EXTENSIBLE = 0xfffe;
    private static final int RATE_MIN = 8_000;
    private static final int RATE_MAX = 192_000;
    private static final int CHANNELS_MAX = 32;
    private static final int PIECE = 8_192;

    private final Path file;
    private final DataInputStream in;
    private final Deque<byte[]> frames = new ArrayDeque<>();
    private int rateHz;
    private int channels;
    private long left;
    private boolean over;
    private FrameCutter cutter = new FrameCutter(Frame.RATE_HZ, 1, frame -> {});

    private WavReader(Path file, InputStream in) {
        this.file = file;
        this.in = new DataInputStream(new BufferedInputStream(in));
    }

    /** @throws BadInput where this is no such file */
    static WavReader open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new BadInput(file + ": is a folder; name a WAV file in it");
        }
        InputStream in;
        try {
            in = Files.newInputStream(file);
        } catch (IOException e) {
            throw new BadInput(
                    e instanceof NoSuchFileException ? file + ": there is no such file" : file + ": cannot be read");
        }
        WavReader reader = new WavReader(file, in);
        try {
            reader.header();
            return reader;
        } catch (EOFException e) {
            reader.close();
            throw reader.bad("it ends before its samples begin");
        } catch (BadInput | IOException e) {
            reader.close();
            throw e;
        }
    }

    private BadInput bad(String why) {
        return new BadInput(file + ": no WAV file of 16-bit samples: " + why);
    }

    private void header() throws IOException {
        if (!tag().equals("RIFF")) {
            throw bad("it does not begin with RIFF");
        }
        number(4);
        if (!tag().equals("WAVE")) {
            throw bad("it is another kind of RIFF file");
        }
        String tag = tag();
        while (!tag.equals("data")) {
            long length = number(4);
            if (tag.equals("fmt ")) {
                length -= format(length);
            }
            in.skipNBytes(length + length % 2);
            tag = tag();
        }
        left = number(4);
        if (rateHz == 0) {
            throw bad("its samples come before their format");
        }
        cutter = new FrameCutter(rateHz, channels, frame -> frames.add(frame.clone()));
    }

    private long format(long length) throws IOException {
        if (length < 16) {
            throw bad("its format is too short");
        }
        long kind = number(2);
        channels = (int) number(2);
        long rate = number(4);
        number(4);
        number(2);
        long bits = number(2);
        if ((kind != PCM && kind != EXTENSIBLE) || bits != 16) {
            throw bad("its samples have " + bits + " bits and format " + kind + "; save it as 16-bit PCM");
        }
        if (rate < RATE_MIN || rate > RATE_MAX) {
            throw bad("it has " + rate + " samples a second; " + RATE_MIN + " to " + RATE_MAX + " are heard");
        }
        if (channels < 1 || channels > CHANNELS_MAX) {
            throw bad("it has " + channels + " channels; 1 to " + CHANNELS_MAX + " are heard");
        }
        rateHz = (int) rate;
        return 16;
    }

    private String tag() throws IOException {
        byte[] tag = new byte[4];
        in.readFully(tag);
        return new String(tag, StandardCharsets.US_ASCII);
    }

    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) in.readUnsignedByte() << (8 * i);
        }
        return value;
    }

    /** The next 20 ms at 16 kHz, or null after the last; the last ones end with silence. */
    byte @Nullable [] next() {
        while (frames.isEmpty() && !over) {
            read();
        }
        return frames.poll();
    }

    /** A file whose header promises more than there is ends where it ends. */
    private void read() {
        byte[] piece;
        try {
            piece = in.readNBytes((int) Math.min(PIECE, left));
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read to its end: " + e.getMessage());
        }
        left -= piece.length;
        cutter.write(piece, 0, piece.length);
        if (piece.length == 0 || left == 0) {
            over = true;
            cutter.finish();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
