package dev.parley.speech.vad;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.speech.onnx.Network;
import java.util.Map;

/**
 * The network Silero. It looks at 32 ms and a little of what was before, and remembers the rest as a state; a frame of 20 ms is judged
 * by the last look. What is voiced stays so until its chance falls well below the one that made it so.
 */
final class SileroJudge implements FrameJudge {
    private static final int WINDOW = 512;
    private static final int BEFORE = 64;
    private static final int STATE = 2 * 128;
    private static final long RATE_HZ = 16_000;
    private static final float FULL_SCALE = 32_768f;
    private static final float VOICED_FROM = 0.5f;
    private static final float SILENT_BELOW = 0.35f;

    private final Network network;
    private final float[] input = new float[BEFORE + WINDOW];
    private float[] state = new float[STATE];
    private int filled;
    private boolean voiced;

    SileroJudge(Network network) {
        this.network = network;
    }

    @Override
    public boolean isVoice(short[] samples) {
        for (short sample : samples) {
            input[BEFORE + filled++] = sample / FULL_SCALE;
            if (filled == WINDOW) {
                filled = 0;
                voiced = chance() >= (voiced ? SILENT_BELOW : VOICED_FROM);
                System.arraycopy(input, WINDOW, input, 0, BEFORE);
            }
        }
        return voiced;
    }

    private float chance() {
        try (OnnxTensor sound = Network.tensor(input, 1, input.length);
                OnnxTensor memory = Network.tensor(state, 2, 1, STATE / 2);
                OnnxTensor rate = Network.tensor(new long[] {RATE_HZ});
                OrtSession.Result result = network.run(Map.of("input", sound, "state", memory, "sr", rate))) {
            state = Network.floats(result, 1);
            return Network.floats(result, 0)[0];
        } catch (OrtException e) {
            throw new IllegalStateException("silero cannot be run: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {}
}
