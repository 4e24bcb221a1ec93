package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import java.util.concurrent.TimeUnit;

/** Answers to the questions before tools run. An answer waits for its question, and says whether it counted. */
record Approvals(Parley parley, ConversationAccess access) {
    private static final long HEARD_WITHIN_MS = 10_000;
    private static final long SETTLES_WITHIN_MS = 1_000;
    private static final long LOOK_EVERY_MS = 5;
    private static final String NAMELESS = "user";

    /**
     * Returns once the answer has counted.
     *
     * @throws Problem for one that does not
     */
    void answer(String id, String call, boolean yes, String by) {
        if (!wasMade(id, call)) {
            throw new Problem(404, "unknown_call", "this conversation has made no such call");
        }
        Conversation talk = access.underWay(id);
        if (!talk.isAsked(call)) {
            throw Problem.conflict("not_pending", "nobody is asked about this call any more");
        }
        await(talk, call, true);
        talk.answer(call, yes, by);
        await(talk, call, false);
        String counted = talk.answeredBy(call);
        if (!counted.isEmpty() && !counted.equals(by.isEmpty() ? NAMELESS : by)) {
            throw Problem.conflict("not_pending", "somebody else has answered this question");
        }
    }

    /**
     * Waits until the question was heard, and then until it is closed. An answer that counts closes it at once; one that does
     * not leaves it open, and the caller is told.
     */
    private static void await(Conversation talk, String call, boolean untilHeard) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(untilHeard ? HEARD_WITHIN_MS : SETTLES_WITHIN_MS);
        try {
            while (talk.isAsked(call) && !(untilHeard && talk.isHeard(call))) {
                if (System.nanoTime() > end) {
                    throw untilHeard
                            ? Problem.conflict("not_asked_yet", "the question has not been said to its end")
                            : Problem.forbidden("the answer does not count; the record says why");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem(503, "stopping", "the server stops");
        }
    }

    private boolean wasMade(String id, String call) {
        try (RuneReader reader = parley.record().read(id, 0)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                if (rune.kind().equals("verdict.tool")
                        && "call".equals(rune.payload().text("action"))
                        && call.equals(rune.payload().text("target"))) {
                    return true;
                }
            }
            return false;
        }
    }
}
