package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Tail;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Answers to the questions before tools run. An answer waits for its question, and says whether it counted. */
record Approvals(Parley parley, ConversationAccess access) {
    private static final long HEARD_WITHIN_MS = 10_000;
    private static final long SETTLES_WITHIN_MS = 1_000;
    private static final long LOOK_EVERY_MS = 5;
    private static final String NAMELESS = "user";
    private static final Set<String> ANSWERS = Set.of("approve", "reject", "confirmation_received", "context_changed");

    /**
     * Returns once the answer has counted.
     *
     * @throws Problem for one that does not
     */
    void answer(Caller caller, String id, String call, boolean yes, String named) {
        String by = caller.answerer(named);
        if (!access.hasMade(id, call)) {
            throw new Problem(404, "unknown_call", "this conversation has made no such call");
        }
        Conversation talk = access.underWay(id);
        if (!talk.isAsked(call)) {
            throw Problem.conflict("not_pending", "nobody is asked about this call at the moment");
        }
        try (Tail tail = parley.record().tail(id, parley.record().head(id).eventId(), Visibility.SECRET)) {
            awaitHeard(talk, call);
            talk.tell(caller.answer(call, yes, named));
            awaitSettled(talk, call, by, tail);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.stopping();
        }
        if (!talk.isAnswered(call, by.isEmpty() ? NAMELESS : by, yes)) {
            throw Problem.conflict(
                    "not_pending", "the question was answered otherwise, or withdrawn, before this answer came");
        }
    }

    private static void awaitHeard(Conversation talk, String call) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HEARD_WITHIN_MS);
        while (talk.isAsked(call) && !talk.isHeard(call)) {
            if (System.nanoTime() > end) {
                throw Problem.notAskedYet();
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
        }
    }

    /** An answer that counts closes its question at once; one that does not leaves it open, and the record says why. */
    private static void awaitSettled(Conversation talk, String call, String by, Tail tail) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLES_WITHIN_MS);
        while (talk.isAsked(call)) {
            for (Rune rune = tail.poll(); rune != null; rune = tail.poll()) {
                // Another answer is denied where this one has closed the question.
                boolean isDenied =
                        isAnswerTo(call, by, rune) && !Decision.of(rune).isAllowed();
                if (isDenied && talk.isAsked(call)) {
                    throw Problem.denied(Decision.of(rune));
                }
            }
            if (System.nanoTime() > end) {
                throw Problem.forbidden("the answer does not count; the events of the conversation say why");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
        }
    }

    /** Somebody whom the house does not know answers no call of its own, so their name is looked for, too. */
    private static boolean isAnswerTo(String call, String by, Rune rune) {
        Json.Obj payload = rune.payload();
        Json.Obj given = payload.get("parameters") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
        return VerdictRune.room(rune) != null
                && ANSWERS.contains(String.valueOf(payload.text("action")))
                && (call.equals(payload.text("target"))
                        || call.equals(given.text("call"))
                        || by.equals(given.text("by")));
    }
}
