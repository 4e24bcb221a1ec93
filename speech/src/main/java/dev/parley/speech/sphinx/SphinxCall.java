package dev.parley.speech.sphinx;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.speech.sphinx.Recogniser.HeardWord;
import dev.parley.speech.sphinx.Recogniser.Understood;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One utterance. It is searched when the person pauses: a sentence that is found then is a partial result, which is how stop words
 * act before the turn is over, and it is the final one too if nothing more is said.
 */
final class SphinxCall extends LocalCall {
    /** So much silence ends a word for certain, and most often a sentence. */
    private static final long PAUSE_MS = 240;

    /** What is shorter is a click or a cough, and nobody is asked what they meant by it. */
    private static final long SPEECH_MS_MIN = 160;

    /** Nobody gives a command that is longer. */
    private static final long UTTERANCE_MS_MAX = 15_000;

    /** Silence is so much quieter than the loudest sound, or quieter than any speech. */
    private static final double QUIET_PART = 0.08;

    private static final double QUIET_LEVEL = 50;

    private final Recogniser recogniser;
    private final boolean partials;
    private final int sampleRateHz;
    private final Cepstra cepstra = new Cepstra();
    private short[] samples = new short[0];
    private double loudest;
    private long fromMs = -1;
    private long toMs;
    private long speechMs;
    private long quietMs;
    private @Nullable Understood found;

    SphinxCall(
            ProviderInvocation invocation,
            ProviderRequest.Transcribe request,
            ProviderIngress ingress,
            Recogniser recogniser) {
        super(invocation, ingress);
        this.recogniser = recogniser;
        this.partials = request.partials();
        this.sampleRateHz = request.sampleRateHz();
    }

    @Override
    protected void hear(AudioFrame frame) {
        fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
        toMs = frame.mediaMs() + frame.durationMs();
        if (toMs - fromMs > UTTERANCE_MS_MAX || sampleRateHz != Cepstra.RATE_HZ) {
            return;
        }
        int count = read(frame.pcm());
        cepstra.add(samples, count);
        double level = level(count);
        loudest = Math.max(loudest, level);
        if (level > Math.max(QUIET_LEVEL, QUIET_PART * loudest)) {
            speechMs += frame.durationMs();
            quietMs = 0;
            found = null;
        } else {
            quietMs += frame.durationMs();
            if (found == null && quietMs >= PAUSE_MS && speechMs >= SPEECH_MS_MIN) {
                pause();
            }
        }
    }

    private void pause() {
        Understood understood = recogniser.understand(cepstra.frames());
        found = understood;
        if (partials && understood.sure()) {
            give(new ProviderEvent.PartialTranscript(invocation(), understood.text(), understood.confidencePermille()));
        }
    }

    private int read(byte[] pcm) {
        int count = pcm.length / 2;
        if (samples.length < count) {
            samples = new short[count];
        }
        for (int i = 0; i < count; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8));
        }
        return count;
    }

    private double level(int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (double) samples[i] * samples[i];
        }
        return Math.sqrt(sum / Math.max(1, count));
    }

    @Override
    protected void heardAll() {
        if (speechMs < SPEECH_MS_MIN) {
            return;
        }
        boolean tooLong = toMs - fromMs > UTTERANCE_MS_MAX;
        Understood known = found;
        Understood understood =
                tooLong ? Understood.NOTHING : known == null ? recogniser.understand(cepstra.frames()) : known;
        if (understood.sure()) {
            give(new ProviderEvent.FinalTranscript(
                    invocation(), understood.text(), understood.confidencePermille(), fromMs, toMs, marks(understood)));
        } else {
            give(new ProviderEvent.NotUnderstood(invocation(), understood.confidencePermille(), fromMs, toMs));
        }
    }

    private List<WordMark> marks(Understood understood) {
        List<WordMark> marks = new ArrayList<>();
        for (HeardWord word : understood.words()) {
            marks.add(new WordMark(word.text(), fromMs + word.fromMs(), fromMs + word.toMs()));
        }
        return marks;
    }
}
