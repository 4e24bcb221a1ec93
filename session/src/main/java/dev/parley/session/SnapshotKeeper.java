package dev.parley.session;

import dev.parley.kernel.rune.Hash;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Records;
import dev.parley.session.record.RoomStates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Keeps snapshots of conversations for their host: when enough was recorded since the last one and nothing is open, and when
 * the host leaves a conversation. What is kept is taken where the conversation runs; the disk is waited for elsewhere. A
 * snapshot that cannot be kept is told to the listener and harms nothing, because the record is all there.
 */
final class SnapshotKeeper {
    /** A conversation that is left is worth a snapshot much sooner than one that goes on. */
    private static final long LEFT_SHARE = 8;

    private final Records records;
    private final Executor work;
    private final HostListener listener;

    SnapshotKeeper(Records records, Executor work, HostListener listener) {
        this.records = records;
        this.work = work;
        this.listener = listener;
    }

    /** In the seat, while nothing happens in the conversation. */
    void quiet(SeatedLoop place, ConversationLoop loop) {
        QuietMoments moments = loop.moments();
        RoomStates states = moments.runesSince() < records.keepEvery() ? null : moments.take();
        if (states != null) {
            long eventId = states.eventId();
            work.execute(() -> keep(
                    place.session(),
                    states,
                    digest -> place.tell(present -> present.execute(() -> moments.vouch(eventId, digest)))));
        }
    }

    /**
     * In the seat, for the last time. Completes when everything is on disk, or when the disk has not answered in time: then there
     * is no new snapshot, and whoever goes on reads more of the record.
     */
    CompletionStage<?> left(SeatedLoop place, ConversationLoop loop) {
        QuietMoments moments = loop.moments();
        RoomStates states = moments.runesSince() < records.keepEvery() / LEFT_SHARE ? null : moments.left();
        if (states == null) {
            return CompletableFuture.completedStage(null);
        }
        CompletableFuture<Void> kept = new CompletableFuture<>();
        work.execute(() -> {
            keep(place.session(), states, digest -> {
                if (!kept.isDone()) {
                    moments.vouchForLeft(states.eventId(), digest);
                }
            });
            kept.complete(null);
        });
        return kept.completeOnTimeout(null, EffectGate.ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
    }

    private interface Vouching {
        void vouch(Hash digest);
    }

    private void keep(String session, RoomStates states, Vouching vouching) {
        try {
            vouching.vouch(records.keep(session, states));
        } catch (RuntimeException e) {
            listener.unkept(session, e);
        }
    }
}
