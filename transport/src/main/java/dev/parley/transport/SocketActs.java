package dev.parley.transport;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What one client does at the socket of a conversation. In a conversation of somebody else each act waits until it is attested,
 * behind those before it; the socket's reader never waits for the disk. Acts come from that reader alone.
 */
final class SocketActs {
    private static final int WAITING_MAX = 256;
    private static final Executor ASIDE =
            work -> Thread.ofVirtual().name("parley-acts").start(work);

    private final Attested attested;
    private final Caller caller;
    private final String conversation;
    private final boolean isForeign;
    private final AtomicInteger waiting = new AtomicInteger();
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
    /** What comes many times a second, and was attested at its first time. */
    private final Set<String> streamed = ConcurrentHashMap.newKeySet();

    SocketActs(Desk desk, Caller caller, String conversation) {
        this.attested = desk.attested();
        this.caller = caller;
        this.conversation = conversation;
        this.isForeign = desk.isForeign(caller, conversation);
    }

    /**
     * Does this now, or once it is attested.
     *
     * @param what as the same request over REST is called
     * @param refused learns why it was not done, unless this throws it
     */
    void act(String what, Runnable work, Consumer<Problem> refused) {
        if (isForeign) {
            inTurn(
                    () -> {
                        attested.keep(caller, what, conversation);
                        work.run();
                    },
                    refused);
        } else {
            work.run();
        }
    }

    /** The same for what comes many times a second, such as sound, which is attested at its first time. */
    void stream(String what, Runnable work, Consumer<Problem> refused) {
        if (!isForeign || (waiting.get() == 0 && streamed.contains(what))) {
            work.run();
            return;
        }
        inTurn(
                () -> {
                    if (!streamed.contains(what)) {
                        attested.keep(caller, what, conversation);
                        streamed.add(what);
                    }
                    work.run();
                },
                refused);
    }

    private void inTurn(Runnable work, Consumer<Problem> refused) {
        if (waiting.get() == WAITING_MAX) {
            throw Problem.busy();
        }
        waiting.incrementAndGet();
        last = last.handleAsync(
                (_, _) -> {
                    try {
                        work.run();
                    } catch (Problem problem) {
                        refused.accept(problem);
                    } finally {
                        waiting.decrementAndGet();
                    }
                    return null;
                },
                ASIDE);
    }
}
