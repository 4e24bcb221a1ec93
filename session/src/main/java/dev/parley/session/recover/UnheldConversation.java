package dev.parley.session.recover;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.session.episode.EpisodeLedger;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.port.People;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import dev.parley.session.tool.CallLedger;
import dev.parley.session.turn.TurnLedger;
import dev.parley.state.Phase;
import dev.parley.state.SessionValues;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A recorded conversation that nobody runs, in the hands of whoever has its lease: it is ended, or a halt of it is lifted.
 * It goes on under the rules that it was recorded under. Nothing is spoken, asked or run, and nothing runs out by itself.
 */
public final class UnheldConversation {
    private final Past past;
    private final Journal journal;
    private final List<Rune> decisions;
    private final LoopClock clock;
    private final Recorder recorder;
    private final SpeechStreams streams;
    private final CallLedger calls;
    private final Recovery recovery;

    /** @param decisions what the authority decided about it that its record does not show yet */
    public UnheldConversation(Past past, Journal journal, PlacementLease lease, TimeSource time, List<Rune> decisions) {
        this.past = past;
        this.journal = journal;
        this.decisions = List.copyOf(decisions);
        this.clock = new LoopClock(time, (_, _, _) -> () -> {}, Runnable::run);
        this.recorder = new Recorder(lease.session(), journal, clock);
        this.streams = new SpeechStreams(recorder, clock);
        this.calls = new CallLedger(recorder, clock);
        this.recovery = new Recovery(
                recorder, new TurnLedger(recorder, clock), streams, calls, new EpisodeLedger(recorder, clock));
        clock.goOnAfter(past.runes());
        recorder.restore(past);
        recorder.under(lease.epoch());
    }

    /** Closes what is open and ends it. Null where it is no conversation of a session, or has ended. */
    public @Nullable Found end(People.Source source) {
        AtomicReference<@Nullable Found> found = new AtomicReference<>();
        clock.input(() -> found.set(endNow(source)));
        return found.get();
    }

    private @Nullable Found endNow(People.Source source) {
        List<Rune> recorded = past.runes();
        if (recorded.isEmpty()
                || !EventCatalogue.is(recorded.getFirst(), SessionCreated.class)
                || recorder.state().phase() == Phase.ENDED) {
            return null;
        }
        People people = source.open(recorder, clock);
        recorder.confide(people);
        PlacementLog.tell(recorder, decisions);
        RecordedRooms.Differs differs = recovery.rooms(people, past, RecordedRooms.Rules.AS_RECORDED);
        if (differs != null) {
            return recovery.closeUnderOldRules(past, differs);
        }
        people.settle(past);
        Found found = recovery.close(past, EvidenceUnavailable.REASON);
        streams.closed();
        recorder.write(new SessionEnded(EvidenceUnavailable.REASON, null, found.summary(), null), 0);
        return found;
    }

    /** Lets it go on after a HALT. False if the room refuses it; the refusal is recorded like the permission. */
    public boolean lift(String operator, String reason) {
        AtomicBoolean lifted = new AtomicBoolean();
        clock.input(() -> lifted.set(liftNow(operator, reason)));
        return lifted.get();
    }

    private boolean liftNow(String operator, String reason) {
        if (past.runes().isEmpty()) {
            return false;
        }
        PlacementLog.tell(recorder, decisions);
        if (recorder.rooms().takeUp(past, RecordedRooms.Rules.AS_RECORDED) != null) {
            return false;
        }
        boolean lifted = streams.resumed(operator, reason);
        if (lifted) {
            recorder.write(new SessionStateChanged(SessionValues.HALTED, Json.of(false)), 0);
        }
        return lifted;
    }

    /** The last event that was written here; 0 for none. */
    public long last() {
        return recorder.last();
    }

    /** Whether everything that was written here is on disk; if not, the journal answers later. */
    public boolean isDurable() {
        return last() == 0 || journal.isDurable(last());
    }
}
