package dev.parley.provider.standin;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Speaks a tone, in chunks, as far as its credit goes. Like a real voice it does not say beforehand how long it will be. Longer
 * pauses are silence after a mark of punctuation.
 */
final class ToneCall extends LocalCall {
    private static final int CHARACTER_MS = 60;
    private static final int SHORTEST_MS = 300;
    private static final int CHUNK_MS = 100;
    private static final int TONE_HZ = 440;
    private static final int RATE_HZ = 16_000;
    private static final long LOUDNESS = 9_830;
    private static final long HALF_CIRCLE = 180_000;

    /** One chunk at the usual rate. It holds whole periods, so that chunks follow each other without a click. */
    private static final byte[] TONE = tone(RATE_HZ);

    private final int sampleRateHz;
    private final byte[] chunk;
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<WordMark> marks = new ArrayList<>();
    private int stretch;
    private long inStretchMs;
    private long madeMs;
    private int mark;
    private long credit;

    /** Some tone, or some silence. */
    private record Stretch(boolean sounds, long lengthMs) {}

    ToneCall(ProviderInvocation invocation, ProviderRequest.Synthesize request, ProviderIngress ingress) {
        super(invocation, ingress);
        this.sampleRateHz = request.sampleRateHz();
        this.chunk = sampleRateHz == RATE_HZ ? TONE : tone(sampleRateHz);
        plan(request);
    }

    private static byte[] tone(int rateHz) {
        int samples = rateHz * CHUNK_MS / 1000;
        byte[] pcm = new byte[2 * samples];
        for (int i = 0; i < samples; i++) {
            short sample = sine((long) i * TONE_HZ % rateHz * 2 * HALF_CIRCLE / rateHz);
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        return pcm;
    }

    /** A sine in whole numbers, after Bhaskara; the angle is in thousandths of a degree. */
    private static short sine(long angle) {
        long in = angle % HALF_CIRCLE;
        long product = in * (HALF_CIRCLE - in);
        long value = LOUDNESS * 4 * product / (5 * HALF_CIRCLE * HALF_CIRCLE / 4 - product);
        return (short) (angle < HALF_CIRCLE ? value : -value);
    }

    private void plan(ProviderRequest.Synthesize request) {
        String text = request.text();
        long pauseMs = BigDecimal.valueOf(CHARACTER_MS)
                .multiply(request.pauses().subtract(BigDecimal.ONE))
                .max(BigDecimal.ZERO)
                .longValue();
        long plannedMs = 0;
        long soundsMs = 0;
        int wordAt = -1;
        long wordFromMs = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean blank = i == text.length() || Character.isWhitespace(text.charAt(i));
            if (blank && wordAt >= 0) {
                marks.add(new WordMark(text.substring(wordAt, i), wordFromMs, plannedMs + soundsMs));
                wordAt = -1;
            } else if (!blank && wordAt < 0) {
                wordAt = i;
                wordFromMs = plannedMs + soundsMs;
            }
            if (i < text.length()) {
                soundsMs += spokenMs(CHARACTER_MS * (i + 1L), request.rate())
                        - spokenMs(CHARACTER_MS * (long) i, request.rate());
                if (pauseMs > 0 && ".,;:!?".indexOf(text.charAt(i)) >= 0) {
                    stretches.add(new Stretch(true, soundsMs));
                    stretches.add(new Stretch(false, pauseMs));
                    plannedMs += soundsMs + pauseMs;
                    soundsMs = 0;
                }
            }
        }
        long shortestMs = spokenMs(SHORTEST_MS, request.rate());
        stretches.add(new Stretch(true, Math.max(soundsMs, shortestMs - plannedMs)));
    }

    private static long spokenMs(long normalMs, BigDecimal rate) {
        if (rate.compareTo(BigDecimal.ONE) == 0) {
            return normalMs;
        }
        return BigDecimal.valueOf(normalMs)
                .divide(rate, 0, RoundingMode.HALF_UP)
                .longValue();
    }

    @Override
    public void grant(long more) {
        credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
        while (credit > 0 && !isOver() && stretch < stretches.size()) {
            makeChunk(stretches.get(stretch));
        }
        if (stretch == stretches.size()) {
            end(Outcome.SUCCESS);
        }
    }

    private void makeChunk(Stretch present) {
        int lengthMs = (int) Math.min(CHUNK_MS, present.lengthMs() - inStretchMs);
        if (lengthMs > 0) {
            AudioFrame frame = present.sounds()
                    ? new AudioFrame(pcm(lengthMs), sampleRateHz, madeMs, lengthMs)
                    : AudioFrame.silence(sampleRateHz, madeMs, lengthMs);
            credit -= lengthMs;
            inStretchMs += lengthMs;
            madeMs += lengthMs;
            give(new ProviderEvent.AudioChunk(invocation(), frame, begun()));
        }
        if (inStretchMs >= present.lengthMs()) {
            stretch++;
            inStretchMs = 0;
        }
    }

    /** The words that begin in what was made last. */
    private List<WordMark> begun() {
        int from = mark;
        while (mark < marks.size() && marks.get(mark).fromMs() < madeMs) {
            mark++;
        }
        return marks.subList(from, mark);
    }

    private byte[] pcm(int lengthMs) {
        return lengthMs == CHUNK_MS ? chunk : Arrays.copyOf(chunk, 2 * sampleRateHz * lengthMs / 1000);
    }
}
