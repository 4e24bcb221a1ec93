package dev.parley.session.tool;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The questions that people are asked about calls, one at a time. A question is spoken in its turn; it can be answered
 * once it was heard to its end (ruling E7), by words that were begun after that, and is over with its call.
 */
public final class Questions {
    private final Map<Long, Asker> askers = new LinkedHashMap<>();
    private @Nullable Open open;

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
        YES,
        NO
    }

    private static final class Open {
        final String callId;
        final long turn;
        final long reply;
        boolean heard;
        long heardAtMs;

        Open(String callId, long turn, long reply) {
            this.callId = callId;
            this.turn = turn;
            this.reply = reply;
        }
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

    void ask(long turn, String callId, String words) {
        Asker asker = askers.get(turn);
        if (asker != null) {
            open = new Open(callId, turn, asker.say(callId, words));
        }
    }

    /** Says something about the call that is asked about, without asking again. */
    void tell(String callId, String words) {
        Asker asker = open == null ? null : askers.get(open.turn);
        if (asker != null) {
            asker.say(callId, words);
        }
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

    /** The call that is asked about, or null. */
    public @Nullable String call() {
        return open == null ? null : open.callId;
    }

    /** Whether these words are an answer to the open question, in time or not. */
    public boolean isAnswer(String words) {
        return open != null && YesOrNo.of(words) != YesOrNo.NEITHER;
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
            case NEITHER -> Reading.NO_ANSWER;
            case YES -> inTime ? Reading.YES : Reading.TOO_EARLY;
            case NO -> inTime ? Reading.NO : Reading.TOO_EARLY;
        };
    }
}
