package dev.parley.app.voice;

import dev.parley.session.media.Frame;

/**
 * Without a canceller of echoes the microphone hears the loudspeaker. So it is deaf while that speaks and for as long as a room
 * echoes: the agent never interrupts itself, and nobody can interrupt it by voice.
 */
final class HalfDuplex implements Echo {
    private static final int ECHO_FRAMES = 15;
    private static final byte[] SILENCE = new byte[Frame.BYTES];

    private int deafFrames;

    @Override
    public void played(byte[] frame, boolean silent) {
        if (!silent) {
            deafFrames = ECHO_FRAMES;
        }
    }

    @Override
    public byte[] heard(byte[] frame) {
        if (deafFrames == 0) {
            return frame;
        }
        deafFrames--;
        return SILENCE;
    }

    @Override
    public boolean isDeaf() {
        return deafFrames > 0;
    }

    @Override
    public void close() {}
}
