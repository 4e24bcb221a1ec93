package dev.parley.session.record;

import dev.parley.kernel.Level;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Confided;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.kernel.rune.Visibility;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.provider.ProviderInvocation;
import dev.parley.session.time.LoopClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Writes the runes of one conversation, stamped with its times, its epoch and its cause. */
public final class Recorder {
    /** The user hears nothing although the agent has the floor. */
    public static final String DEAD_AIR = "turn.dead_air";

    private static final String ENDED = "control.ended";

    /** What a watch over the turn says itself is no sign of the turn's life. */
    private static final Set<String> WATCHED_BY_NOBODY =
            Set.of(DEAD_AIR, "control.budget_warning", "control.budget_exhausted", "control.degraded");

    private final String conversation;
    private final Journal journal;
    private final LoopClock clock;
    private final EffectGate gate;
    private final RecordedRooms rooms = new RecordedRooms();
    private final boolean keepsText;
    private LongConsumer watcher = turn -> {};
    private LongSupplier media = () -> RuneEnvelope.NO_MEDIA_TIME;
    private final List<BiConsumer<String, Json.Obj>> listeners = new ArrayList<>();
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

    public String conversation() {
        return conversation;
    }

    /** Tells the watcher the turn of every rune from now on. */
    public void watch(LongConsumer watcher) {
        this.watcher = watcher;
    }

    /** Tells the listener kind and payload of every rune from now on, in full, however little of it is kept. */
    public void listen(BiConsumer<String, Json.Obj> listener) {
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

    /** What evidence of this kind would be if it were recorded now, for whoever records it when this recorder is gone. */
    public RuneDraft prepared(String kind, Json.Obj payload) {
        return draft(kind, Lane.CONTROL, Visibility.INTERNAL, 0, payload, Origin.NONE, media.getAsLong());
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

    /** Records a signal of the control lane. */
    public Rune control(String kind, String signal, long turn, Json.Obj details) {
        return append(kind, Lane.CONTROL, Visibility.PUBLIC, turn, details.with("signal", signal));
    }

    public Rune control(String signal, long turn) {
        return control("control." + signal, signal, turn, Json.Obj.EMPTY);
    }

    public Rune control(String signal, long turn, Json.Obj details) {
        return control("control." + signal, signal, turn, details);
    }

    public Rune data(String kind, long turn, Json.Obj payload) {
        return append(kind, Lane.DATA, Visibility.PUBLIC, turn, payload);
    }

    /** Records what happened at another place of the media line than the present one. */
    public Rune data(String kind, long turn, Json.Obj payload, long mediaMicros) {
        return append(kind, Lane.DATA, Visibility.PUBLIC, turn, payload, Origin.NONE, mediaMicros);
    }

    /** Records what the conversation, its resume or its replay rests on, and what is nobody else's concern. */
    public Rune evidence(String kind, long turn, Json.Obj payload) {
        return append(kind, Lane.CONTROL, Visibility.INTERNAL, turn, payload);
    }

    /**
     * Records what is only worth knowing. Nobody waits for it: while the record does not keep up it is dropped and counted, and
     * a notice follows when it does again, or at the end.
     */
    public void telemetry(String kind, long turn, Json.Obj payload) {
        RuneDraft draft =
                draft(kind, Lane.TELEMETRY, Visibility.INTERNAL, turn, payload, Origin.NONE, media.getAsLong());
        Rune rune = journal.offer(kept(draft));
        if (rune == null) {
            dropped++;
        } else {
            wrote(rune);
        }
        told(kind, turn, payload);
        if (rune != null) {
            tellDropped();
        }
    }

    private void tellDropped() {
        if (dropped > 0) {
            Json.Obj details = Json.Obj.EMPTY
                    .with("edge", "record")
                    .with("dropped_lane", "telemetry")
                    .with("count", dropped);
            dropped = 0;
            control("drop_notice", 0, details);
        }
    }

    /** Records that a rule was broken or stood in the way (ruling X1). */
    public Rune violation(String id, Level level, String reason, long turn) {
        Json.Obj payload =
                Json.Obj.EMPTY.with("id", id).with("level", level.name()).with("reason", reason);
        return append("system.invariant_violation", Lane.CONTROL, Visibility.INTERNAL, turn, payload);
    }

    /** Records that somebody was refused what they wanted of the floor, before any room was asked. */
    public Rune refusal(String id, String actor, String act, String reason) {
        Json.Obj payload = Json.Obj.EMPTY
                .with("id", id)
                .with("level", Level.REJECT.name())
                .with("reason", reason)
                .with("actor", actor)
                .with("act", act);
        return append("system.invariant_violation", Lane.CONTROL, Visibility.INTERNAL, 0, payload);
    }

    /** Records what somebody else drafted, stamped with this conversation's times and epoch. What it says of itself stays. */
    public Rune drafted(RuneDraft draft, long turn) {
        RuneEnvelope own = draft.envelope();
        return append(
                own.kind(),
                own.lane(),
                own.visibility(),
                turn,
                draft.payload(),
                new Origin(own.idempotencyKey(), own.providerCall(), own.agent(), own.place(), own.transportSequence()),
                own.mediaMicros() == RuneEnvelope.NO_MEDIA_TIME ? media.getAsLong() : own.mediaMicros());
    }

    /** Records something about a provider's call under the identity of that call. */
    public Rune call(String kind, ProviderInvocation call, Json.Obj payload) {
        return append(
                kind,
                Lane.CONTROL,
                Visibility.INTERNAL,
                call.turn(),
                payload,
                new Origin(call.idempotencyKey(), call.id(), "", "", 0));
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

    private Rune append(String kind, Lane lane, Visibility visibility, long turn, Json.Obj payload) {
        return append(kind, lane, visibility, turn, payload, Origin.NONE);
    }

    private Rune append(String kind, Lane lane, Visibility visibility, long turn, Json.Obj payload, Origin origin) {
        return append(kind, lane, visibility, turn, payload, origin, media.getAsLong());
    }

    private RuneDraft draft(
            String kind,
            Lane lane,
            Visibility visibility,
            long turn,
            Json.Obj payload,
            Origin origin,
            long mediaMicros) {
        boolean present = turn != 0 && turn == answered;
        String place = origin.place().isEmpty() ? places.of(kind, payload) : origin.place();
        return new RuneDraft(
                new RuneEnvelope(
                        conversation,
                        kind,
                        lane,
                        visibility,
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
                payload);
    }

    private Rune append(
            String kind,
            Lane lane,
            Visibility visibility,
            long turn,
            Json.Obj payload,
            Origin origin,
            long mediaMicros) {
        if (kind.equals(ENDED)) {
            tellDropped();
        }
        RuneDraft draft = draft(kind, lane, visibility, turn, payload, origin, mediaMicros);
        Rune rune = journal.append(kept(draft));
        awaited = rune.eventId();
        wrote(rune);
        told(kind, turn, payload);
        return rune;
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

    private void told(String kind, long turn, Json.Obj payload) {
        listeners.forEach(listener -> listener.accept(kind, payload));
        if (!WATCHED_BY_NOBODY.contains(kind)) {
            watcher.accept(turn);
        }
    }
}
