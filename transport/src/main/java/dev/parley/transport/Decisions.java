package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Tail;
import dev.parley.session.event.SessionEvent;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** Takes wishes to a conversation, and waits until what was decided about one is on disk. */
record Decisions(Parley parley, ConversationAccess access) {
    private static final long WITHIN_MS = 10_000;

    /**
     * The decision about this wish.
     *
     * @param isIt tells it from other decisions of the same moment
     * @throws Problem where the answer is no, or none came
     */
    Decision allowed(String id, SessionEvent wish, Predicate<Rune> isIt) {
        Decision decision = Decision.of(asked(id, wish, isIt));
        if (!decision.isAllowed()) {
            throw Problem.denied(decision);
        }
        return decision;
    }

    /** The event that this wish leads to, whether it is what was wished for or says why not. */
    Rune asked(String id, SessionEvent wish, Predicate<Rune> isIt) {
        long before = parley.record().head(id).eventId();
        Semaphore news = new Semaphore(0);
        try (Tail tail = parley.record().tail(id, before, Visibility.SECRET, _ -> news.release())) {
            AtomicBoolean refused = new AtomicBoolean();
            Runnable refuse = () -> {
                refused.set(true);
                news.release();
            };
            if (!access.underWay(id).tell(wish, refuse)) {
                throw Problem.busy();
            }
            return awaited(id, tail, news, isIt, refused);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.stopping();
        }
    }

    private Rune awaited(String id, Tail tail, Semaphore news, Predicate<Rune> isIt, AtomicBoolean refused)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WITHIN_MS);
        for (long left = WITHIN_MS; left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            for (Rune rune = tail.poll(); rune != null; rune = tail.poll()) {
                if (isIt.test(rune)) {
                    return rune;
                }
            }
            if (refused.get()) {
                throw Problem.busy();
            }
            boolean _ = news.tryAcquire(left, TimeUnit.MILLISECONDS);
        }
        if (parley.conversation(id) == null) {
            throw ConversationAccess.ended(id);
        }
        throw Problem.notRecorded();
    }
}
