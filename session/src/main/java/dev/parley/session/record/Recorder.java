package dev.parley.session.record;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.Confided;
import dev.parley.kernel.event.ControlEvents.ItemsDropped;
import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.provider.ProviderInvocation;
import dev.parley.session.time.LoopClock;
import dev.parley.state.ConversationState;
import dev.parley.state.Recorded;
import dev.parley.state.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes the runes of one conversation, stamped with its times, its epoch and its cause. */
public final class Recorder {
    private final String conversation;
    private final Journal journal;
    private final LoopClock clock;
    private final EffectGate gate;
    private final RecordedRooms rooms = new RecordedRooms();
    private final ConversationState state = new ConversationState();
    private final boolean keepsText;
    private boolean failsForBrokenRules = Recorder.class.desiredAssertionStatus();
    private LongConsumer watcher = turn -> {};
    private LongSupplier media = () -> RuneEnvelope.NO_MEDIA_TIME;
    private final List<Consumer<Event>> listeners = new ArrayList<>();
    private Confided.Guard guard = Confided.Guard.NONE;
    private long epoch = 1;
    private long newestNanos;
    private long last;
    /** The newest event that is not telemetry: for more than that nothing waits. */
    private long awaited;

    private long dropped;
    private Places places = Places.NONE;
    /** The newest turn, and the agent that answers in it. */
    private long answered;

    private String agent = "";
    /** Counts everything that is drafted here; what is missing in the record was dropped. */
    private long sequence;

    public Recorder(String conversation, Journal journal, LoopClock clock) {
        this(conversation, journal, clock, RecordingLevel.L1);
    }

    /** @param level how much is kept; without text only digests of it are */
    public Recorder(String conversation, Journal journal, LoopClock clock, RecordingLevel level) {
        this.keepsText = level != RecordingLevel.L0;
        this.conversation = conversation;
        this.journal = journal;
        this.clock = clock;
        this.gate = new EffectGate(journal, clock);
    }

    /** What stands between the runes and their effects. */
    public EffectGate gate() {
        return gate;
    }

    /** Lets an effect leave once everything written so far but telemetry is durable (ruling X9). */
    public void release(Runnable effect) {
        gate.release(awaited, clock.causes().carry(effect));
    }

    /** The rooms whose verdicts are written here. */
    public RecordedRooms rooms() {
        return rooms;
    }

    /** The state of the conversation after all that is recorded. */
    public ConversationState state() {
        return state;
    }

    /** The conversation goes on after this past. */
    public void restore(Past past) {
        past.foldInto(state);
    }

    public String conversation() {
        return conversation;
    }

    /** Tells the watcher the turn of every rune from now on. */
    public void watch(LongConsumer watcher) {
        this.watcher = watcher;
    }

    /** The listener gets every event from now on, in full, however little of it is kept. */
    public void listen(Consumer<Event> listener) {
        listeners.add(listener);
    }

    /** From now on runes say where on the media line their moment lies. */
    public void hearing(LongSupplier mediaMicros) {
        media = mediaMicros;
    }

    /** From now on runes say by which version of the pipeline, and where in it, they came about. */
    public void locate(Places newPlaces) {
        places = newPlaces;
    }

    /** This agent answers in the turn that is about to begin. */
    public void answering(long newTurn, String newAgent) {
        answered = newTurn;
        agent = newAgent;
    }

    /** From now on a rune that carries a fact of somebody is not public. */
    public void confide(Confided.Guard newGuard) {
        guard = newGuard;
    }

    /** The moment that the next rune is stamped with. */
    public long nowMs() {
        return clock.nowMs();
    }

    public long epoch() {
        return epoch;
    }

    /** From now on runes are written under this lease epoch. */
    public void under(long newEpoch) {
        this.epoch = newEpoch;
    }

    /** What the next rune goes back to, for whoever goes on from here later. */
    public long cause() {
        return clock.causes().present();
    }

    /** The newest event that was recorded here, 0 for none. */
    public long last() {
        return last;
    }

    /** What this event would be if it were recorded now, for a recording after this recorder is gone. */
    public RuneDraft prepared(Event event) {
        return draft(event, 0, Origin.NONE, media.getAsLong()).withLane(Lane.CONTROL);
    }

    /** Records what was prepared, and nothing follows from it: the conversation is over here. */
    public void record(RuneDraft prepared) {
        journal.append(prepared);
    }

    /** The turn that the loop works for at this moment, 0 for none. */
    public long turn() {
        return clock.causes().turn();
    }

    /** The runes that follow go back to this one. Only for those who know better than the order of the record. */
    public void because(long eventId) {
        clock.causes().because(eventId);
    }

    /** Does this beside the present work: the runes of that go on where they were, in their turn. */
    void aside(Runnable work) {
        clock.causes().aside(work);
    }

    /** Records an event of this turn, 0 for none. */
    public Rune write(Event event, long turn) {
        return append(event, turn, Origin.NONE, media.getAsLong());
    }

    /** Records what happened at another place of the media line than the present one. */
    public Rune write(Event event, long turn, long mediaMicros) {
        return append(event, turn, Origin.NONE, mediaMicros);
    }

    /** Records something about a provider's call under the identity of that call. */
    public Rune write(Event event, ProviderInvocation call) {
        Origin origin = new Origin(call.idempotencyKey(), call.id(), "", "", 0);
        return append(event, call.turn(), origin, media.getAsLong());
    }

    /** Records what was drafted elsewhere, stamped with this conversation's times and epoch. What it says of itself stays. */
    public Rune write(RuneDraft draft, long turn) {
        RuneEnvelope own = draft.envelope();
        Origin origin =
                new Origin(own.idempotencyKey(), own.providerCall(), own.agent(), own.place(), own.transportSequence());
        long mediaMicros = own.mediaMicros() == RuneEnvelope.NO_MEDIA_TIME ? media.getAsLong() : own.mediaMicros();
        Event event = EventCatalogue.read(own.kind(), draft.payload());
        return append(event, stamped(draft, turn, origin, mediaMicros, event), turn);
    }

    /**
     * Records an event of the telemetry lane. Nothing waits for it: while the log does not keep up it is dropped and counted,
     * and a notice follows when the log does again, or at the end.
     */
    public void offer(Event event, long turn) {
        if (EventCatalogue.lane(event) != Lane.TELEMETRY) {
            throw new IllegalArgumentException(event.kind() + " is evidence and may not be dropped.");
        }
        RuneDraft draft = draft(event, turn, Origin.NONE, media.getAsLong());
        Rune rune = journal.offer(kept(draft));
        if (rune == null) {
            dropped++;
        } else {
            wrote(rune);
        }
        Rule.Broken broken = rune == null ? null : apply(new Recorded(rune, event));
        told(event, turn);
        report(broken, turn);
        if (rune != null) {
            tellDropped();
        }
    }

    private void tellDropped() {
        if (dropped > 0) {
            ItemsDropped notice = new ItemsDropped("record", "telemetry", null, null, dropped, null);
            dropped = 0;
            write(notice, 0);
        }
    }

    /** Records that a rule was broken or refused something (ruling X1). */
    public Rune violation(String id, Level level, String reason, long turn) {
        return write(new Violation(id, level, reason).event(), turn);
    }

    /** Records that the floor was refused to an actor before a room was asked. */
    public Rune refusal(String id, String actor, String act, String reason) {
        return write(new InvariantViolated(id, Level.REJECT.name(), reason, actor, act, null, null), 0);
    }

    /** Which provider call a rune is about, for the sake of what it was made, and what else is known of it from elsewhere. */
    private record Origin(
            String idempotencyKey, String providerCall, String agent, String place, long transportSequence) {
        private static final Origin NONE = new Origin("", "", "", "", 0);
    }

    /** Time in the record never goes back, whatever the clock of the machine does. */
    private long monotonicNanos() {
        newestNanos = Math.max(newestNanos, clock.monotonicNanos());
        return newestNanos;
    }

    private RuneDraft draft(Event event, long turn, Origin origin, long mediaMicros) {
        return stamped(EventCatalogue.draft(conversation, event), turn, origin, mediaMicros, event);
    }

    private RuneDraft stamped(RuneDraft draft, long turn, Origin origin, long mediaMicros, Event event) {
        boolean present = turn != 0 && turn == answered;
        String place = origin.place().isEmpty() ? places.of(event, draft.payload()) : origin.place();
        RuneEnvelope own = draft.envelope();
        return new RuneDraft(
                new RuneEnvelope(
                        conversation,
                        own.kind(),
                        own.lane(),
                        own.visibility(),
                        turn,
                        origin.agent().isEmpty() && present ? agent : origin.agent(),
                        clock.causes().present(),
                        origin.idempotencyKey(),
                        origin.providerCall(),
                        epoch,
                        monotonicNanos(),
                        clock.wallMillis(),
                        mediaMicros,
                        RuneEnvelope.SCHEMA_VERSION,
                        present || !place.isEmpty() ? places.version() : "",
                        place,
                        origin.transportSequence(),
                        ++sequence),
                draft.payload());
    }

    private Rune append(Event event, long turn, Origin origin, long mediaMicros) {
        if (event instanceof SessionEnded) {
            tellDropped();
        }
        return append(event, draft(event, turn, origin, mediaMicros), turn);
    }

    private Rune append(Event event, RuneDraft draft, long turn) {
        Rune rune = journal.append(kept(draft));
        awaited = rune.eventId();
        wrote(rune);
        Rule.Broken broken = apply(new Recorded(rune, event));
        told(event, turn);
        report(broken, turn);
        return rune;
    }

    /** Applies what was recorded, and returns the rule that it breaks. */
    private Rule.@Nullable Broken apply(Recorded event) {
        Rule.Broken broken = state.check(event);
        state.apply(event);
        return broken;
    }

    /**
     * A broken rule is a fault of this program: it fails a test, and in production it is recorded, because no call ends for a
     * rule that may be wrong.
     */
    private void report(Rule.@Nullable Broken broken, long turn) {
        if (broken != null) {
            Rule.Mismatch mismatch = broken.mismatch();
            String why = broken.sentence() + " Expected " + mismatch.expected() + ", found " + mismatch.found() + ".";
            if (failsForBrokenRules) {
                throw new AssertionError(broken.id() + ": " + why);
            }
            aside(() -> violation(broken.id(), Level.WARN, why, turn));
        }
    }

    /** As in a program that runs without assertions. */
    void recordBrokenRules() {
        failsForBrokenRules = false;
    }

    /** As much of a draft as is kept. */
    private RuneDraft kept(RuneDraft draft) {
        RuneDraft confided = Confided.of(draft, guard);
        return keepsText ? confided : confided.withPayload(Digested.of(confided.payload()));
    }

    private void wrote(Rune rune) {
        last = rune.eventId();
        clock.causes().wrote(last, rune.turn());
    }

    private void told(Event event, long turn) {
        listeners.forEach(listener -> listener.accept(event));
        if (EventCatalogue.isProgress(event)) {
            watcher.accept(turn);
        }
    }
}
