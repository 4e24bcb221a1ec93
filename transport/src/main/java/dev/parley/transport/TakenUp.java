package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Unfinished;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.recover.AtRest;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The conversations that an earlier process did not live to end. A few threads look at them while the server listens already.
 * One in which something was open goes on at once, and its open turn is closed by that. One that is at rest is opened when a
 * client comes, as if it had left memory in this process. One that a client asks for before its turn is looked at first.
 */
final class TakenUp implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TakenUp.class.getName());

    /** So many are opened at the same time. */
    private static final int THREADS = 4;

    /** A start is told only then, if there are not too many: whoever restarts a small server finds everything done. */
    private static final long AWAITED_SECONDS = 2;

    private static final int LOCKS = 64;

    private final Parley parley;
    private final AudioLines lines;
    private final RunelogRecords records;
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final Object[] locks =
            IntStream.range(0, LOCKS).mapToObj(_ -> new Object()).toArray();
    private final CountDownLatch done = new CountDownLatch(THREADS);
    private volatile boolean closed;

    /** From now on a conversation of the record is found by who asks the Parley for it. */
    TakenUp(Parley parley, AudioLines lines) {
        this.parley = parley;
        this.lines = lines;
        this.records = new RunelogRecords(parley.record(), false);
        waiting.addAll(parley.record().conversations());
        parley.beforeLookup(this::look);
    }

    /** Looks at all of them, and waits a moment for that. */
    void begin() {
        Queue<String> all =
                new ConcurrentLinkedQueue<>(waiting.stream().sorted().toList());
        for (int i = 0; i < THREADS; i++) {
            Thread.ofPlatform().daemon().name("parley-take-up-" + i).start(() -> {
                try {
                    for (String id = all.poll(); id != null && !closed; id = all.poll()) {
                        look(id);
                    }
                } finally {
                    done.countDown();
                }
            });
        }
        try {
            boolean _ = done.await(AWAITED_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when this one is under way, if it goes on. It is looked at once. */
    private void look(String id) {
        if (!waiting.contains(id)) {
            return;
        }
        synchronized (locks[Math.floorMod(id.hashCode(), LOCKS)]) {
            if (waiting.contains(id) && !closed) {
                takeUp(id);
                waiting.remove(id);
            }
        }
    }

    /** One that cannot go on keeps no other from it; its record says why. */
    private void takeUp(String id) {
        try {
            Json.Obj about = Unfinished.about(parley.record(), id);
            if (about != null && about.text(ConversationsApi.OWNER) != null) {
                goOn(id, Visit.recorded(about), about);
            }
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.log(System.Logger.Level.WARNING, "{0} does not go on: {1}", id, e.getMessage());
            }
        }
    }

    /** One whose socket is gone is over. */
    private void goOn(String id, Visit visit, Json.Obj about) {
        boolean hadSocket = about.text(ConversationsApi.SOCKET) != null;
        if (!hadSocket && !lines.isInSound(about) && isAtRest(id)) {
            var _ = parley.resumeLater(id, visit);
            return;
        }
        Conversation talk = lines.resume(id, visit, about);
        if (hadSocket) {
            talk.hangUp("disconnected").join();
        }
    }

    /** A record that cannot be read is opened as before, so that its fault is told in one place. */
    private boolean isAtRest(String id) {
        try {
            return AtRest.in(records.takeUp(id));
        } catch (LogFault | IllegalArgumentException | UncheckedIOException damaged) {
            return false;
        }
    }

    /** What was not looked at stays as it is, for the next process. */
    @Override
    public void close() {
        closed = true;
    }
}
