package dev.parley.speech.vad;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;

/**
 * Judgements of frames with hysteresis: a voice begins when most of the last frames were voiced, so that a click is none, and ends
 * when none was for a while. It began with the first of those frames. What is too quiet to be meant for anybody is silence.
 */
final class DetectorCall extends LocalCall {
    private static final int FRAME = 320;
    private static final int FRAME_MS = 20;
    private static final int WINDOW = 5;
    private static final int VOICED_MIN = 3;
    private static final double QUIETEST = 60;

    /** A detector that has just heard silence calls one more frame voiced; so many are not counted at the end. */
    private static final int HANGOVER_MS = 40;

    private final FrameJudge judge;
    private final long silenceMs;
    private final short[] samples = new short[FRAME];
    private int filled;
    private int voicedBits;
    private boolean voiced;
    private long lastVoicedMs;
    private long atMs = -FRAME_MS;

    DetectorCall(
            ProviderInvocation invocation,
            ProviderRequest.DetectVoice request,
            ProviderIngress ingress,
            FrameJudge judge) {
        super(invocation, ingress);
        this.judge = judge;
        this.silenceMs = request.silenceMs();
    }

    @Override
    protected void hear(AudioFrame frame) {
        byte[] pcm = frame.pcm();
        long frameMs = frame.mediaMs() - filled * (long) FRAME_MS / FRAME;
        for (int i = 0; i + 1 < pcm.length; i += 2) {
            samples[filled++] = (short) ((pcm[i] & 0xff) | (pcm[i + 1] << 8));
            if (filled == FRAME) {
                filled = 0;
                atMs = Math.max(atMs + FRAME_MS, frameMs);
                judge(atMs);
                frameMs += FRAME_MS;
            }
        }
    }

    private void judge(long frameMs) {
        boolean loud = judge.isVoice(samples) && Level.of(samples) >= QUIETEST;
        voicedBits = ((voicedBits << 1) | (loud ? 1 : 0)) & ((1 << WINDOW) - 1);
        long endMs = frameMs + FRAME_MS;
        if (loud) {
            lastVoicedMs = endMs;
        }
        if (!voiced && Integer.bitCount(voicedBits) >= VOICED_MIN) {
            voiced = true;
            int first = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(voicedBits);
            give(new ProviderEvent.VoiceStarted(invocation(), Math.max(0, frameMs - (long) first * FRAME_MS)));
        } else if (voiced && endMs - lastVoicedMs >= silenceMs) {
            stop();
        }
    }

    private void stop() {
        voiced = false;
        voicedBits = 0;
        give(new ProviderEvent.VoiceStopped(invocation(), Math.max(0, lastVoicedMs - HANGOVER_MS)));
    }

    @Override
    protected void heardAll() {
        if (voiced) {
            stop();
        }
    }

    @Override
    protected void closed() {
        judge.close();
    }
}
