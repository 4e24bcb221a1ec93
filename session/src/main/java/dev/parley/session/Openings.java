package dev.parley.session;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.Placement;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.SessionHost.Parts;
import dev.parley.session.SessionHost.Place;
import dev.parley.session.SessionHost.Wanted;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.Tenancy;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.session.record.Past;
import dev.parley.session.record.UnaccountedRecord;
import dev.parley.session.recover.Found;
import dev.parley.session.turn.HostPlans;
import dev.parley.state.ConversationState;
import dev.parley.state.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** How a conversation begins in a seat of its host, or goes on there with what is recorded of it. */
record Openings(
        String name,
        Parts parts,
        Map<String, SeatedLoop> seated,
        LeaseKeeper leases,
        HostPlans plans,
        BooleanSupplier draining) {
    private static final String AUTHORITY_LOSS = "authority_loss";

    /** Asks for the lease of a session and goes on with it. */
    CompletableFuture<Opening> admitted(SeatedLoop place) {
        return later(place, opened -> {
            switch (parts.authority().admit(place.session(), name, parts.time().monotonicNanos())) {
                case Placement.Admitted(PlacementLease lease) -> run(place, lease, EvidenceUnavailable.REASON, opened);
                case Placement.Rejected(String rule, String reason) -> unseated(place, rule, reason, opened);
                case Placement.Deferred(String reason) -> unseated(place, "authority.deferred", reason, opened);
            }
        });
    }

    /** Takes up a session that the authority has moved here. */
    CompletableFuture<Opening> moved(SeatedLoop place, PlacementLease lease) {
        return later(place, opened -> run(place, lease, AUTHORITY_LOSS, opened));
    }

    private void unseated(SeatedLoop place, String rule, String reason, CompletableFuture<Opening> opened) {
        seated.remove(place.session(), place);
        place.abandon();
        parts.listener().refused(place.session(), rule);
        opened.complete(new Opening.Refused(rule, reason));
    }

    /** A lease of which nothing came is given back, so that another host may try. */
    private void releasedUnless(CompletableFuture<Opening> opened, PlacementLease lease) {
        var _ = opened.exceptionally(_ -> {
            parts.authority().release(lease);
            return null;
        });
    }

    /** Opens where blocking is allowed; an opening that fails leaves nothing behind when that is known. */
    private CompletableFuture<Opening> later(SeatedLoop place, Consumer<CompletableFuture<Opening>> opening) {
        CompletableFuture<Opening> opened = new CompletableFuture<>();
        var _ = CompletableFuture.runAsync(() -> opening.accept(opened), parts.work())
                .exceptionally(fault -> {
                    opened.completeExceptionally(fault);
                    return null;
                });
        CompletableFuture<Opening> settled = new CompletableFuture<>();
        var _ = opened.whenComplete((begun, fault) -> {
            if (fault == null) {
                settled.complete(begun);
                return;
            }
            seated.remove(place.session(), place);
            place.abandon();
            settled.completeExceptionally(fault);
        });
        return settled;
    }

    /** Reads the record where reading may block, and lets the loop begin in its seat. */
    private void run(SeatedLoop place, PlacementLease admitted, String reason, CompletableFuture<Opening> opened) {
        releasedUnless(opened, admitted);
        String session = admitted.session();
        Wanted wanted = place.wanted();
        Journal journal = parts.records().journal(session, admitted.epoch(), place::offer);
        Past past;
        try {
            past = parts.records().takeUp(session);
        } catch (UnaccountedRecord waits) {
            parts.authority().release(admitted);
            unseated(place, UnaccountedRecord.RULE, String.valueOf(waits.getMessage()), opened);
            return;
        }
        List<Rune> recorded = past.runes();
        ConversationState left = past.state();
        if (left.phase() == Phase.ENDED) {
            parts.authority().release(admitted);
            unseated(place, "session.ended", session + " is over and cannot go on", opened);
            return;
        }
        PlacementLease lease = leases.above(admitted, left.epoch());
        boolean moved = reason.equals(AUTHORITY_LOSS);
        releasedUnless(opened, lease);
        place.begin(opened, () -> {
            Place here = new Place(
                    parts.time(),
                    place.timers(),
                    journal,
                    place::offer,
                    event -> place.offer(new SessionEvent.ProviderReported(event)),
                    parts.work(),
                    place.frames(),
                    place::wakeAt);
            ConversationLoop loop = new ConversationLoop(
                    Tenancy.of(lease, parts.authority()),
                    wanted.settings(),
                    wanted.pipeline(),
                    plans,
                    wanted.world().around(here),
                    place::over);
            place.seat(loop);
            Optional<Found> found = Optional.empty();
            if (recorded.isEmpty()) {
                loop.begin(wanted.what());
                loop.learn(parts.authority().news(session));
            } else {
                found = loop.resume(past, reason, parts.authority().news(session));
            }
            if (moved) {
                parts.authority().arrived(lease);
                loop.learn(parts.authority().news(session));
            }
            if (draining.getAsBoolean()) {
                loop.drain(SessionHost.DRAINED, 0);
            }
            parts.listener().opened(session);
            leases.keep(place, lease);
            return new Opening.Opened(lease.epoch(), found, place.ending());
        });
    }
}
