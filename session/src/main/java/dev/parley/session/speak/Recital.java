package dev.parley.session.speak;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.SpeechEvents.PrivacyDecided;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.session.event.Reply;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Utterance.Piece;
import dev.parley.state.CountedWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one turn still has to say, where it has to be said piece by piece. A sentence that carries a fact is judged when
 * its time has come and before it is synthesised; the judgement is recorded first. It is judged again at the moment at
 * which it would be heard, or go on after a pause, so that whoever came in meanwhile does not hear it.
 */
public final class Recital {
    private final long turn;
    private final String listener;
    private final Parts parts;
    private final Deque<Next> next = new ArrayDeque<>();
    private final Set<Long> altered = new HashSet<>();
    /** The replies that are said whole or not at all, with what is said in their place. */
    private final Map<Long, String> undivided = new HashMap<>();

    private final Set<Long> justAltered = new LinkedHashSet<>();
    private final Map<Long, Writing> written = new LinkedHashMap<>();
    private boolean toldUnsaid;

    /**
     * What every recital of a conversation shares.
     *
     * @param tellsUnsaid whether the person hears that something is left unsaid
     */
    public record Parts(
            People people, Recorder recorder, LongSupplier replyNumbers, Phrasing phrasing, boolean tellsUnsaid) {}

    private sealed interface Next {
        record Whole(Utterance utterance) implements Next {}

        record Part(Piece piece) implements Next {}
    }

    /** A reply that is said while it is being written. */
    private static final class Writing {
        final boolean interruptible;
        /** Whether more sentences may come. */
        boolean open = true;
        /** The sentence before, if it carried nothing. */
        String before = "";

        Writing(boolean interruptible) {
            this.interruptible = interruptible;
        }
    }

    public Recital(long turn, String listener, Parts parts) {
        this.turn = turn;
        this.listener = listener;
        this.parts = parts;
    }

    /** Whether a sentence of this text carries something to judge. */
    boolean concerns(String text) {
        return concerns(parts.people(), text, listener);
    }

    /** Whether a sentence of this text carries something that must be judged before it is synthesised. */
    public static boolean concerns(People people, String text, String listener) {
        return Sentences.of(text).stream().anyMatch(sentence -> people.judge(sentence, listener) != null);
    }

    private boolean carries(String sentence) {
        return parts.people().judge(sentence, listener) != null;
    }

    boolean isOver() {
        return next.isEmpty();
    }

    /** A reply that needs no judging and waits for what comes before it. */
    void add(Utterance whole) {
        next.add(new Next.Whole(whole));
    }

    void add(long number, Reply reply, Function<Reply, Voice> voices) {
        pieces(number, reply, voices).forEach(piece -> next.add(new Next.Part(piece)));
    }

    /** The next sentence of a reply that is still being written. */
    void add(long number, Sentence sentence, Function<Reply, Voice> voices) {
        written.computeIfAbsent(number, _ -> new Writing(sentence.interruptible()));
        Reply alone = sentence.asReply();
        next.add(new Next.Part(new Piece(number, alone, sentence.text(), sentence.text(), false, true, voices)));
    }

    /** The reply is written to its end. */
    void written(long number) {
        Writing writing = written.get(number);
        if (writing != null) {
            writing.open = false;
        }
    }

    /** The replies that were not said to their end, of those that are said while they are written. */
    List<Long> unsaid() {
        return written.entrySet().stream()
                .filter(entry -> entry.getValue().open || isLeft(entry.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether more sentences of a reply may come that voices and typed text may not end. */
    boolean isProtected() {
        return written.values().stream().anyMatch(writing -> writing.open && !writing.interruptible);
    }

    /** Whether the next can be synthesised while what comes before it is still heard. */
    boolean mayPrepare() {
        return switch (next.peek()) {
            case null -> false;
            case Next.Whole _ -> true;
            case Next.Part(Piece piece) -> piece.streamed() && !weighed(piece).carries();
        };
    }

    /** Judged with the sentence before it, where neither carries anything alone, so that nothing is told in two halves. */
    private Piece weighed(Piece piece) {
        Writing writing = written.get(piece.of());
        if (!piece.streamed() || writing == null) {
            return piece;
        }
        if (carries(piece.text())) {
            return piece.judgedAs(piece.text(), true);
        }
        String both = writing.before + " " + piece.text();
        return !writing.before.isEmpty() && carries(both) ? piece.judgedAs(both, true) : piece;
    }

    /** Sentences that carry something stand alone, those between them stay together, and so does what is said whole or not at all. */
    private List<Piece> pieces(long number, Reply reply, Function<Reply, Voice> voices) {
        if (undivided.containsKey(number)) {
            return List.of(Piece.of(number, reply, reply.says(), true, voices));
        }
        List<Piece> pieces = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        for (String sentence : Sentences.of(reply.says())) {
            if (!carries(sentence)) {
                plain.append(plain.isEmpty() ? "" : " ").append(sentence);
                continue;
            }
            if (!plain.isEmpty()) {
                pieces.add(Piece.of(number, reply, plain.toString(), false, voices));
                plain.setLength(0);
            }
            pieces.add(Piece.of(number, reply, sentence, true, voices));
        }
        if (!plain.isEmpty()) {
            pieces.add(Piece.of(number, reply, plain.toString(), false, voices));
        }
        return pieces;
    }

    /** The next that may be said, on its way to be synthesised; null where nothing is left to say. */
    @Nullable
    Utterance take() {
        for (Next first = next.poll(); first != null; first = next.poll()) {
            switch (first) {
                case Next.Whole(Utterance whole) -> {
                    return whole;
                }
                case Next.Part(Piece waiting) -> {
                    Piece piece = weighed(waiting);
                    passed(piece);
                    Utterance said = judged(piece);
                    if (said != null) {
                        return said;
                    }
                }
            }
        }
        return null;
    }

    /** A piece as it may be said now, or null. */
    private @Nullable Utterance judged(Piece piece) {
        Say say = piece.carries() ? decided(piece) : Say.SAY;
        if (say != Say.SAY) {
            altered.add(piece.of());
            justAltered.add(piece.of());
        }
        if (say != Say.SAY && undivided.containsKey(piece.of())) {
            leaveOut(piece.of());
            return instead(piece, undivided.getOrDefault(piece.of(), ""));
        }
        return say == Say.WITHHOLD ? unsaid(piece) : spoken(piece, say);
    }

    /** That something is left unsaid, once in a turn and in words that carry nothing; else null. */
    private @Nullable Utterance unsaid(Piece piece) {
        Judgement judgement = parts.people().judge(piece.judged(), listener);
        if (!parts.tellsUnsaid() || toldUnsaid || judgement == null) {
            return null;
        }
        Utterance told = instead(piece, judgement.unsaid());
        toldUnsaid = told != null;
        return told;
    }

    /** These words in place of a piece, unless they carry something too. */
    private @Nullable Utterance instead(Piece piece, String words) {
        if (words.isEmpty() || carries(words)) {
            return null;
        }
        long number = parts.replyNumbers().getAsLong();
        Reply own = Reply.own(words);
        AgentReplied told =
                new AgentReplied(number, own.says(), own.interruptible(), List.of(), null, "withheld", null, null);
        parts.recorder().write(told, turn);
        Reply reply = parts.phrasing().phrased(turn, number, own, listener);
        return new Utterance(number, reply, piece.voices().apply(reply), null, Say.SAY);
    }

    /** The replies of which something was withheld or said neutrally since this was last asked. */
    Set<Long> takeAltered() {
        Set<Long> taken = Set.copyOf(justAltered);
        justAltered.clear();
        return taken;
    }

    /** If a sentence of this reply may not be said, nothing that is left of it is. */
    void undivided(long reply, String instead) {
        undivided.put(reply, instead);
    }

    private void leaveOut(long reply) {
        next.removeIf(each -> each instanceof Next.Part(Piece piece) && piece.of() == reply);
    }

    private void passed(Piece piece) {
        Writing writing = written.get(piece.of());
        if (writing != null) {
            writing.before = piece.carries() ? "" : piece.text();
        }
    }

    private boolean isLeft(long reply) {
        return next.stream().anyMatch(each -> each instanceof Next.Part(Piece piece) && piece.of() == reply);
    }

    /** Whether nothing of this reply is left to say, and all of it was said as it is. */
    boolean isSaid(long reply) {
        Writing writing = written.get(reply);
        boolean over = writing == null || !writing.open;
        return over && !isLeft(reply) && !altered.contains(reply);
    }

    /** Decides about a piece and records it. */
    private Say decided(Piece piece) {
        Judgement judgement = parts.people().judge(piece.judged(), listener);
        if (judgement == null) {
            return Say.SAY;
        }
        parts.recorder()
                .write(
                        new PrivacyDecided(
                                piece.of(),
                                listener,
                                judgement.say().name().toLowerCase(Locale.ROOT),
                                judgement.carries(),
                                judgement.reason(),
                                piece.judged()),
                        turn);
        if (judgement.say() != Say.SAY) {
            tellWithheld(piece.of(), judgement.say());
        }
        return judgement.say();
    }

    /** Whoever follows the conversation learns that something is missing and why, and nothing of what it is. */
    private void tellWithheld(long reply, Say say) {
        String instead = say == Say.NEUTRALLY ? "neutral" : "nothing";
        parts.recorder().write(new SpeechWithheld(reply, instead, "not everybody here may hear it"), turn);
    }

    private Utterance spoken(Piece piece, Say say) {
        String text = say == Say.NEUTRALLY ? Judgement.NEUTRAL : piece.text();
        long number = parts.replyNumbers().getAsLong();
        Boolean streamed = piece.streamed() ? true : null;
        parts.recorder().write(new AgentSentenceReleased(number, piece.of(), streamed, text), turn);
        Reply said = new Reply(text, share(piece.whole(), text), piece.whole().interruptible(), List.of(), 0);
        Reply reply = parts.phrasing().phrased(turn, number, said, listener);
        return new Utterance(number, reply, piece.voices().apply(reply), piece, say);
    }

    /** A piece takes the part of the reply's audio that its words are of the reply's words. */
    private static long share(Reply whole, String text) {
        return whole.audioMs() * CountedWords.count(text) / Math.max(1, CountedWords.count(whole.says()));
    }

    /**
     * Whether what was decided about it no longer holds.
     *
     * @param begun whether some of it was heard; then it is too late to say more than was decided, but not to say less
     */
    boolean isOutdated(Utterance utterance, boolean begun) {
        Piece piece = utterance.piece();
        if (piece == null || !piece.carries() || (begun && utterance.say() != Say.SAY)) {
            return false;
        }
        Judgement now = parts.people().judge(piece.judged(), listener);
        return utterance.say() != (now == null ? Say.SAY : now.say());
    }

    /** Judges a piece again that was about to be said; null where it may not be said any more. */
    @Nullable
    Utterance again(Utterance utterance) {
        return utterance.piece() == null ? null : judged(utterance.piece());
    }

    void cancel() {
        for (Next each : next) {
            if (each instanceof Next.Whole(Utterance whole)) {
                whole.voice().cancel();
            }
        }
        next.clear();
        written.clear();
    }
}
