package dev.parley.session.tool;

import dev.parley.kernel.people.YesOrNo;
import dev.parley.session.record.Recorder;
import dev.parley.state.Questions.Asked;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The questions that people are asked about calls, one at a time. A question is spoken in its turn; it can be answered
 * once it was heard to its end (ruling E7), by words that were begun after that, and is over with its call.
 */
public final class Questions {
    /** What is said in place of a question that may not be said to those present. */
    public static final String UNASKABLE = "To ask you about that I would have to say something that not everybody here"
            + " may hear, so I leave it. Ask me again when you are alone and I know who you are.";

    /** How often a question is put again to words that only resemble an answer; what hears itself would never end. */
    public static final int ASKED_BACK_MAX = 10;

    private final Recorder recorder;
    private final Map<Long, Asker> askers = new LinkedHashMap<>();
    private @Nullable Put put;
    private @Nullable String left;
    /** Whether what the agent said last asks something. */
    private boolean agentAsks;

    /** Who speaks the questions of one turn. */
    @FunctionalInterface
    public interface Asker {
        /** Says the words and returns the number of the reply that they are. */
        long say(String callId, String words);
    }

    /** What a person's words are to the question that is open. */
    public enum Reading {
        /** Nothing is asked, or the words answer nothing. */
        NO_ANSWER,
        /** An answer that was given before the question was heard: it does not count, and the question goes on. */
        TOO_EARLY,
        /** No answer yet, and nothing else either: the question goes on, and is asked once more. */
        HESITATES,
        /** Resembles an answer and is none: the question stays open and is put again. */
        UNCLEAR,
        YES,
        NO
    }

    /** How the question that is open is put; the record shows whether it was heard. */
    private static final class Put {
        final String callId;
        final String words;
        final String act;
        boolean repeated;
        int askedBack;
        boolean early;

        Put(String callId, String words, String act) {
            this.callId = callId;
            this.words = words;
            this.act = act;
        }
    }

    Questions(Recorder recorder) {
        this.recorder = recorder;
    }

    private @Nullable Asked open() {
        return recorder.state().questions().open();
    }

    private @Nullable Asked open(String callId) {
        Asked open = open();
        return open == null || !open.call().equals(callId) ? null : open;
    }

    /** How the question that is open is put, or null if none is. */
    private @Nullable Put put() {
        return put == null || open(put.callId) == null ? null : put;
    }

    /** The agent has said this, and it was heard to its end. */
    public void said(String words) {
        agentAsks = words.strip().endsWith("?");
    }

    /** Something new is said: what was asked before waits for no answer. */
    public void turnOpens() {
        agentAsks = false;
    }

    /** Whether the last that was heard of the agent is a question of its own, about no call. */
    public boolean isAgentAsking() {
        return agentAsks;
    }

    /** The questions of this turn are spoken by this asker. */
    public void spokenBy(long turn, Asker asker) {
        askers.put(turn, asker);
    }

    /** Nobody is asked in this turn any more. */
    public void over(long turn) {
        askers.remove(turn);
    }

    /** @param act what is asked about, as it follows "I did not" */
    void ask(long turn, String callId, String words, String act) {
        Asker asker = askers.get(turn);
        if (asker != null) {
            put = new Put(callId, words, act);
            asker.say(callId, words);
        }
    }

    /** The person goes on without an answer: the question is dropped with its turn, and the next answer begins with that. */
    public void leave(long turn) {
        Put now = put();
        left = now != null && isOpen(turn) ? now.act : null;
    }

    /** What was asked about and is left undone, as it follows "I did not"; told once, null for nothing. */
    public @Nullable String takeLeft() {
        String act = left;
        left = null;
        return act;
    }

    /** Says something about the call that is asked about, without asking again. */
    void tell(String callId, String words) {
        Asked open = open();
        Asker asker = open == null ? null : askers.get(open.turn());
        if (asker != null) {
            asker.say(callId, words);
        }
    }

    /** Asks once more, in the same words and within the same time. */
    void repeat() {
        Put now = put();
        if (now != null) {
            now.repeated = true;
            tell(now.callId, now.words);
        }
    }

    /** Puts the question again to who said something that only resembles an answer. */
    void askBack() {
        Put now = put();
        if (now != null) {
            now.askedBack++;
            tell(now.callId, now.words);
        }
    }

    /** Asks once more whoever has heard the question about this call and said yes or no too early, unless it was asked again. */
    void repeatTo(String callId) {
        Put now = put();
        if (now != null && now.callId.equals(callId) && isHeard() && !now.repeated) {
            repeat();
        }
    }

    /** Somebody has answered this question before they had heard it to its end. */
    void answeredTooEarly(String callId) {
        Put now = put();
        if (now != null && now.callId.equals(callId)) {
            now.early = true;
        }
    }

    /** Whether this call is asked about, was heard to its end, and was answered before that. */
    boolean isAnsweredTooEarly(String callId) {
        Put now = put();
        return now != null && now.callId.equals(callId) && isHeard() && now.early;
    }

    /** Whether a question is open that the person has heard to its end. */
    private boolean isHeard() {
        Asked open = open();
        return open != null && open.told();
    }

    /** The call that this reply asks about, or null if it is no question that is open. */
    @Nullable
    String askedBy(long reply) {
        Asked open = open();
        return open != null && open.reply() == reply ? open.call() : null;
    }

    /** Whether a question of this turn is open. */
    public boolean isOpen(long turn) {
        Asked open = open();
        return open != null && open.turn() == turn;
    }

    /** Whether a person has heard the question and is yet to answer. */
    public boolean isAwaited(long turn) {
        return isOpen(turn) && isHeard();
    }

    /** Whether this call is asked about and the question has not been heard to its end. */
    boolean isUnheard(String callId) {
        Asked open = open(callId);
        return open != null && !open.told();
    }

    /** The reply that asks about this call, 0 if none does. */
    long reply(String callId) {
        Asked open = open(callId);
        return open == null ? 0 : open.reply();
    }

    /** The call that is asked about, or null. */
    public @Nullable String call() {
        Asked open = open();
        return open == null ? null : open.call();
    }

    /** Whether these words are an answer to the open question of this turn, in time or not. */
    public boolean isAnswer(long turn, String words) {
        return isOpen(turn) && (YesOrNo.of(words) != YesOrNo.NEITHER || hesitates(words) || isUnclear(words));
    }

    private boolean hesitates(String words) {
        Put now = put();
        return now != null && isHeard() && !now.repeated && YesOrNo.hesitates(words);
    }

    private boolean isUnclear(String words) {
        Put now = put();
        return now != null && isHeard() && now.askedBack < ASKED_BACK_MAX && YesOrNo.resembles(words);
    }

    /**
     * What these words are to the open question.
     *
     * @param fromMs when the person began to say them
     */
    public Reading read(String words, long fromMs) {
        Asked open = open();
        if (open == null) {
            return Reading.NO_ANSWER;
        }
        boolean inTime = open.isHeardBy(fromMs);
        return switch (YesOrNo.of(words)) {
            case NEITHER ->
                hesitates(words) ? Reading.HESITATES : isUnclear(words) ? Reading.UNCLEAR : Reading.NO_ANSWER;
            case YES -> inTime ? Reading.YES : Reading.TOO_EARLY;
            case NO -> inTime ? Reading.NO : Reading.TOO_EARLY;
        };
    }
}
