package dev.parley.provider.standin;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hears a voice where the level is high enough. Makes nothing new for a frame. */
final class LevelCall extends LocalCall {
    private static final VarHandle SAMPLES =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Two hundredths of full scale, squared, are 2 to the power of 32 in parts of ten thousand. */
    private static final int SQUARE_BITS = 32;

    private static final long PARTS = 10_000;

    private final long silenceMs;
    private boolean voiced;
    private long loudUntilMs;

    LevelCall(ProviderInvocation invocation, long silenceMs, ProviderIngress ingress) {
        super(invocation, ingress);
        this.silenceMs = silenceMs;
    }

    @Override
    protected void hear(AudioFrame frame) {
        long endMs = frame.mediaMs() + frame.durationMs();
        if (isLoud(frame.pcm())) {
            loudUntilMs = endMs;
            if (!voiced) {
                voiced = true;
                give(new ProviderEvent.VoiceStarted(invocation(), frame.mediaMs()));
            }
        } else if (voiced && endMs - loudUntilMs >= silenceMs) {
            stop();
        }
    }

    @Override
    protected void heardAll() {
        if (voiced) {
            stop();
        }
    }

    private void stop() {
        voiced = false;
        give(new ProviderEvent.VoiceStopped(invocation(), loudUntilMs));
    }

    private static boolean isLoud(byte[] pcm) {
        long sum = 0;
        for (int at = 0; at < pcm.length; at += 2) {
            int sample = (short) SAMPLES.get(pcm, at);
            sum += (long) sample * sample;
        }
        long samples = pcm.length / 2;
        return sum * PARTS >= samples << SQUARE_BITS;
    }
}
