package dev.parley.transport.realtime;

import dev.parley.session.media.Frame;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of sound that a client has sent and not committed yet. Their bytes are counted in the socket's share of the budget
 * before they are allocated. Used by the socket's reader alone; what is left when the socket closes goes with its share.
 */
final class KeptAudio {
    private static final int BLOCK_FRAMES = 100;
    private static final int BLOCK_BYTES = BLOCK_FRAMES * Frame.BYTES;

    private final ByteBudget.Share share;
    private final List<byte[]> blocks = new ArrayList<>();
    private int frames;
    private long counted;

    KeptAudio(ByteBudget.Share share) {
        this.share = share;
    }

    /** How many bytes of sound there are. */
    int bytes() {
        return frames * Frame.BYTES;
    }

    int frames() {
        return frames;
    }

    /** Makes sure that so many more bytes can be added. */
    void makeRoom(int more) throws OverBudget {
        while (bytes() + more > blocks.size() * BLOCK_BYTES) {
            share.take(BLOCK_BYTES);
            counted += BLOCK_BYTES;
            blocks.add(new byte[BLOCK_BYTES]);
        }
    }

    /** Adds a frame. There is room for it, unless it is the rest of a sound that was cleared. */
    void add(byte[] frame) {
        if (frames == blocks.size() * BLOCK_FRAMES) {
            blocks.add(new byte[BLOCK_BYTES]);
        }
        byte[] block = blocks.get(frames / BLOCK_FRAMES);
        System.arraycopy(frame, 0, block, frames % BLOCK_FRAMES * Frame.BYTES, Frame.BYTES);
        frames++;
    }

    /** A copy of this frame. */
    byte[] frame(int index) {
        byte[] frame = new byte[Frame.BYTES];
        System.arraycopy(blocks.get(index / BLOCK_FRAMES), index % BLOCK_FRAMES * Frame.BYTES, frame, 0, Frame.BYTES);
        return frame;
    }

    void clear() {
        share.release(counted);
        counted = 0;
        blocks.clear();
        frames = 0;
    }
}
