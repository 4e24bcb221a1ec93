package dev.parley.session.record;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Halts;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Room;
import dev.parley.kernel.RuleSet;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.View;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.event.VerdictEvents.RoomRules;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.RecordedRooms.Differs;
import dev.parley.session.record.RecordedRooms.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One room of a conversation with its registrar. Every verdict is written into the conversation's log before anything
 * follows from it. The first rune of a room says how it was opened, so that the log alone is enough to decide everything
 * again.
 */
public final class VerdictRecorder<S extends Registered, E> implements AttestationSink {
    private static final String TURNS = "turns";
    private static final String INTERRUPT = "INTERRUPT";

    private final Recorder recorder;
    private final Room<S, E> room;
    private final Registrar<S, E> registrar;
    private final @Nullable Turns turns;
    private final List<Verdict<S>> taken = new ArrayList<>();
    private VerdictFold<S, E> fold;
    /** Decides the record by the rules of today, if it was recorded under others. */
    private @Nullable VerdictFold<S, E> today;

    private String recordedRules = "";
    private boolean opened;
    private long turn;
    private UnaryOperator<Event> completed = UnaryOperator.identity();

    /** To which turn a verdict belongs, for a room that is not told so. */
    public interface Turns {
        /** The turn of a verdict that is about to be recorded, 0 for none. */
        long of(Attestation attestation);

        /** A verdict of another runtime was recorded under this turn. */
        void recorded(Attestation attestation, long turn);

        /** What it knows, so that another runtime can go on from it. */
        Json keep();

        /** Goes on from what another runtime kept. */
        void restore(Json kept);
    }

    public VerdictRecorder(Recorder recorder, Room<S, E> room) {
        this(recorder, room, null);
    }

    public VerdictRecorder(Recorder recorder, Room<S, E> room, @Nullable Turns turns) {
        this.recorder = recorder;
        this.room = room;
        this.turns = turns;
        this.registrar = Registrar.inConversation(room, this, recorder.rooms().halts());
        this.fold = new VerdictFold<>(registrar);
        recorder.rooms().add(room.name(), this);
    }

    /** The registrar whose verdicts are recorded here. */
    public Registrar<S, E> registrar() {
        return registrar;
    }

    /** The conversation in whose record the verdicts are. */
    public String conversation() {
        return recorder.conversation();
    }

    /** The event that was recorded last. */
    public long last() {
        return recorder.last();
    }

    /** Decides something beside the present work, which goes on as if nothing had been decided. */
    public void aside(Runnable decision) {
        recorder.aside(decision);
    }

    /** Requests something, and records what follows from the verdict with what this adds: the room does not know all of it. */
    public <T> T completing(UnaryOperator<Event> with, Supplier<T> request) {
        completed = with;
        try {
            return request.get();
        } finally {
            completed = UnaryOperator.identity();
        }
    }

    /** The verdicts that follow belong to this turn. */
    public void about(long newTurn) {
        turn = newTurn;
    }

    /** The verdicts of a room that is in the record already, decided again; those before a snapshot are not among them. */
    public List<Verdict<S>> takeUp(List<Rune> recorded) {
        recorder.rooms().ensureTakenUp(recorded);
        List<Verdict<S>> all = List.copyOf(taken);
        taken.clear();
        return all;
    }

    /** What the room stands at, or null where that cannot be kept now. */
    Json.@Nullable Obj keep() {
        Json.Obj kept = registrar.keep();
        return kept == null || turns == null ? kept : kept.with(TURNS, turns.keep());
    }

    /** What stood in the room when the snapshot of this past was taken; nothing where it has none. */
    public View<S> atSnapshot(Past past) {
        Registrar<S, E> then = Registrar.inConversation(room, attestation -> {});
        RoomStates states = past.rooms();
        if (states != null) {
            then.restore(states.of(room.name()));
        }
        return then.view();
    }

    /** Whether this program can go on from what a room kept. */
    boolean isReadable(Json.Obj kept) {
        try {
            Registrar.inConversation(room, attestation -> {}).restore(kept);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** @throws IllegalArgumentException if no room of this program kept it */
    void restore(Json.Obj kept) {
        registrar.restore(kept);
        Json ofTurns = kept.get(TURNS);
        if (turns != null && ofTurns != null) {
            turns.restore(ofTurns);
        }
    }

    /** Whether this was recorded under other rules than those of today. */
    boolean isOfOtherRules(List<Rune> openings) {
        String newest = "";
        for (Rune rune : openings) {
            if (room.name().equals(rune.payload().text("room"))) {
                newest = rules(rune.payload(), room.reopened(rune.payload()));
            }
        }
        return !newest.isEmpty() && !newest.equals(rulesOf(room));
    }

    /** Decides the record by the rules of today as well. The rooms that do so share their HALT, as the recorded ones do. */
    void foldUnderTodaysRules(Halts halts) {
        Registrar<S, E> other = Registrar.inConversation(room, attestation -> {}, halts);
        today = new VerdictFold<>(other, VerdictFold.Proof.OTHER_RULES);
    }

    private static String rulesOf(Room<?, ?> room) {
        return RuleSet.of(room).hex();
    }

    /** A room of an earlier version did not say its rules; they are taken for those that its settings lead to today. */
    private static String rules(Json.Obj opened, Room<?, ?> reopened) {
        String rules = opened.text(RuleSet.KEY);
        return rules == null ? rulesOf(reopened) : rules;
    }

    /** The verdicts that follow in the record were decided with these settings and rules. */
    void under(Json.Obj says) {
        opened = true;
        Room<S, E> then = room.reopened(says);
        recordedRules = rules(says, then);
        registrar.under(then);
        boolean known = recordedRules.equals(rulesOf(then));
        fold = new VerdictFold<>(registrar, known ? VerdictFold.Proof.FULL : VerdictFold.Proof.OTHER_RULES);
    }

    @Nullable
    Differs fold(Rune rune) {
        VerdictFold.Folded<S> folded = fold.accept(rune);
        Verdict<S> verdict = folded.verdict();
        VerdictFold.Difference difference = folded.difference();
        if (verdict == null || difference != null) {
            VerdictFold.Difference why =
                    difference == null ? new VerdictFold.Difference("", "a verdict", "", List.of()) : difference;
            return Differs.of(rune, room.name(), why, false);
        }
        taken.add(verdict);
        turn = rune.turn();
        if (turns != null) {
            turns.recorded(verdict.attestation(), turn);
        }
        VerdictFold.Difference other = today == null ? null : today.accept(rune).difference();
        return other == null ? null : Differs.of(rune, room.name(), other, true);
    }

    /** The record is at its end: puts the rules of today in force if they are others, and decides what is still owed. */
    void goOn(Rules rules) {
        if (rules == Rules.OF_TODAY && opened) {
            registrar.under(room);
            if (!recordedRules.equals(rulesOf(room))) {
                recorder.write(new RoomChanged(opening()), 0);
            }
        }
        taken.addAll(registrar.settle());
    }

    private RoomRules opening() {
        Json.Obj settings = room.settings();
        return new RoomRules(
                room.name(),
                rulesOf(room),
                settings.text("conversation"),
                settings.text("taint"),
                settings.text("model"),
                settings.text("reading"),
                settings.text("profile"),
                settings.get("catalogue") instanceof Json.Obj catalogue ? catalogue : null);
    }

    /** Whether this verdict ends what is being said: a HALT does, and an interruption that is allowed. */
    private static boolean silences(Attestation attestation) {
        return switch (attestation.decision()) {
            case HALTED -> true;
            case ALLOWED -> attestation.request().action().equals(INTERRUPT);
            case DENIED -> false;
        };
    }

    @Override
    public void accept(Attestation attestation) {
        if (silences(attestation)) {
            recorder.rooms().silence();
        }
        if (!opened) {
            opened = true;
            recorder.write(new RoomOpened(opening()), 0);
        }
        if (turns != null) {
            turn = turns.of(attestation);
        }
        recorder.write(VerdictRune.event(room.name(), attestation), turn);
    }

    /** All that follows from the verdict: no caller has to remember to record it. */
    @Override
    public void moved(Attestation attestation, List<? extends Effect> effects) {
        for (Event event : VerdictRune.followers(registrar.room(), attestation, effects)) {
            recorder.write(completed.apply(event), turn);
        }
    }
}
