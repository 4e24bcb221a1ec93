package dev.parley.session;

import dev.parley.kernel.event.ControlEvents.ConversationDrained;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.pipeline.edge.EdgeSignal;
import dev.parley.pipeline.node.StateHandle;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.pipeline.run.SessionState;
import dev.parley.provider.dispatch.Providers;
import dev.parley.session.episode.Episodes;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.MediaPorts;
import dev.parley.session.place.Standing;
import dev.parley.session.place.Tenancy;
import dev.parley.session.port.People;
import dev.parley.session.port.TextChannel;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.AudioConsent;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.recover.Found;
import dev.parley.session.recover.Recovery;
import dev.parley.session.settings.Settings;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.think.Prompts;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.LeftQuestion;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.session.turn.DeadAirWatch;
import dev.parley.session.turn.Floor;
import dev.parley.session.turn.FloorParts;
import dev.parley.session.turn.HostPlans;
import dev.parley.session.turn.LeftWords;
import dev.parley.session.turn.TurnPlans;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one conversation. Events and timers run here one after the other, each to its end; what they cause within
 * the loop is queued behind them, so that nothing is ever decided in the middle of another decision. When nothing can be
 * recorded any more the loop falls silent and stays so: there is no unrecorded speech (ruling D3).
 */
public final class ConversationLoop {
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final LoopClock clock;
    private final Recorder recorder;
    private final Standing standing;
    private final Reception reception;
    private final DeadAirWatch deadAir;
    private final SpeechStreams streams;
    private final TurnPlans plans;
    private final People people;
    private final Prompts prompts;
    private final Episodes episodes;
    private final Floor floor;
    private final LoopFrames frames;
    private final ConversationHalt halt;
    private final QuietMoments moments;
    private final Closing closing;
    private SessionState state;
    private boolean running;
    private final AudioConsent audio;
    private final Consumer<SessionHost.Ending> over;
    private SessionHost.@Nullable Ending ending;
    private String drainReason = "";

    /**
     * The outside of a conversation.
     *
     * @param text where words are shown; null where they are spoken
     * @param media where sound comes from and goes to; null where there is none
     */
    public record Ports(
            TimeSource time,
            Timers timers,
            Journal journal,
            Providers providers,
            ToolShelf tools,
            People.Source people,
            @Nullable TextChannel text,
            @Nullable MediaPorts media) {
        /** A conversation whose voices are events. */
        public Ports(
                TimeSource time,
                Timers timers,
                Journal journal,
                Providers providers,
                ToolShelf tools,
                People.Source people) {
            this(time, timers, journal, providers, tools, people, null, null);
        }
    }

    /**
     * A loop that runs its conversation by the right of a lease.
     *
     * @param host what its plans share with those of the host's other conversations
     * @param over hears once that the conversation is over here, and why
     */
    ConversationLoop(
            Tenancy tenancy,
            Settings wanted,
            ConversationPipeline pipeline,
            HostPlans host,
            Ports ports,
            Consumer<SessionHost.Ending> over) {
        this.over = over;
        Settings settings = wanted.budget().isUnlimited() ? wanted.with(pipeline.turn()) : wanted;
        this.clock = new LoopClock(ports.time(), ports.timers(), this::execute);
        this.recorder = new Recorder(tenancy.lease().session(), ports.journal(), clock, settings.recording());
        this.standing = new Standing(tenancy, clock, recorder);
        ProviderDesk desk = new ProviderDesk(ports.providers(), recorder, clock, standing::mayAct);
        this.streams = new SpeechStreams(recorder, clock, settings.roster());
        this.plans = LoopFrames.plans(recorder.conversation(), standing, ports, pipeline, settings, host);
        recorder.locate(plans.places());
        this.frames =
                new LoopFrames(new LoopFrames.Bound(this, clock, recorder, desk, standing), ports, settings, plans);
        this.people = ports.people().open(recorder, clock);
        recorder.confide(people);
        this.audio = new AudioConsent(recorder, settings.recording(), () -> people.haveAllConsentedTo("recording"));
        this.state = new SessionState(this::keep);
        Supervisor supervisor = new Supervisor(settings.roster(), recorder, clock, streams);
        this.prompts = new Prompts(recorder, ports.tools(), settings.budget(), people, supervisor);
        this.episodes = new Episodes(recorder, clock, settings, people);
        this.floor = new Floor(new FloorParts(
                settings,
                clock,
                recorder,
                desk,
                ports.tools(),
                people,
                new Phrasing(people, recorder),
                prompts,
                episodes,
                frames.output(),
                streams,
                supervisor,
                standing,
                plans,
                () -> state.endTurn()));
        standing.watch(people::rest);
        this.deadAir = new DeadAirWatch(settings.deadAir(), clock, recorder, floor);
        this.reception = new Reception(people, floor, standing, streams, frames.output(), desk, recorder);
        recorder.listen(event -> reception.saw(event, this::execute));
        this.halt = new ConversationHalt(recorder, streams, floor, reception::keepUnanswered);
        frames.attach(floor.ear());
        this.closing = new Closing(recorder, people, floor, streams, frames, desk);
        this.moments = new QuietMoments(recorder, people, floor, streams);
    }

    /** The moments at which nothing is open, so that a snapshot can be taken. In the seat. */
    QuietMoments moments() {
        return moments;
    }

    /** Takes in the frames that came and hands out those that are due. Called in the seat. */
    void frames(long nowNanos) {
        if (ending == null) {
            clock.input(() -> frames.run(nowNanos));
        }
    }

    /** The state of the session by class (stream pipeline item 29): of the turn, hot, and durable. */
    public StateHandle state() {
        return state;
    }

    /** Opens the conversation with this first event. */
    public void begin(SessionCreated created) {
        execute(() -> {
            recorder.write(created.by(clock.named()), 0);
            plans.tell(recorder);
            floor.connection().opened();
            streams.opened();
            people.settleIn();
        });
    }

    /**
     * Goes on with a conversation that another runtime recorded so far, after decisions of the authority that led to it. What
     * is durable is there again, what was hot or belonged to a turn is gone, and what was left open is closed for this reason; a
     * question that was left unanswered is asked again in a turn of its own. Empty where nothing can be recorded.
     */
    public Optional<Found> resume(Past recorded, String reason, List<Rune> decisions) {
        List<Found> found = new ArrayList<>();
        clock.goOnAfter(recorded.runes());
        standing.goOnAbove(recorded.epoch());
        execute(() -> {
            Past past = recorder.rooms().usable(recorded);
            List<Rune> runes = past.runes();
            recorder.restore(past);
            standing.learn(decisions);
            moments.takeUp(past, recorded.refused());
            RecordedRooms.Differs differs = recovery().rooms(people, past, RecordedRooms.Rules.OF_TODAY);
            state = SessionState.reattached(recorder.state().values().kept(), this::keep);
            if (differs != null) {
                Found refused = recovery().closeUnderOldRules(past, differs);
                found.add(refused);
                over(new SessionHost.Ending(refused.reason(), null));
                return;
            }
            List<LeftQuestion> unanswered = LeftQuestion.in(recorder.state());
            LeftWords left = LeftWords.in(recorder.state().words(), past.after());
            List<String> houseAsks = people.takeUp(past);
            prompts.takeUp(runes);
            episodes.takeUp(past);
            floor.countOnFrom(runes);
            Found closed = recovery().close(past, reason);
            recorder.write(
                    new SessionResumed(
                            closed.reason(), closed.turns(), closed.unknown(), closed.cancelled(), closed.replies()),
                    0);
            streams.declareRoster();
            plans.tell(recorder);
            floor.connection().takeUp(frames.isAnybodyThere());
            reception.takeOverrides();
            execute(() -> floor.goOnWith(unanswered, left, houseAsks));
            found.add(closed);
        });
        return found.stream().findFirst();
    }

    /** What an extension keeps for good is not public. */
    private void keep(String key, Json value) {
        SessionStateChanged changed = new SessionStateChanged(key, value);
        recorder.write(EventCatalogue.draft(recorder.conversation(), changed).withVisibility(Visibility.INTERNAL), 0);
    }

    private Recovery recovery() {
        return new Recovery(recorder, floor.ledger(), streams, floor.tools().ledger(), episodes.ledger());
    }

    /** Takes a fact in. Called on the loop's thread. */
    public void offer(SessionEvent event) {
        execute(() -> {
            if (!halt.refuses(event)) {
                reception.handle(event);
            }
        });
    }

    /** Takes in what shows this epoch, unless the epoch is not the current one (ruling D7); a refusal is recorded. */
    public Optional<AuthorityGuard.Refused> offer(SessionEvent event, long epoch) {
        Optional<AuthorityGuard.Refused> refused = judge(epoch);
        refused.ifPresentOrElse(why -> refuse(epoch, why), () -> offer(event));
        return refused;
    }

    /** Records that something under this epoch was not let in. */
    void refuse(long epoch, AuthorityGuard.Refused why) {
        execute(() -> standing.refused(epoch, why));
    }

    /** Keeps words that were typed before a stop: they are remembered, and nobody answers them. */
    void keepUnanswered(SessionEvent.TextTyped typed) {
        execute(() -> reception.keepUnanswered(typed));
    }

    /** Records what did not fit through the door. */
    void tellDropped(EdgeSignal signal) {
        execute(() -> EdgeReporter.tell(recorder, signal, 0));
    }

    /** Whether what shows this epoch may pass, in or out. Any thread may ask. */
    public Optional<AuthorityGuard.Refused> judge(long epoch) {
        return standing.judge(epoch);
    }

    /** The lease under which this loop runs its conversation. Any thread may ask. */
    public PlacementLease lease() {
        return standing.lease();
    }

    public void renew(PlacementLease renewed) {
        execute(() -> {
            standing.renewed(renewed);
            reception.goOn();
        });
    }

    /** The authority has decided something about this conversation. */
    public void learn(List<Rune> decisions) {
        execute(() -> standing.learn(decisions));
    }

    /** Whether nothing happens here before a person says or does something. */
    public boolean isWaitingForPerson() {
        return floor.isWaitingForPerson();
    }

    /** Whether nothing is going on: nobody speaks, nothing waits to be understood or answered. */
    public boolean isQuiet() {
        return floor.isWaitingForPerson() && floor.ear().isQuiet();
    }

    /** Whether audio may be kept at this moment. */
    public boolean mayKeepAudio() {
        return audio.mayKeepAudio();
    }

    /** Ends the conversation, with this reason for the turn that is open. */
    public void end(String reason) {
        execute(() -> {
            closing.finish(reason, null);
            over(new SessionHost.Ending(reason, null));
        });
    }

    /**
     * Leaves the conversation once its turn is over and nobody is in the middle of a sentence, or after this time; a turn that
     * waits for a person ends now. Nothing is open then, and another host may go on with it.
     */
    public void drain(String reason, long withinMs) {
        execute(() -> {
            drainReason = reason;
            floor.shut();
            clock.after(withinMs, Rank.CANCEL, this::leave);
        });
    }

    private void leave() {
        boolean isAsking = floor.isAsking();
        closing.stop(drainReason);
        recorder.write(new ConversationDrained(drainReason), 0);
        if (!isAsking) {
            // A snapshot would hide the question, which is asked again by whoever goes on.
            moments.leave();
        }
        over(new SessionHost.Ending(drainReason, null));
    }

    /** The authority gave the conversation to another runtime: this one falls silent and leaves it as it is. */
    void surrender() {
        execute(() -> {
            standing.revoked();
            people.rest();
            over(new SessionHost.Ending("authority_loss", null));
        });
    }

    /** Something of this conversation threw. It is closed honestly, as far as that can still be recorded. */
    void fail(Throwable fault) {
        if (ending != null) {
            return;
        }
        queue.clear();
        if (fault instanceof Journal.EvidenceUnavailable) {
            closing.fallSilent();
            over(new SessionHost.Ending(EvidenceUnavailable.REASON, null));
            return;
        }
        try {
            closing.finish(SessionHost.FAULT, fault.getClass().getName());
        } catch (RuntimeException | Error e) {
            if (!e.equals(fault)) {
                fault.addSuppressed(e);
            }
            queue.clear();
            closing.fallSilent();
        }
        over(new SessionHost.Ending(SessionHost.FAULT, fault));
    }

    private void over(SessionHost.Ending how) {
        if (ending == null) {
            ending = how;
            queue.clear();
            over.accept(how);
        }
    }

    void execute(Runnable action) {
        if (ending != null) {
            return;
        }
        queue.add(running ? clock.causes().carry(action) : action);
        if (running) {
            return;
        }
        running = true;
        clock.input(this::runQueued);
    }

    /** Runs what is queued, and what that queues, until nothing is left. */
    private void runQueued() {
        clock.causes().begin();
        try {
            Runnable next = queue.poll();
            while (next != null) {
                next.run();
                settle();
                next = queue.poll();
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            running = false;
        }
    }

    /** After every action: what follows from it for the whole conversation. */
    private void settle() {
        if (ending == null) {
            halt.look();
            audio.reconsider();
            deadAir.look();
        }
        if (ending == null
                && !drainReason.isEmpty()
                && !floor.isBusy()
                && !floor.ear().isAwaitingMore()) {
            leave();
        }
    }
}
