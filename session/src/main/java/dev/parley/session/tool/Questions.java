package dev.parley.session.tool;

import dev.parley.kernel.people.YesOrNo;
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

    private final Map<Long, Asker> askers = new LinkedHashMap<>();
    private @Nullable Open open;
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

    private static final class Open {
        final String callId;
        final long turn;
        final long reply;
        final String words;
        final String act;
        boolean heard;
        boolean repeated;
        int askedBack;
        boolean early;
        long heardAtMs;

        Open(String callId, long turn, long reply, String words, String act) {
            this.callId = callId;
            this.turn = turn;
            this.reply = reply;
            this.words = words;
            this.act = act;
        }
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
        if (open != null && open.turn == turn) {
            open = null;
        }
    }

    /** @param act what is asked about, as it follows "I did not" */
    void ask(long turn, String callId, String words, String act) {
        Asker asker = askers.get(turn);
        if (asker != null) {
            open = new Open(callId, turn, asker.say(callId, words), words, act);
        }
    }

    /** The person goes on without an answer: the question is dropped with its turn, and the next answer begins with that. */
    public void leave(long turn) {
        left = open != null && open.turn == turn ? open.act : null;
    }

    /** What was asked about and is left undone, as it follows "I did not"; told once, null for nothing. */
    public @Nullable String takeLeft() {
        String act = left;
        left = null;
        return act;
    }

    /** Says something about the call that is asked about, without asking again. */
    void tell(String callId, String words) {
        Asker asker = open == null ? null : askers.get(open.turn);
        if (asker != null) {
            asker.say(callId, words);
        }
    }

    /** Asks once more, in the same words and within the same time. */
    void repeat() {
        if (open != null) {
            open.repeated = true;
            tell(open.callId, open.words);
        }
    }

    /** Puts the question again to who said something that only resembles an answer. */
    void askBack() {
        if (open != null) {
            open.askedBack++;
            tell(open.callId, open.words);
        }
    }

    /** Asks once more whoever has heard the question about this call and said yes or no too early, unless it was asked again. */
    void repeatTo(String callId) {
        if (open != null && open.callId.equals(callId) && open.heard && !open.repeated) {
            repeat();
        }
    }

    /** Somebody has answered this question before they had heard it to its end. */
    void answeredTooEarly(String callId) {
        if (open != null && open.callId.equals(callId)) {
            open.early = true;
        }
    }

    /** Whether this call is asked about, was heard to its end, and was answered before that. */
    boolean isAnsweredTooEarly(String callId) {
        return open != null && open.callId.equals(callId) && open.heard && open.early;
    }

    void closed(String callId) {
        if (open != null && open.callId.equals(callId)) {
            open = null;
        }
    }

    /** A reply was heard to its end; it may be the question. */
    public void heard(long reply, long atMs) {
        if (open != null && open.reply == reply) {
            open.heard = true;
            open.heardAtMs = atMs;
        }
    }

    /** The call that this reply asks about, or null if it is no question that is open. */
    @Nullable
    String askedBy(long reply) {
        return open != null && open.reply == reply ? open.callId : null;
    }

    /** Whether a question of this turn is open. */
    public boolean isOpen(long turn) {
        return open != null && open.turn == turn;
    }

    /** Whether a person has heard the question and is yet to answer. */
    public boolean isAwaited(long turn) {
        return open != null && open.turn == turn && open.heard;
    }

    /** Whether this call is asked about and the question has not been heard to its end. */
    boolean isUnheard(String callId) {
        return open != null && open.callId.equals(callId) && !open.heard;
    }

    /** The reply that asks about this call, 0 if none does. */
    long reply(String callId) {
        return open != null && open.callId.equals(callId) ? open.reply : 0;
    }

    /** The call that is asked about, or null. */
    public @Nullable String call() {
        return open == null ? null : open.callId;
    }

    /** Whether these words are an answer to the open question of this turn, in time or not. */
    public boolean isAnswer(long turn, String words) {
        return isOpen(turn) && (YesOrNo.of(words) != YesOrNo.NEITHER || hesitates(words) || isUnclear(words));
    }

    private boolean hesitates(String words) {
        return open != null && open.heard && !open.repeated && YesOrNo.hesitates(words);
    }

    private boolean isUnclear(String words) {
        return open != null && open.heard && open.askedBack < ASKED_BACK_MAX && YesOrNo.resembles(words);
    }

    /**
     * What these words are to the open question.
     *
     * @param fromMs when the person began to say them
     */
    public Reading read(String words, long fromMs) {
        if (open == null) {
            return Reading.NO_ANSWER;
        }
        boolean inTime = open.heard && fromMs >= open.heardAtMs;
        return switch (YesOrNo.of(words)) {
            case NEITHER ->
                hesitates(words) ? Reading.HESITATES : isUnclear(words) ? Reading.UNCLEAR : Reading.NO_ANSWER;
            case YES -> inTime ? Reading.YES : Reading.TOO_EARLY;
            case NO -> inTime ? Reading.NO : Reading.TOO_EARLY;
        };
    }
}
