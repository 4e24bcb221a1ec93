package dev.parley.speech.tts;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.speech.ComputeThreads;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One text, spoken clause by clause as far as its credit goes, so that its first sound does not wait for its last word. */
final class SpeakingCall extends LocalCall {
    private static final int CHUNK_MS = 100;
    private static final long COMMA_MS = 130;
    private static final long STOP_MS = 280;
    static final int SAMPLES_PER_MS = Voice.RATE_HZ / 1000;

    private final Voice voice;
    private final List<SpokenText.Clause> clauses;
    private final double stretch;
    private final BigDecimal pauses;
    private final boolean served;
    private int clause;
    private @Nullable SpokenClause present;
    private int givenSamples;
    private long madeMs;
    private int mark;
    private long credit;

    SpeakingCall(
            ProviderInvocation invocation, ProviderRequest.Synthesize request, ProviderIngress ingress, Voice voice) {
        super(invocation, ingress);
        this.voice = voice;
        this.clauses = SpokenText.clauses(request.text());
        this.stretch = 1 / request.rate().doubleValue();
        this.pauses = request.pauses();
        this.served = request.sampleRateHz() == Voice.RATE_HZ;
    }

    @Override
    public void grant(long more) {
        if (!served) {
            end(Outcome.error(false, voice.name() + " speaks at " + Voice.RATE_HZ + " Hz"));
            return;
        }
        credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
        while (credit > 0 && !isOver() && !Thread.currentThread().isInterrupted() && hasNext()) {
            giveChunk();
        }
        if (!isOver() && !Thread.currentThread().isInterrupted() && !hasNext()) {
            end(Outcome.SUCCESS);
        }
    }

    private boolean hasNext() {
        return present != null || clause < clauses.size();
    }

    private void giveChunk() {
        SpokenClause sound = present;
        if (sound == null) {
            SpokenText.Clause next = clauses.get(clause);
            long pauseMs = clause == clauses.size() - 1 ? 0 : pauseMs(next.mark());
            sound = ComputeThreads.SPEAKING.compute(() -> SpokenClause.of(voice, next, stretch, pauseMs));
            present = sound;
            givenSamples = 0;
            mark = 0;
        }
        int count = Math.min(CHUNK_MS * SAMPLES_PER_MS, sound.samples.length - givenSamples);
        int ms = count / SAMPLES_PER_MS;
        byte[] pcm = new byte[2 * count];
        for (int i = 0; i < count; i++) {
            short sample = sound.samples[givenSamples + i];
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        long clauseFromMs = madeMs - givenSamples / SAMPLES_PER_MS;
        givenSamples += count;
        List<WordMark> begun = begun(sound, clauseFromMs);
        AudioFrame frame = new AudioFrame(pcm, Voice.RATE_HZ, madeMs, ms);
        madeMs += ms;
        credit -= ms;
        if (givenSamples == sound.samples.length) {
            present = null;
            clause++;
        }
        if (ms > 0) {
            give(new ProviderEvent.AudioChunk(invocation(), frame, begun));
        }
    }

    /** The words that begin in what is given now. */
    private List<WordMark> begun(SpokenClause sound, long fromMs) {
        List<WordMark> begun = new ArrayList<>();
        boolean last = givenSamples == sound.samples.length;
        while (mark < sound.words.size() && (last || sound.starts[mark] < givenSamples)) {
            int end = mark + 1 < sound.starts.length ? sound.starts[mark + 1] : sound.voicedSamples;
            begun.add(new WordMark(
                    sound.words.get(mark),
                    fromMs + sound.starts[mark] / SAMPLES_PER_MS,
                    fromMs + Math.max(sound.starts[mark], end) / SAMPLES_PER_MS));
            mark++;
        }
        return begun;
    }

    private long pauseMs(char markAfter) {
        long normal = switch (markAfter) {
            case ' ' -> 0;
            case ',' -> COMMA_MS;
            default -> STOP_MS;
        };
        return pauses.multiply(BigDecimal.valueOf(normal * stretch)).longValue();
    }

    @Override
    protected void closed() {
        present = null;
    }
}
