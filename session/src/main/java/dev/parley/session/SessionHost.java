package dev.parley.session;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.loop.Admission;
import dev.parley.pipeline.loop.Seating;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.Placement;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.provider.ProviderIngress;
import dev.parley.session.SeatedLoop.Command;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.media.MediaPorts;
import dev.parley.session.place.Tenancy;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.port.Journal;
import dev.parley.session.port.Records;
import dev.parley.session.record.Past;
import dev.parley.session.recover.Found;
import dev.parley.session.recover.Recovery;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.session.turn.Floor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The place where conversations live: the only one that makes a {@link ConversationLoop}. It seats them on carriers or on
 * virtual time, admits, opens, resumes, moves, drains and ends them, and is the one door through which anything reaches
 * them. Every method may be called from any thread and returns at once; whatever blocks, reading the record for instance,
 * runs on the executor for work. A host can be lost at any moment, because another one takes its conversations up from the
 * record alone. It has no static state, ends no process and handles no signal.
 */
public final class SessionHost implements AutoCloseable {
    /** The reason with which a conversation ends that throws: an exception or an error. */
    public static final String FAULT = "fault";

    /** The usual reason of {@link #drain}. */
    public static final String DRAINED = "drained";

    private static final String AUTHORITY_LOSS = "authority_loss";

    private final String name;
    private final Parts parts;
    private final Map<String, SeatedLoop> seated = new ConcurrentHashMap<>();
    private final SnapshotKeeper snapshots;
    private final SeatedLoop.Host inSeats;
    private volatile boolean draining;

    /**
     * What a host is built from.
     *
     * @param authority says who may run which session; shared by all hosts over one record
     * @param records shared by all hosts over one record
     * @param seats where loops run
     * @param work where things run that block; on virtual time the caller's thread
     */
    public record Parts(
            ControlPlane authority,
            Records records,
            Seating seats,
            TimeSource time,
            Executor work,
            HostListener listener) {}

    /**
     * What its host gives a conversation: its time, its record, and the door by which answers come back to it.
     *
     * @param providers the same door for what providers report
     * @param frames the door for a person's voice
     * @param wakeAt asks for a run at this monotonic time, for who sends frames
     */
    public record Place(
            TimeSource time,
            Timers timers,
            Journal journal,
            EventDoor door,
            ProviderIngress providers,
            Executor work,
            FrameDoor frames,
            LongConsumer wakeAt) {
        /** The media ports of a conversation that is held in sound. */
        public MediaPorts media(AudioChannel channel, AudioSink kept) {
            return new MediaPorts(frames, wakeAt, channel, kept);
        }

        /** The same place with another journal, for somebody who looks on. */
        public Place with(Journal other) {
            return new Place(time, timers, other, door, providers, work, frames, wakeAt);
        }
    }

    /** Makes everything that a conversation meets. Called where the conversation runs. */
    @FunctionalInterface
    public interface World {
        ConversationLoop.Ports around(Place place);
    }

    /**
     * A conversation as its client wants it.
     *
     * @param what the first rune says this about it
     * @param pipeline what its turns run by
     */
    public record Wanted(String session, Json.Obj what, Settings settings, ConversationPipeline pipeline, World world) {
        /** With the standard pipeline, of which some edges behave otherwise. */
        public Wanted(String session, Json.Obj what, Settings settings, Map<String, BufferSpec> edges, World world) {
            this(session, what, settings, ConversationPipeline.standard(edges), world);
        }

        /** The edges of the pipeline that behave otherwise than in the standard one. */
        public Map<String, BufferSpec> edges() {
            return pipeline.tuned();
        }
    }

    /** What became of the wish to run a session here. */
    public sealed interface Opening {
        /**
         * It runs here.
         *
         * @param found what an earlier host left open in it, which is closed now; empty for one that begins
         * @param over completes when the conversation is over here, with the reason
         */
        record Opened(long epoch, Optional<Found> found, CompletableFuture<Ending> over) implements Opening {}

        /** It does not run here. */
        record Refused(String rule, String reason) implements Opening {}
    }

    /** How a conversation ended here, and what it threw if that was the reason. */
    public record Ending(String reason, @Nullable Throwable fault) {}

    public SessionHost(String name, Parts parts) {
        this.name = name;
        this.parts = parts;
        this.snapshots = new SnapshotKeeper(parts.records, parts.work, parts.listener);
        this.inSeats = new SeatedLoop.Host(snapshots::quiet, this::over);
        parts.authority.watch(name, this::surrender);
    }

    /** Asks to run a session here, and begins it or goes on with what is recorded of it, if there is room for it. */
    public CompletableFuture<Opening> open(Wanted wanted) {
        if (parts.seats.admission() instanceof Admission.Refused(String rule, String reason)) {
            return refused(wanted.session(), rule, reason);
        }
        return resume(wanted);
    }

    /** The same for a session that was taken in once: whoever is in a conversation is not turned away because others are. */
    public CompletableFuture<Opening> resume(Wanted wanted) {
        if (draining) {
            return refused(wanted.session(), "runtime.draining", name + " takes nobody in any more");
        }
        SeatedLoop place = new SeatedLoop(wanted.session(), parts.seats, parts.listener, inSeats);
        SeatedLoop before = seated.putIfAbsent(wanted.session(), place);
        if (before != null && !(before.isOver() && seated.replace(wanted.session(), before, place))) {
            place.abandon();
            return refused(wanted.session(), "runtime.already_here", wanted.session() + " runs here already");
        }
        return later(place, opened -> {
            switch (parts.authority.admit(wanted.session(), name, now())) {
                case Placement.Admitted(PlacementLease lease) -> run(place, lease, wanted, Floor.NO_EVIDENCE, opened);
                case Placement.Rejected(String rule, String reason) -> unseated(place, rule, reason, opened);
                case Placement.Deferred(String reason) -> unseated(place, "authority.deferred", reason, opened);
            }
        });
    }

    /** Takes a session up that the authority has moved here by this lease. */
    public CompletableFuture<Opening> takeOver(PlacementLease lease, Wanted wanted) {
        if (!lease.runtime().equals(name)) {
            return refused(lease.session(), "authority.placed_elsewhere", "the lease is for " + lease.runtime());
        }
        SeatedLoop place = new SeatedLoop(lease.session(), parts.seats, parts.listener, inSeats);
        SeatedLoop before = seated.put(lease.session(), place);
        if (before != null) {
            before.command(Command.SURRENDER, ConversationLoop::surrender);
        }
        return later(place, opened -> run(place, lease, wanted, AUTHORITY_LOSS, opened));
    }

    /** Moves a session from here to another host, which takes it over by the lease; empty where it cannot be moved. */
    public Optional<PlacementLease> move(String session, String toHost) {
        return seated.containsKey(session) ? parts.authority.migrate(session, toHost, now()) : Optional.empty();
    }

    private CompletableFuture<Opening> refused(String session, String rule, String reason) {
        parts.listener.refused(session, rule);
        return CompletableFuture.completedFuture(new Opening.Refused(rule, reason));
    }

    private void unseated(SeatedLoop place, String rule, String reason, CompletableFuture<Opening> opened) {
        seated.remove(place.session(), place);
        place.abandon();
        parts.listener.refused(place.session(), rule);
        opened.complete(new Opening.Refused(rule, reason));
    }

    /** Opens where blocking is allowed; an opening that fails leaves nothing behind. */
    private CompletableFuture<Opening> later(SeatedLoop place, Consumer<CompletableFuture<Opening>> opening) {
        CompletableFuture<Opening> opened = new CompletableFuture<>();
        var _ = CompletableFuture.runAsync(() -> opening.accept(opened), parts.work)
                .exceptionally(fault -> {
                    opened.completeExceptionally(fault);
                    return null;
                });
        var _ = opened.exceptionally(_ -> {
            seated.remove(place.session(), place);
            place.abandon();
            return null;
        });
        return opened;
    }

    /** Reads the record where reading may block, and lets the loop begin in its seat. */
    private void run(
            SeatedLoop place,
            PlacementLease admitted,
            Wanted wanted,
            String reason,
            CompletableFuture<Opening> opened) {
        String session = admitted.session();
        Journal journal = parts.records.journal(session, admitted.epoch(), place::offer);
        Past past = parts.records.takeUp(session);
        List<Rune> recorded = past.runes();
        if (Recovery.isEnded(recorded)) {
            parts.authority.release(admitted);
            unseated(place, "session.ended", session + " is over and cannot go on", opened);
            return;
        }
        PlacementLease lease = above(admitted, Recovery.newestEpoch(recorded));
        boolean moved = reason.equals(AUTHORITY_LOSS);
        var _ = opened.exceptionally(_ -> {
            parts.authority.release(lease);
            return null;
        });
        place.begin(opened, () -> {
            Place here = new Place(
                    parts.time,
                    place.timers(),
                    journal,
                    place::offer,
                    event -> place.offer(new SessionEvent.ProviderReported(event)),
                    parts.work,
                    place.frames(),
                    place::wakeAt);
            ConversationLoop loop = new ConversationLoop(
                    Tenancy.of(lease, parts.authority),
                    wanted.settings(),
                    wanted.pipeline(),
                    () -> parts.seats.admission() instanceof Admission.Refused,
                    wanted.world().around(here),
                    place::over);
            place.seat(loop);
            Optional<Found> found = Optional.empty();
            if (recorded.isEmpty()) {
                loop.begin(wanted.what());
                loop.learn(parts.authority.news(session));
            } else {
                found = loop.resume(past, reason, parts.authority.news(session));
            }
            if (moved) {
                parts.authority.arrived(lease);
                loop.learn(parts.authority.news(session));
            }
            if (draining) {
                loop.drain(DRAINED, 0);
            }
            parts.listener.opened(session);
            keepLease(place, lease);
            return new Opening.Opened(lease.epoch(), found, place.ending());
        });
    }

    /** A record may show an epoch that the authority does not remember, because it is younger than the record. */
    private PlacementLease above(PlacementLease lease, long recordedEpoch) {
        return lease.epoch() > recordedEpoch
                ? lease
                : parts.authority.rotate(lease, recordedEpoch, now()).orElse(lease);
    }

    /** Takes in what reached a transport under this epoch; a refusal is for the transport, which then looks at the routes. */
    public Optional<AuthorityGuard.Refused> offer(String session, long epoch, SessionEvent event) {
        SeatedLoop place = seated.get(session);
        return place == null ? Optional.of(notHere(session)) : place.offer(event, epoch);
    }

    /** Takes in what comes from within this process; false where the session is not here or its door is full. */
    public boolean offer(String session, SessionEvent event) {
        SeatedLoop place = seated.get(session);
        return place != null && place.offer(event);
    }

    /** Whether output under this epoch may be heard: a transport asks for every frame that it takes (ruling D7). */
    public Optional<AuthorityGuard.Refused> judge(String session, long epoch) {
        SeatedLoop place = seated.get(session);
        return place == null ? Optional.of(notHere(session)) : place.judge(epoch);
    }

    private AuthorityGuard.Refused notHere(String session) {
        return new AuthorityGuard.Refused("authority.not_here", session + " does not run on " + name);
    }

    /** Looks at a conversation where it runs; fails where the session is not here. */
    public <T extends @Nullable Object> CompletableFuture<T> ask(
            String session, Function<ConversationLoop, T> question) {
        SeatedLoop place = seated.get(session);
        return place == null
                ? CompletableFuture.failedFuture(new IllegalArgumentException(session + " does not run on " + name))
                : place.ask(question);
    }

    /** How many conversations are here. */
    public int conversations() {
        return seated.size();
    }

    /** Asks for a new epoch, under which the session goes on. */
    public void rotate(String session) {
        SeatedLoop place = seated.get(session);
        PlacementLease lease = place == null ? null : place.lease();
        if (place != null && lease != null) {
            parts.work.execute(() -> {
                if (parts.authority.rotate(lease, 0, now()).isPresent()) {
                    parts.authority.news(session);
                    place.offer(new SessionEvent.LeaseRotated());
                }
            });
        }
    }

    /** Renews the lease when half of it is over, again and again; one that cannot be renewed ends by itself. */
    private void keepLease(SeatedLoop place, PlacementLease lease) {
        if (lease.expiresNanos() == Long.MAX_VALUE) {
            return;
        }
        long halfNanos = Math.max(1, (lease.expiresNanos() - now()) / 2);
        place.inBackground(now() + halfNanos, () -> parts.work.execute(() -> renew(place)));
    }

    private void renew(SeatedLoop place) {
        PlacementLease lease = place.lease();
        if (lease != null && lease.isValidAt(now())) {
            PlacementLease kept = parts.authority.renew(lease, now()).orElse(lease);
            place.command(Command.RENEW, loop -> {
                loop.renew(kept);
                keepLease(place, kept);
            });
        }
    }

    /** The authority has said that this session is here no longer: it falls silent at once and is forgotten. */
    private void surrender(String session) {
        SeatedLoop place = seated.remove(session);
        if (place != null) {
            place.command(Command.SURRENDER, ConversationLoop::surrender);
        }
    }

    /** Ends a session at once, with this reason for the turn that is open, and gives its place back. */
    public CompletableFuture<Ending> end(String session, String reason) {
        SeatedLoop place = seated.get(session);
        if (place == null) {
            return CompletableFuture.completedFuture(new Ending(reason, null));
        }
        place.command(Command.END, loop -> loop.end(reason));
        return place.ending();
    }

    /** Called where the conversation ran. One that fell silent stays known, so that its transport learns why. */
    private CompletionStage<?> over(SeatedLoop place, Ending ending) {
        ConversationLoop loop = place.loop();
        if (loop == null || ending.reason().equals(Floor.NO_EVIDENCE)) {
            return CompletableFuture.completedStage(null);
        }
        seated.remove(place.session(), place);
        PlacementLease lease = loop.lease();
        return snapshots.left(place, loop).thenRunAsync(() -> parts.authority.release(lease), parts.work);
    }

    /**
     * Takes nobody in any more and leaves every conversation here: one that waits for a person at once, the others when their
     * turn is over, and all of them after this time. Another host may go on with them. Completes when nobody is left.
     */
    public CompletableFuture<Void> drain(String reason, long withinMs) {
        draining = true;
        List<SeatedLoop> places = List.copyOf(seated.values());
        places.forEach(place -> place.command(Command.DRAIN, loop -> loop.drain(reason, withinMs)));
        return CompletableFuture.allOf(places.stream().map(SeatedLoop::ending).toArray(CompletableFuture[]::new));
    }

    /** Leaves every conversation here now. */
    @Override
    public void close() {
        drain(DRAINED, 0).join();
    }

    private long now() {
        return parts.time.monotonicNanos();
    }
}
