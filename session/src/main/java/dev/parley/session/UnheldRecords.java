package dev.parley.session;

import dev.parley.pipeline.place.Placement;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.session.SessionHost.Parts;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Past;
import dev.parley.session.recover.UnheldConversation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * What a host writes into the record of a conversation that nobody runs: by the right of a lease and behind the fence, as
 * everything else, so that no other host writes there meanwhile. Nobody can open the conversation here until it is on disk.
 */
final class UnheldRecords {
    private final String name;
    private final Parts parts;
    private final Map<String, SeatedLoop> seated;
    private final Evictions evictions;
    private final LeaseKeeper leases;
    private final Set<String> written = ConcurrentHashMap.newKeySet();

    UnheldRecords(String name, Parts parts, Map<String, SeatedLoop> seated, Evictions evictions, LeaseKeeper leases) {
        this.name = name;
        this.parts = parts;
        this.seated = seated;
        this.evictions = evictions;
        this.leases = leases;
    }

    /** Whether something is being written there. Asked while the session's seat is decided on. */
    boolean isWritten(String session) {
        return written.contains(session);
    }

    /** Writes this into the record, where that may block; completes when it is on disk. */
    <T> CompletableFuture<T> write(String session, Function<UnheldConversation, T> writing) {
        if (!reserve(session)) {
            return refused("runtime.already_here", session + " runs here already");
        }
        return CompletableFuture.completedFuture(session)
                .thenComposeAsync(reserved -> admitted(reserved, writing), parts.work())
                .whenComplete((_, _) -> written.remove(session));
    }

    private boolean reserve(String session) {
        boolean[] reserved = new boolean[1];
        seated.compute(session, (_, before) -> {
            boolean free = (before == null || before.isOver()) && !evictions.isLeft(session);
            reserved[0] = free && written.add(session);
            return before;
        });
        return reserved[0];
    }

    private static <T> CompletableFuture<T> refused(String rule, String reason) {
        return CompletableFuture.failedFuture(new IllegalStateException(rule + ": " + reason));
    }

    private <T> CompletableFuture<T> admitted(String session, Function<UnheldConversation, T> writing) {
        return switch (parts.authority().admit(session, name, parts.time().monotonicNanos())) {
            case Placement.Admitted(PlacementLease lease) -> write(lease, writing);
            case Placement.Rejected(String rule, String reason) -> refused(rule, reason);
            case Placement.Deferred(String reason) -> refused("authority.deferred", reason);
        };
    }

    /** The fence is up before the record is read, so that nobody else adds to what was read. */
    private <T> CompletableFuture<T> write(PlacementLease admitted, Function<UnheldConversation, T> writing) {
        String session = admitted.session();
        CompletableFuture<Void> kept = new CompletableFuture<>();
        AtomicLong last = new AtomicLong(Long.MAX_VALUE);
        PlacementLease lease = admitted;
        CompletableFuture<T> done;
        try {
            Journal journal =
                    parts.records().journal(session, admitted.epoch(), event -> settle(kept, last.get(), event));
            Past past = parts.records().takeUp(session);
            lease = leases.above(admitted, past.epoch());
            UnheldConversation record = new UnheldConversation(
                    past, journal, lease, parts.time(), parts.authority().news(session));
            T result = writing.apply(record);
            last.set(record.last());
            if (record.isDurable()) {
                kept.complete(null);
            }
            done = kept.orTimeout(EffectGate.ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
                    .exceptionallyCompose(UnheldRecords::unkept)
                    .thenApply(_ -> result);
        } catch (RuntimeException | Error e) {
            done = CompletableFuture.failedFuture(e);
        }
        PlacementLease held = lease;
        return done.whenCompleteAsync((_, _) -> parts.authority().release(held), parts.work());
    }

    /** A disk that does not answer in time is one that cannot be written (ruling D3). */
    private static CompletableFuture<Void> unkept(Throwable why) {
        return CompletableFuture.failedFuture(
                why instanceof TimeoutException
                        ? new Journal.EvidenceUnavailable("the disk has not answered in time")
                        : why);
    }

    /** @param last the event up to which it has to be on disk */
    private static void settle(CompletableFuture<Void> kept, long last, SessionEvent event) {
        switch (event) {
            case SessionEvent.RecordKept(long eventId) -> {
                if (eventId >= last) {
                    kept.complete(null);
                }
            }
            case SessionEvent.RecordLost(String reason) ->
                kept.completeExceptionally(new Journal.EvidenceUnavailable(reason));
            default -> {}
        }
    }
}
