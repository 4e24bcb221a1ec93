package dev.parley.speech.stt;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.speech.ComputeThreads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One utterance. It is looked at when the person pauses: a sentence that is found then is a partial result, which is how stop words
 * act before the turn is over, and it is the final one too if nothing more is said. Who understands half sentences looks at the growing
 * sound meanwhile as well, each time after it has grown by half, so that all looks together cost no more than three of the last; but
 * not while others are listened to, who would wait for it.
 */
final class UtteranceCall extends LocalCall {
    /** So much silence ends a word for certain, and most often a sentence. */
    private static final long PAUSE_MS = 240;

    /** What is shorter is a click or a cough, and nobody is asked what they meant by it. */
    private static final long SPEECH_MS_MIN = 160;

    /** Nobody gives a command that is longer; who understands anything hears what is longer in pieces. */
    private static final long PIECE_MS_MAX = 15_000;

    /** From here on a piece ends at the first moment of quiet, or at the quietest one there was. */
    private static final long PIECE_MS = 12_000;

    /** What is said after so many pieces without a pause is no longer listened to. */
    private static final int PIECES_MAX = 8;

    private static final int SAMPLES_PER_MS = Transcriber.RATE_HZ / 1000;

    private static final long FIRST_LOOK_MS = 600;
    private static final double GROWTH = 1.5;

    /** Silence is so much quieter than the loudest sound, or quieter than any speech. */
    private static final double QUIET_PART = 0.08;

    private static final double QUIET_LEVEL = 50;

    private final Transcriber transcriber;
    private final boolean partials;
    private final int sampleRateHz;
    private short[] samples = new short[Transcriber.RATE_HZ];
    private int count;
    private double loudest;
    private long fromMs = -1;
    private long toMs;
    private long speechMs;
    private long quietMs;
    private double nextLookMs = FIRST_LOOK_MS;
    private @Nullable Understood found;
    private final List<Understood> pieces = new ArrayList<>();
    private double quietest = Double.MAX_VALUE;
    private int quietestAt;

    UtteranceCall(
            ProviderInvocation invocation,
            ProviderRequest.Transcribe request,
            ProviderIngress ingress,
            Transcriber transcriber) {
        super(invocation, ingress);
        this.transcriber = transcriber;
        this.partials = request.partials();
        this.sampleRateHz = request.sampleRateHz();
    }

    @Override
    protected void hear(AudioFrame frame) {
        fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
        toMs = frame.mediaMs() + frame.durationMs();
        if (isFull() || sampleRateHz != Transcriber.RATE_HZ) {
            return;
        }
        double level = take(frame.pcm());
        loudest = Math.max(loudest, level);
        boolean isQuiet = level <= Math.max(QUIET_LEVEL, QUIET_PART * loudest);
        if (!isQuiet) {
            speechMs += frame.durationMs();
            quietMs = 0;
            found = null;
            if (partials && transcriber.understandsHalfSentences() && speechMs >= nextLookMs) {
                nextLookMs = speechMs * GROWTH;
                if (ComputeThreads.HEARING.isIdle()) {
                    tell(found(transcriber::understandHalf));
                }
            }
        } else {
            quietMs += frame.durationMs();
            if (found == null && quietMs >= PAUSE_MS && speechMs >= SPEECH_MS_MIN) {
                found = tell(look());
            }
        }
        if (transcriber.understandsHalfSentences() && count >= PIECE_MS * SAMPLES_PER_MS) {
            endPiece(level, isQuiet);
        }
    }

    /** Understands what there is, so that no more than one piece is kept and each costs the same. */
    private void endPiece(double level, boolean isQuiet) {
        if (level < quietest) {
            quietest = level;
            quietestAt = count;
        }
        if (isQuiet || count >= PIECE_MS_MAX * SAMPLES_PER_MS) {
            short[] rest = Arrays.copyOfRange(samples, quietestAt, count);
            count = quietestAt;
            pieces.add(found(transcriber::understandHalf));
            System.arraycopy(rest, 0, samples, 0, rest.length);
            count = rest.length;
            found = null;
            quietest = Double.MAX_VALUE;
        }
    }

    private boolean isFull() {
        return transcriber.understandsHalfSentences() ? pieces.size() >= PIECES_MAX : toMs - fromMs > PIECE_MS_MAX;
    }

    private Understood look() {
        return found(transcriber::understand);
    }

    private Understood found(Function<short[], Understood> looking) {
        short[] sound = Arrays.copyOf(samples, count);
        return ComputeThreads.HEARING.compute(() -> looking.apply(sound));
    }

    private Understood tell(Understood understood) {
        Understood all = withPieces(understood);
        if (partials && all.sure()) {
            give(new ProviderEvent.PartialTranscript(invocation(), all.text(), all.confidencePermille()));
        }
        return understood;
    }

    /** What is sure of all that was said; as sure as its worst piece. */
    private Understood withPieces(Understood last) {
        if (pieces.isEmpty()) {
            return last;
        }
        List<Understood> sure = Stream.concat(pieces.stream(), Stream.of(last))
                .filter(Understood::sure)
                .toList();
        return new Understood(
                String.join(" ", sure.stream().map(Understood::text).toList()),
                !sure.isEmpty(),
                sure.stream().mapToInt(Understood::confidencePermille).min().orElse(0),
                List.of());
    }

    /** Keeps samples and says how loud they are. */
    private double take(byte[] pcm) {
        int more = pcm.length / 2;
        if (count + more > samples.length) {
            samples = Arrays.copyOf(samples, 2 * (count + more));
        }
        double sum = 0;
        for (int i = 0; i < more; i++) {
            short sample = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8));
            samples[count++] = sample;
            sum += (double) sample * sample;
        }
        return Math.sqrt(sum / Math.max(1, more));
    }

    @Override
    protected void heardAll() {
        if (speechMs < SPEECH_MS_MIN) {
            return;
        }
        Understood understood = withPieces(last());
        if (understood.sure()) {
            give(new ProviderEvent.FinalTranscript(
                    invocation(),
                    understood.text(),
                    understood.confidencePermille(),
                    fromMs,
                    toMs,
                    marks(understood),
                    understood.whole()));
        } else {
            give(new ProviderEvent.NotUnderstood(
                    invocation(), understood.confidencePermille(), fromMs, toMs, understood.nearest()));
        }
    }

    /** What was said last, or all of it. */
    private Understood last() {
        Understood known = found;
        if (isFull() || (!pieces.isEmpty() && count < SPEECH_MS_MIN * SAMPLES_PER_MS)) {
            return Understood.NOTHING;
        }
        return known == null ? look() : known;
    }

    private List<WordMark> marks(Understood understood) {
        return understood.words().stream()
                .map(word -> new WordMark(word.text(), fromMs + word.fromMs(), fromMs + word.toMs()))
                .toList();
    }
}
