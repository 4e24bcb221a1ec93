package dev.parley.session;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.loop.Admission;
import dev.parley.pipeline.loop.Seating;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.provider.ProviderIngress;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.media.MediaPorts;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.port.People;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.session.record.Records;
import dev.parley.session.recover.Found;
import dev.parley.session.settings.Settings;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.session.turn.HostPlans;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The place where conversations live: the only one that makes a {@link ConversationLoop}. It seats them on carriers or on
 * virtual time, admits, opens, resumes, moves, drains and ends them, and is the one door through which anything reaches
 * them. Every method may be called from any thread and returns at once; whatever blocks, reading the record for instance,
 * runs on the executor for work. A host can be lost at any moment, because another one takes its conversations up from the
 * record alone. It has no static state, ends no process and handles no signal.
 */
public final class SessionHost implements AutoCloseable {
    /** In what the first rune says of a conversation: the client whose it is. */
    public static final String OWNER = "owner";

    /** The reason with which a conversation ends that throws: an exception or an error. */
    public static final String FAULT = "fault";

    /** The usual reason of {@link #drain}. */
    public static final String DRAINED = "drained";

    private final String name;
    private final Parts parts;
    private final Map<String, SeatedLoop> seated = new ConcurrentHashMap<>();
    private final SnapshotKeeper snapshots;
    private final LeaseKeeper leases;
    private final Openings openings;
    private final Evictions evictions;
    private final UnheldRecords unheld;
    private final SeatedLoop.Host inSeats;
    private volatile boolean draining;

    /**
     * What a host is built from.
     *
     * @param authority says who may run which session; shared by all hosts over one record
     * @param records shared by all hosts over one record
     * @param seats where loops run
     * @param work where things run that block; on virtual time the caller's thread
     * @param idleNanos after so long a conversation with nobody leaves memory until somebody comes; 0 for never
     * @param bounds how many conversations are in memory when another one is to begin
     */
    public record Parts(
            ControlPlane authority,
            Records records,
            Seating seats,
            TimeSource time,
            Executor work,
            HostListener listener,
            long idleNanos,
            HostBounds bounds) {
        public Parts {
            listener = listener instanceof GuardedListener ? listener : new GuardedListener(listener);
        }

        /** Parts of a host in which every conversation stays in memory until it is over. */
        public Parts(
                ControlPlane authority,
                Records records,
                Seating seats,
                TimeSource time,
                Executor work,
                HostListener listener) {
            this(authority, records, seats, time, work, listener, 0, HostBounds.NONE);
        }

        /** The same for a host that leaves conversations alone with nobody in them for so long. */
        public Parts evictingAfter(long nanos) {
            return new Parts(authority, records, seats, time, work, listener, nanos, bounds);
        }

        /** The same for a host that holds no more conversations than this. */
        public Parts within(HostBounds most) {
            return new Parts(authority, records, seats, time, work, listener, idleNanos, most);
        }
    }

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
     * @param what the event with which it begins
     * @param pipeline what its turns run by
     */
    public record Wanted(
            String session, SessionCreated what, Settings settings, ConversationPipeline pipeline, World world) {
        /** With the standard pipeline, of which some edges behave otherwise. */
        public Wanted(
                String session, SessionCreated what, Settings settings, Map<String, BufferSpec> edges, World world) {
            this(session, what, settings, ConversationPipeline.standard(edges), world);
        }

        /** The client whose conversation it is, by its key or token; empty where there is none. */
        String owner() {
            String owner = what.owner() == null ? what.about().text(OWNER) : what.owner();
            return owner == null ? "" : owner;
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
        this.leases = new LeaseKeeper(parts.authority, parts.time, parts.work);
        HostPlans plans = new HostPlans(() -> parts.seats.admission() instanceof Admission.Refused);
        this.openings = new Openings(name, parts, seated, leases, plans, () -> draining);
        this.evictions = new Evictions(parts, seated, this::resume, () -> draining);
        this.unheld = new UnheldRecords(name, parts, seated, evictions, leases);
        this.inSeats = new SeatedLoop.Host(this::quiet, this::over);
        parts.authority.watch(name, this::surrender);
    }

    /** Asks to run a session here, and begins it or goes on with what is recorded of it, if there is room for it. */
    public CompletableFuture<Opening> open(Wanted wanted) {
        synchronized (evictions) {
            List<String> owners = seated.values().stream()
                    .map(place -> place.wanted().owner())
                    .toList();
            if (parts.bounds.judge(wanted.owner(), owners) instanceof HostBounds.Full(String rule, String reason)) {
                return refused(wanted.session(), rule, reason);
            }
            if (parts.seats.admission() instanceof Admission.Refused(String rule, String reason)
                    && !FairShare.isCrowdedOut(wanted.owner(), owners)) {
                return refused(wanted.session(), rule, reason);
            }
            return resume(wanted);
        }
    }

    /** Has a recorded session that is at rest here without opening it: it is opened when somebody is there. */
    public void leave(Wanted wanted) {
        evictions.leave(wanted);
    }

    /** The same for a session that was taken in once: whoever is in a conversation is not turned away because others are. */
    public CompletableFuture<Opening> resume(Wanted wanted) {
        SeatedLoop place = new SeatedLoop(wanted, parts.seats, parts.listener, inSeats);
        SeatedLoop present = seated.compute(
                wanted.session(),
                (session, before) ->
                        (before == null || before.isOver()) && !unheld.isWritten(session) ? place : before);
        if (present != place) {
            place.abandon();
            return refused(wanted.session(), "runtime.already_here", wanted.session() + " runs here already");
        }
        if (draining) {
            seated.remove(wanted.session(), place);
            place.abandon();
            return refused(wanted.session(), "runtime.draining", name + " takes nobody in any more");
        }
        Evictions.Left left = evictions.take(wanted.session());
        return left == null
                ? openings.admitted(place)
                : left.gone().handle((_, _) -> place).thenCompose(openings::admitted);
    }

    /** Takes a session up that the authority has moved here by this lease. */
    public CompletableFuture<Opening> takeOver(PlacementLease lease, Wanted wanted) {
        if (!lease.runtime().equals(name)) {
            return refused(lease.session(), "authority.placed_elsewhere", "the lease is for " + lease.runtime());
        }
        SeatedLoop place = new SeatedLoop(wanted, parts.seats, parts.listener, inSeats);
        SeatedLoop before = seated.put(lease.session(), place);
        if (before != null) {
            before.command(Command.SURRENDER, ConversationLoop::surrender);
        }
        return openings.moved(place, lease);
    }

    /** Moves a session from here to another host, which takes it over by the lease; empty where it cannot be moved. */
    public Optional<PlacementLease> move(String session, String toHost) {
        return seated.containsKey(session) ? parts.authority.migrate(session, toHost, now()) : Optional.empty();
    }

    private CompletableFuture<Opening> refused(String session, String rule, String reason) {
        parts.listener.refused(session, rule);
        return CompletableFuture.completedFuture(new Opening.Refused(rule, reason));
    }

    /** Takes in what reached a transport under this epoch; a refusal is for the transport, which then looks at the routes. */
    public Optional<AuthorityGuard.Refused> offer(String session, long epoch, SessionEvent event) {
        SeatedLoop place = seated.get(session);
        return place == null ? Optional.of(notHere(session)) : place.offer(event, epoch);
    }

    /** Takes in what comes from within this process; false where the session is not here or its door is full. */
    public boolean offer(String session, SessionEvent event) {
        return evictions.offer(session, event);
    }

    /** Somebody is connected to this session until what is returned is run; one that was left comes back. */
    public Runnable connect(String session) {
        Runnable leaves = evictions.connect(session);
        if (evictions.admitted(session) == null) {
            leaves.run();
        }
        return leaves;
    }

    private AuthorityGuard.Refused notHere(String session) {
        return new AuthorityGuard.Refused("authority.not_here", session + " does not run on " + name);
    }

    /** Looks at a conversation where it runs; fails where the session is not here. */
    public <T extends @Nullable Object> CompletableFuture<T> ask(
            String session, Function<ConversationLoop, T> question) {
        SeatedLoop place = evictions.admitted(session);
        return place == null
                ? CompletableFuture.failedFuture(new IllegalArgumentException(session + " does not run on " + name))
                : place.ask(question)
                        .exceptionallyCompose(fault -> place.isOver() && evictions.hasNewSeat(place)
                                ? ask(session, question)
                                : CompletableFuture.failedFuture(fault));
    }

    /** How many conversations are here, in memory. */
    public int conversations() {
        return seated.size();
    }

    /** How many conversations have left memory and come back when somebody is there. */
    public int evicted() {
        return evictions.count();
    }

    /** Asks for a new epoch, under which the session goes on. */
    public void rotate(String session) {
        SeatedLoop place = seated.get(session);
        if (place != null) {
            leases.rotate(place);
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
        SeatedLoop place = evictions.awake(session);
        return place == null
                ? CompletableFuture.completedFuture(new Ending(reason, null))
                : place.end(reason)
                        .thenCompose(ended -> evictions.hasNewSeat(place)
                                ? end(session, reason)
                                : CompletableFuture.completedFuture(ended));
    }

    /** The same at this moment of the host's clock, if it is still wanted then. */
    public void endAt(String session, long nanos, String reason, BooleanSupplier stillWanted) {
        SeatedLoop place = evictions.awake(session);
        if (place != null) {
            place.endAt(nanos, reason, stillWanted);
        }
    }

    /**
     * Ends a recorded conversation that nobody runs and nobody will go on with. Empty where it is over, or none of a session;
     * fails where it runs, here or elsewhere.
     */
    public CompletableFuture<Optional<Found>> endLeft(String session, People.Source people) {
        return unheld.write(session, record -> Optional.ofNullable(record.end(people)));
    }

    /**
     * Lets a halted conversation that nobody runs go on, as this operator decides; the decision is recorded. False where it
     * is not halted; fails where it runs, here or elsewhere.
     */
    public CompletableFuture<Boolean> lift(String session, String operator, String reason) {
        return unheld.write(session, record -> record.lift(operator, reason));
    }

    private void quiet(SeatedLoop place, ConversationLoop loop) {
        snapshots.quiet(place, loop);
        evictions.quiet(place);
    }

    /** Called where the conversation ran. One that fell silent stays known, so that its transport learns why. */
    private CompletionStage<?> over(SeatedLoop place, Ending ending) {
        ConversationLoop loop = place.loop();
        CompletionStage<?> done = CompletableFuture.completedStage(null);
        if (loop != null && !ending.reason().equals(EvidenceUnavailable.REASON)) {
            seated.remove(place.session(), place);
            PlacementLease lease = loop.lease();
            done = snapshots.left(place, loop).thenRunAsync(() -> parts.authority.release(lease), parts.work);
        }
        evictions.over(place, ending);
        return done;
    }

    /** Takes nobody in any more and ends what is in memory. What has left memory stays as it is, for whoever goes on with it. */
    public CompletableFuture<Void> endAll(String reason) {
        draining = true;
        return all(seated.values().stream().map(place -> place.end(reason)));
    }

    /**
     * Takes nobody in any more and leaves every conversation here: one that waits for a person at once, the others when their
     * turn is over, and all of them after this time; one that has left memory is not brought back for it. Another host may go
     * on with them. Completes when nobody is left.
     */
    public CompletableFuture<Void> drain(String reason, long withinMs) {
        draining = true;
        List<SeatedLoop> places = List.copyOf(seated.values());
        places.forEach(place -> place.command(Command.DRAIN, loop -> loop.drain(reason, withinMs)));
        Map<String, Evictions.Left> left = evictions.takeAll();
        left.keySet().forEach(session -> parts.listener.over(session, new Ending(reason, null)));
        return all(Stream.concat(
                places.stream().map(SeatedLoop::ending), left.values().stream().map(Evictions.Left::gone)));
    }

    private static CompletableFuture<Void> all(Stream<CompletableFuture<Ending>> endings) {
        return CompletableFuture.allOf(endings.toArray(CompletableFuture[]::new));
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
