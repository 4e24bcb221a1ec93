package dev.parley.session;

import dev.parley.kernel.port.TimeSource;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Wanted;
import dev.parley.session.event.SessionEvent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of a host that have left memory. One to which nobody is connected, and in which nothing has happened for a
 * while, is left as by a drain: what is open is closed, a snapshot is kept, and the lease is given back. All that stays is what it
 * is opened with again, at the next event for it.
 */
final class Evictions {
    private final Map<String, Left> left = new ConcurrentHashMap<>();
    /** Those who are connected, each by itself: whoever leaves takes nobody else along. */
    private final Map<String, Set<Object>> connected = new ConcurrentHashMap<>();

    private final TimeSource time;
    private final long idleNanos;

    /**
     * A conversation that was left.
     *
     * @param gone completes when everything of it is on disk and its lease is given back
     */
    record Left(Wanted wanted, CompletableFuture<Ending> gone) {}

    /** @param idleNanos 0 for a host that leaves nobody */
    Evictions(TimeSource time, long idleNanos) {
        this.time = time;
        this.idleNanos = idleNanos;
    }

    /** In the seat: nothing happens in this conversation until a person says or does something. */
    void quiet(SeatedLoop place) {
        if (idleNanos > 0) {
            place.idleAt(time.monotonicNanos() + idleNanos, () -> look(place));
        }
    }

    private void look(SeatedLoop place) {
        ConversationLoop loop = place.loop();
        if (loop == null || place.isOver()) {
            return;
        }
        if (isConnected(place.session())
                || place.isCommanded()
                || !loop.moments().mayBeLeft()) {
            quiet(place);
            return;
        }
        place.returning = true;
        left.put(place.session(), new Left(place.wanted(), place.ending()));
        loop.drain(SessionHost.DRAINED, 0);
    }

    /** Somebody is connected to this session until what is returned is run. */
    Runnable connect(String session) {
        Object connection = new Object();
        connected.compute(session, (_, present) -> {
            Set<Object> all = present == null ? new HashSet<>() : present;
            all.add(connection);
            return all;
        });
        return () -> connected.computeIfPresent(session, (_, all) -> {
            all.remove(connection);
            return all.isEmpty() ? null : all;
        });
    }

    boolean isConnected(String session) {
        return connected.containsKey(session);
    }

    /** This session is over. Whoever is connected to one that went elsewhere still is when it comes back. */
    void forget(String session, boolean mayComeBack) {
        left.remove(session);
        if (!mayComeBack) {
            connected.remove(session);
        }
    }

    /** Takes all of them out, because nobody is brought back any more. */
    Map<String, Left> takeAll() {
        Map<String, Left> all = new LinkedHashMap<>();
        for (String session : left.keySet()) {
            Left taken = take(session);
            if (taken != null) {
                all.put(session, taken);
            }
        }
        return all;
    }

    @Nullable
    Left left(String session) {
        return left.get(session);
    }

    /** Takes it out, so that it can be opened again; null where it was not left. */
    @Nullable
    Left take(String session) {
        return left.remove(session);
    }

    /** Whether this conversation was left; one that is opened again is not any more. */
    boolean isLeft(String session) {
        return left.containsKey(session);
    }

    /** Whether what an old seat did not take in is for the next one. What concerns the old seat alone is not. */
    static boolean isForTheNext(SessionEvent event) {
        return switch (event) {
            case SessionEvent.RecordKept _,
                    SessionEvent.RecordLost _,
                    SessionEvent.LeaseRevoked _,
                    SessionEvent.LeaseRotated _,
                    SessionEvent.ProviderReported _,
                    SessionEvent.PlaybackReported _,
                    SessionEvent.OverrideKept _,
                    SessionEvent.ToolProgressed _,
                    SessionEvent.ToolFinished _,
                    SessionEvent.ToolChecked _ -> false;
            default -> true;
        };
    }

    int count() {
        return left.size();
    }
}
