package dev.parley.session;

import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.EdgeSignal;
import dev.parley.pipeline.edge.Ingress;
import dev.parley.pipeline.loop.LoopTask;
import dev.parley.pipeline.loop.Seat;
import dev.parley.pipeline.loop.Seating;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.provider.ProviderEvent;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.SessionHost.Wanted;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.time.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One conversation in its seat, and its door. Other threads leave events and errands there and wake the seat; only the seat
 * takes them out, control before data. Both queues are bounded: an event that does not fit is refused and counted.
 */
final class SeatedLoop implements LoopTask {
    private static final int DATA_MAX = 256;
    private static final int CONTROL_MAX = 64;
    private static final int ERRANDS_MAX = 32;

    /** After so many events the carrier serves the others first. */
    private static final int BATCH = 64;

    static final String BUSY = " has too much to take in";
    private static final long ANY_EPOCH = -1;

    private final Wanted wanted;
    private final String session;
    private final HostListener listener;
    private final Host host;
    private final Ingress<Arrival> door;
    private final AtomicReference<@Nullable Runnable> beginning = new AtomicReference<>();
    private final Ingress<Consumer<ConversationLoop>> errands;
    private final AtomicLong arrivals = new AtomicLong();
    private final AtomicLong keptUpTo = new AtomicLong();
    private final Map<Command, Consumer<ConversationLoop>> commands = new ConcurrentHashMap<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private final Inquiries inquiries;
    private final Seat seat;
    private final FrameDoor frames;
    private volatile @Nullable ConversationLoop loop;
    private volatile boolean over;
    private final Runnable taking = this::takeAll;
    private final Consumer<Arrival> arriving = this::take;
    private long runNanos;
    private long lastStop;
    private boolean waited;
    private boolean took;
    /** Whether the conversation leaves this seat to go on in another one when somebody is there. In the seat. */
    boolean returning;

    private Timers.Timer idle = () -> {};

    /** An event at the door: the how many-th it is, and the epoch that it showed. */
    private record Arrival(long number, SessionEvent event, long epoch) {}

    /**
     * What the host does for a conversation in its seat.
     *
     * @param quiet nothing happens in it until a person says or does something
     * @param over it is over here; completes when nothing more has to be done for it
     */
    record Host(
            BiConsumer<SeatedLoop, ConversationLoop> quiet, BiFunction<SeatedLoop, Ending, CompletionStage<?>> over) {}

    SeatedLoop(Wanted wanted, Seating seats, HostListener listener, Host host) {
        this.wanted = wanted;
        this.session = wanted.session();
        this.listener = listener;
        this.host = host;
        this.inquiries = new Inquiries(session, this::tell, () -> over);
        this.seat = seats.seat(this);
        this.door = new Ingress<>("ingress", DATA_MAX, CONTROL_MAX, seat::wake, seat::wakeNow);
        this.errands = new Ingress<>("errands", 1, ERRANDS_MAX, seat::wakeNow);
        this.frames = new FrameDoor(seat::wake);
    }

    String session() {
        return session;
    }

    @Override
    public String name() {
        return session;
    }

    Wanted wanted() {
        return wanted;
    }

    CompletableFuture<Ending> ending() {
        return ending;
    }

    boolean isOver() {
        return over;
    }

    @Nullable
    PlacementLease lease() {
        ConversationLoop present = loop;
        return present == null ? null : present.lease();
    }

    /** The door for a person's voice. */
    FrameDoor frames() {
        return frames;
    }

    /** In the seat: asks for a run at this time. */
    void wakeAt(long monotonicNanos) {
        seat.runAt(monotonicNanos);
    }

    // --- from any thread

    boolean offer(SessionEvent event) {
        return switch (event) {
            case SessionEvent.RecordKept(long eventId) -> {
                keptUpTo.accumulateAndGet(eventId, Math::max);
                yield news(Command.KEPT, () -> new SessionEvent.RecordKept(keptUpTo.get()));
            }
            case SessionEvent.RecordLost _ -> news(Command.LOST, () -> event);
            case SessionEvent.LeaseRotated _ -> news(Command.ROTATE, () -> event);
            case SessionEvent.OverrideKept _ -> news(Command.OVERRIDE, () -> event);
            case SessionEvent.HouseForgot _ -> news(Command.FORGET, () -> event);
            default -> offered(event, ANY_EPOCH);
        };
    }

    /** News of which only the newest counts: it needs no place in a lane, and no flood keeps it out. */
    private boolean news(Command kind, Supplier<SessionEvent> event) {
        command(kind, present -> {
            took = true;
            present.offer(event.get());
        });
        return !over;
    }

    private boolean offered(SessionEvent event, long epoch) {
        Arrival arrival = new Arrival(arrivals.incrementAndGet(), event, epoch);
        return switch (event) {
            case SessionEvent.ToolProgressed _ -> door.offerSpare(arrival);
            case SessionEvent.ToolFinished _,
                    SessionEvent.WordsRead _,
                    SessionEvent.ToolFitted _,
                    SessionEvent.ToolChecked _,
                    SessionEvent.ProviderReported(ProviderEvent.Ended _) -> door.offerAwaited(arrival);
            default -> door.offer(arrival, event.isUrgent() ? Lane.CONTROL : Lane.DATA);
        };
    }

    Optional<AuthorityGuard.Refused> offer(SessionEvent event, long epoch) {
        Optional<AuthorityGuard.Refused> refused = judge(epoch);
        if (refused.isPresent()) {
            boolean _ = tell(present -> present.refuse(epoch, refused.get()));
            return refused;
        }
        return offered(event, epoch)
                ? Optional.empty()
                : Optional.of(new AuthorityGuard.Refused("session.overload", session + BUSY));
    }

    Optional<AuthorityGuard.Refused> judge(long epoch) {
        ConversationLoop present = loop;
        return present == null
                ? Optional.of(new AuthorityGuard.Refused("authority.not_here", session + " is about to begin"))
                : present.judge(epoch);
    }

    /**
     * Has something done with the conversation in its seat, before any event and as soon as it has begun there; false where too
     * much is to be done already.
     */
    boolean tell(Consumer<ConversationLoop> errand) {
        return errands.offer(errand, Lane.CONTROL);
    }

    <T extends @Nullable Object> CompletableFuture<T> ask(Function<ConversationLoop, T> question) {
        return inquiries.ask(question);
    }

    /**
     * Has this done with the conversation in its seat, as soon as it has begun there, and however much is to be done before. Of
     * each kind the newest is done. Ignored where it is over.
     */
    void command(Command kind, Consumer<ConversationLoop> errand) {
        commands.put(kind, errand);
        if (kind == Command.OVERRIDE || kind == Command.FORGET) {
            // Somebody in another conversation did it, who must not make these overtake everybody else.
            seat.wake();
        } else {
            seat.wakeNow();
        }
    }

    /** Whether something is to be done that is never lost. */
    boolean isCommanded() {
        return !commands.isEmpty();
    }

    /** Has the conversation begin in its seat; what it throws there fails the opening. */
    void begin(CompletableFuture<Opening> opened, Supplier<Opening> begins) {
        beginning.set(() -> {
            try {
                opened.complete(begins.get());
            } catch (RuntimeException | Error e) {
                opened.completeExceptionally(e);
            }
        });
        seat.wakeNow();
    }

    /** The conversation never began. */
    void abandon() {
        over = true;
        seat.leave();
        ending.complete(new Ending("refused", null));
        inquiries.answerNobody();
    }

    /** What came too late for the seat, once each: another seat takes it in. From any thread, once this one is left. */
    synchronized List<SessionEvent> late() {
        List<SessionEvent> late = new ArrayList<>();
        door.drain(arrival -> late.add(arrival.event), Integer.MAX_VALUE);
        return late;
    }

    // --- in the seat

    /** Timers whose callbacks, whoever sets them, can fail only this conversation. */
    Timers timers() {
        return new GuardedTimers(seat.timers(), this::guarded);
    }

    private void guarded(Runnable action) {
        try {
            action.run();
            tellWaiting();
        } catch (RuntimeException | Error e) {
            ConversationLoop present = loop;
            if (present == null) {
                throw e;
            }
            present.fail(e);
        }
    }

    void seat(ConversationLoop seated) {
        loop = seated;
    }

    CompletableFuture<Ending> end(String reason) {
        command(Command.END, present -> present.end(reason));
        return ending();
    }

    /** Ends it at this time, if that is still wanted then. A later wish replaces one that was not taken in yet. */
    void endAt(long atNanos, String reason, BooleanSupplier stillWanted) {
        Consumer<String> ends = why -> command(Command.END, present -> present.end(why));
        Runnable look = () ->
                Optional.of(reason).filter(_ -> stillWanted.getAsBoolean()).ifPresent(ends);
        command(Command.END_LATER, _ -> inBackground(atNanos, look));
    }

    /** Has this done at this time, if nothing happens until then for which another time is given. */
    void idleAt(long atNanos, Runnable action) {
        idle.cancel();
        idle = timers().inBackground(atNanos, Rank.AUTHORITY.order(), action);
    }

    void inBackground(long atNanos, Runnable action) {
        timers().inBackground(atNanos, Rank.AUTHORITY.order(), action);
    }

    private void tellWaiting() {
        ConversationLoop present = loop;
        boolean waits = present != null && !over && present.isWaitingForPerson();
        if (waits && (!waited || took)) {
            host.quiet().accept(this, present);
            listener.waits(session);
        }
        waited = waits;
        took = false;
    }

    @Override
    public void run(long nowNanos) {
        runNanos = nowNanos;
        guarded(taking);
    }

    private void takeAll() {
        Runnable begins = beginning.getAndSet(null);
        if (begins != null) {
            begins.run();
        }
        ConversationLoop present = loop;
        if (present == null) {
            return;
        }
        errands.drain(errand -> errand.accept(present), ERRANDS_MAX);
        obey(present);
        if (over) {
            return;
        }
        takeSome();
        if (door.hasRefused()) {
            tellDropped(present);
        }
        if (!over) {
            present.frames(runNanos);
        }
        if (!door.isEmpty()) {
            seat.wake();
        }
    }

    /** Takes in what is at the door, until the carrier serves the others first. */
    private void takeSome() {
        for (int taken = 0; taken < BATCH && door.drain(arriving, 1) > 0; taken++) {
            took = true;
            if (seat.mustYield()) {
                return;
            }
        }
    }

    private void obey(ConversationLoop present) {
        if (commands.isEmpty()) {
            return;
        }
        for (Command kind : Command.values()) {
            Consumer<ConversationLoop> errand = commands.remove(kind);
            if (errand != null && !over) {
                errand.accept(present);
            }
        }
    }

    private void tellDropped(ConversationLoop present) {
        for (EdgeSignal signal : door.drainSignals()) {
            present.tellDropped(signal);
            if (signal instanceof EdgeSignal.DropNotice drop) {
                listener.dropped(session, drop.lane(), drop.count());
            }
        }
    }

    /** A stop overtakes words typed before it; they do not become a turn after it. An answer is wanted to all frames before it. */
    private void take(Arrival arrival) {
        ConversationLoop present = loop;
        if (present == null) {
            return;
        }
        switch (arrival.event) {
            case SessionEvent.TextTyped typed
            when arrival.number < lastStop -> {
                present.keepUnanswered(typed);
                return;
            }
            case SessionEvent.StopRequested _, SessionEvent.StopTyped _ ->
                lastStop = Math.max(lastStop, arrival.number);
            case SessionEvent.AnswerWanted _ -> present.frames(runNanos);
            default -> {
                // Everything else enters in its order.
            }
        }
        if (arrival.epoch == ANY_EPOCH) {
            present.offer(arrival.event);
        } else {
            present.offer(arrival.event, arrival.epoch);
        }
    }

    /** The loop says that it is over. It gives its place back; its door takes nothing more. */
    @SuppressWarnings("EmptyCatch")
    void over(Ending end) {
        over = true;
        door.close();
        frames.close();
        idle.cancel();
        seat.leave();
        CompletionStage<?> done = CompletableFuture.completedStage(null);
        try {
            done = host.over().apply(this, end);
        } catch (RuntimeException | Error e) {
            // Whoever listens to a conversation cannot keep it from ending.
        }
        var _ = done.whenComplete((_, _) -> ending.complete(end));
        inquiries.answerNobody();
    }

    /** The conversation as it was in this seat, for the host that ends it. */
    @Nullable
    ConversationLoop loop() {
        return loop;
    }
}
