package dev.parley.speech.turn;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.ComputeThreads;
import dev.parley.speech.onnx.Network;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The model Smart Turn: by intonation and words it tells a finished sentence from a pause. One judgement at a time. */
public final class SmartTurn implements Provider {
    private static final String NAME = "smart-turn";
    private static final int COMPLETE_PERMILLE = 500;
    private static final float FULL_SCALE = 32_768;
    private static final ProviderProfile PROFILE = new ProviderProfile(
            NAME,
            Modality.END_OF_TURN,
            false,
            true,
            500,
            new ProviderProfile.Timeouts(5_000, 5_000),
            new ProviderProfile.Limits(20_000, 20_000, 1 << 20));

    private final Network network;
    private final ReentrantLock lock = new ReentrantLock();

    private SmartTurn(Network network) {
        this.network = network;
    }

    /** @param folder of the fetched model, checked */
    public static SmartTurn in(Path folder) {
        return new SmartTurn(new Network(folder.resolve("smart-turn.onnx")));
    }

    /** Loads the model, so that nobody waits for it later. A model that cannot be run says so when it is asked. */
    @SuppressWarnings("EmptyCatch")
    public void prepare() {
        try {
            score(new float[0]);
        } catch (IllegalStateException e) {
            // Every call will end with the same error.
        }
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(
                PROFILE, invocation, request, ingress, token, (call, _, events) -> new Judgement(call, events));
    }

    /** The chance in thousandths that somebody who sounded like this has finished. */
    int score(float[] sound) {
        float[] features = new LogMel().of(sound);
        lock.lock();
        try (OnnxTensor input = Network.tensor(features, 1, LogMel.BANDS, LogMel.STEPS);
                OrtSession.Result result = network.run(Map.of("input_features", input))) {
            return Math.round(Math.clamp(Network.floats(result, 0)[0], 0f, 1f) * 1_000);
        } catch (OrtException e) {
            throw new IllegalStateException("the model cannot be run: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    private final class Judgement extends LocalCall {
        private final float[] last = new float[LogMel.SAMPLES];
        private int count;

        Judgement(ProviderInvocation invocation, ProviderIngress ingress) {
            super(invocation, ingress);
        }

        @Override
        protected void hear(AudioFrame frame) {
            byte[] pcm = frame.pcm();
            int more = pcm.length / 2;
            int over = Math.max(0, count + more - last.length);
            System.arraycopy(last, over, last, 0, count - over);
            count -= over;
            for (int i = 0; i < more; i++) {
                last[count++] = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8)) / FULL_SCALE;
            }
        }

        @Override
        protected void heardAll() {
            float[] sound = Arrays.copyOf(last, count);
            try {
                int score = ComputeThreads.HEARING.compute(() -> score(sound));
                give(new ProviderEvent.EndScored(invocation(), NAME, score, score > COMPLETE_PERMILLE));
            } catch (IllegalStateException e) {
                end(Outcome.error(false, String.valueOf(e.getMessage())));
            }
        }
    }
}
