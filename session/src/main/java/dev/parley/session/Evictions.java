package dev.parley.session;

import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.SessionHost.Parts;
import dev.parley.session.SessionHost.Wanted;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of a host that have left memory, and how they come back. One to which nobody is connected, and in which
 * nothing has happened for a while, is left as by a drain: what is open is closed, a snapshot is kept, and the lease is given
 * back. All that stays is what it is opened with again, at the next event for it. Any thread, unless said otherwise.
 */
final class Evictions {
    /** Why a conversation is over here that may go on here later. */
    private static final Set<String> MAY_COME_BACK = Set.of("authority_loss", EvidenceUnavailable.REASON);

    /** So many conversations of a client are asked to leave when it comes back to one and has no room. */
    private static final int ROOM_MADE = 16;

    private final Map<String, Left> left = new ConcurrentHashMap<>();
    /** Those who are connected, each by itself: whoever leaves takes nobody else along. */
    private final Map<String, Set<Object>> connected = new ConcurrentHashMap<>();

    private final Parts parts;
    private final Map<String, SeatedLoop> seated;
    private final Function<Wanted, CompletableFuture<Opening>> resume;
    private final BooleanSupplier draining;

    /**
     * A conversation that was left.
     *
     * @param gone completes when everything of it is on disk and its lease is given back
     */
    record Left(Wanted wanted, CompletableFuture<Ending> gone) {}

    /**
     * @param seated the conversations in memory
     * @param resume opens one again that was left
     * @param draining nobody is brought back then
     */
    Evictions(
            Parts parts,
            Map<String, SeatedLoop> seated,
            Function<Wanted, CompletableFuture<Opening>> resume,
            BooleanSupplier draining) {
        this.parts = parts;
        this.seated = seated;
        this.resume = resume;
        this.draining = draining;
    }

    /** In the seat: nothing happens in this conversation until a person says or does something. */
    void quiet(SeatedLoop place) {
        if (parts.idleNanos() > 0) {
            place.idleAt(parts.time().monotonicNanos() + parts.idleNanos(), () -> look(place));
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

    /** This one, which nobody runs, comes back like those that were left here. */
    void leave(Wanted wanted) {
        left.put(
                wanted.session(),
                new Left(wanted, CompletableFuture.completedFuture(new Ending(SessionHost.DRAINED, null))));
    }

    /** The seat of a conversation, which is made if the conversation was left and its client has room; else null. */
    @Nullable
    SeatedLoop admitted(String session) {
        SeatedLoop place = seated.get(session);
        if (place != null && !place.isOver()) {
            return place;
        }
        synchronized (this) {
            return isFull(session) ? null : awake(session);
        }
    }

    /**
     * Whether a conversation that was left would be one too many in memory: a client that comes back to all it ever began has no
     * more of them there than one that begins them. Some of its own, to which nobody is connected, leave then and make room.
     */
    private boolean isFull(String session) {
        Left back = parts.bounds().equals(HostBounds.NONE) ? null : left.get(session);
        if (back == null) {
            return false;
        }
        String owner = back.wanted().owner();
        List<SeatedLoop> here = List.copyOf(seated.values());
        boolean isFull = parts.bounds()
                        .judge(
                                owner,
                                here.stream()
                                        .map(place -> place.wanted().owner())
                                        .toList())
                != null;
        if (isFull) {
            here.stream()
                    .filter(place -> place.wanted().owner().equals(owner) && !isConnected(place.session()))
                    .limit(ROOM_MADE)
                    .forEach(place -> place.command(Command.LEAVE, _ -> look(place)));
        }
        return isFull;
    }

    /** The seat of a conversation, which is made if the conversation was left; null where it is not here. */
    @Nullable
    SeatedLoop awake(String session) {
        boolean mayHaveLeftAgain = true;
        while (mayHaveLeftAgain) {
            SeatedLoop place = seated.get(session);
            if (place != null && !place.isOver()) {
                return place;
            }
            mayHaveLeftAgain = bringBack(session) && !seated.containsKey(session);
        }
        return seated.get(session);
    }

    /** Whether a conversation that was left comes back, and perhaps has left again by now. */
    private synchronized boolean bringBack(String session) {
        Left back = draining.getAsBoolean() ? null : left.get(session);
        if (back == null) {
            return false;
        }
        CompletableFuture<Opening> returns = resume.apply(back.wanted());
        var _ = returns.whenComplete((opening, fault) -> {
            if (!(opening instanceof Opening.Opened)) {
                String rule = opening instanceof Opening.Refused refused ? refused.rule() : SessionHost.FAULT;
                parts.listener().over(session, new Ending(rule, fault));
            }
        });
        return !returns.isDone() || (!returns.isCompletedExceptionally() && returns.join() instanceof Opening.Opened);
    }

    /** Takes an event in, and brings the conversation back for it if need be; false where it is not here or its door is full. */
    boolean offer(String session, SessionEvent event) {
        return offer(session, event, admitted(session));
    }

    private boolean offer(String session, SessionEvent event, @Nullable SeatedLoop place) {
        boolean taken = place != null && place.offer(event);
        if (place == null || !place.isOver()) {
            return taken;
        }
        handOver(place);
        return taken || (hasNewSeat(place) && offer(session, event, awake(session)));
    }

    /** Whether this seat was left and the conversation goes on in another one, or will. */
    boolean hasNewSeat(SeatedLoop before) {
        SeatedLoop present = seated.get(before.session());
        return isLeft(before.session()) || (present != null && present != before);
    }

    /** What came when a conversation had just been left calls it back. */
    private void handOver(SeatedLoop place) {
        for (SessionEvent event : place.late()) {
            if (isForTheNext(event)) {
                boolean _ = offer(place.session(), event, awake(place.session()));
            }
        }
    }

    /** In the seat: the conversation is over there. One that is wanted already comes back at once. */
    void over(SeatedLoop place, Ending ending) {
        if (place.returning && !draining.getAsBoolean()) {
            parts.listener().evicted(place.session());
            handOver(place);
            if (isConnected(place.session())) {
                var _ = awake(place.session());
            }
        } else if (!place.returning || take(place.session()) != null) {
            forget(place.session(), MAY_COME_BACK.contains(ending.reason()));
            parts.listener().over(place.session(), ending);
        }
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

    private boolean isConnected(String session) {
        return connected.containsKey(session);
    }

    /** This session is over. Whoever is connected to one that went elsewhere still is when it comes back. */
    private void forget(String session, boolean mayComeBack) {
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
    private static boolean isForTheNext(SessionEvent event) {
        return switch (event) {
            case SessionEvent.RecordKept _,
                    SessionEvent.RecordLost _,
                    SessionEvent.LeaseRevoked _,
                    SessionEvent.LeaseRotated _,
                    SessionEvent.ProviderReported _,
                    SessionEvent.PlaybackReported _,
                    SessionEvent.OverrideKept _,
                    SessionEvent.HouseForgot _,
                    SessionEvent.ToolProgressed _,
                    SessionEvent.ToolFinished _,
                    SessionEvent.WordsRead _,
                    SessionEvent.ToolFitted _,
                    SessionEvent.ToolChecked _ -> false;
            default -> true;
        };
    }

    int count() {
        return left.size();
    }
}
