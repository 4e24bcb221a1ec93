package dev.parley.app.voice;

import dev.onvoid.webrtc.media.audio.AudioProcessing;
import dev.onvoid.webrtc.media.audio.AudioProcessingConfig;
import dev.onvoid.webrtc.media.audio.AudioProcessingStreamConfig;
import dev.parley.session.media.Frame;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * WebRTC's canceller: it takes the loudspeaker out of the microphone, finds by itself how late that is, and leaves the person, so
 * that both may speak at once.
 */
public final class EchoCanceller implements Echo {
    private static final AudioProcessingStreamConfig MONO = new AudioProcessingStreamConfig(Frame.RATE_HZ, 1);

    /** The canceller works on 10 ms. */
    private static final int PIECE = Frame.BYTES / 2;

    private final AudioProcessing processing;
    private final byte[] given = new byte[PIECE];
    private final byte[] made = new byte[PIECE];
    private final byte[] clean = new byte[Frame.BYTES];

    private EchoCanceller(AudioProcessing processing) {
        this.processing = processing;
        AudioProcessingConfig wanted = new AudioProcessingConfig();
        wanted.echoCanceller.enabled = true;
        wanted.highPassFilter.enabled = true;
        processing.applyConfig(wanted);
    }

    /** The canceller, or null where its library does not load. */
    static @Nullable EchoCanceller open() {
        try {
            QuietEnd.want();
            return new EchoCanceller(new AudioProcessing());
        } catch (LinkageError | RuntimeException _) {
            return null;
        }
    }

    /** Whether its library loads on this machine. */
    public static boolean isHere() {
        try (EchoCanceller canceller = open()) {
            return canceller != null;
        }
    }

    @Override
    public void played(byte[] frame, boolean silent) {
        for (int at = 0; at < Frame.BYTES; at += PIECE) {
            System.arraycopy(frame, at, given, 0, PIECE);
            processing.processReverseStream(given, MONO, MONO, made);
        }
    }

    @Override
    public byte[] heard(byte[] frame) {
        for (int at = 0; at < Frame.BYTES; at += PIECE) {
            System.arraycopy(frame, at, given, 0, PIECE);
            int fault = processing.processStream(given, MONO, MONO, made);
            if (fault == 0) {
                System.arraycopy(made, 0, clean, at, PIECE);
            } else {
                Arrays.fill(clean, at, at + PIECE, (byte) 0);
            }
        }
        return clean;
    }

    @Override
    public boolean isDeaf() {
        return false;
    }

    @Override
    public void close() {
        processing.dispose();
    }
}
