package dev.parley.session.recover;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolState;
import dev.parley.session.episode.EpisodeLedger;
import dev.parley.session.episode.EpisodeScribe;
import dev.parley.session.episode.Situation;
import dev.parley.session.port.Journal;
import dev.parley.session.record.DurableState;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import dev.parley.session.tool.CallLedger;
import dev.parley.session.turn.Floor;
import dev.parley.session.turn.TurnLedger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends honestly what another runtime left open in a conversation: what was being heard ends where the record ends, calls
 * are settled, episodes closed, and the turn is aborted. Nothing is spoken, asked or run again.
 */
public final class Recovery {
    /** Why a conversation ends whose recorded verdicts the rules of today do not lead to (ruling E9). */
    public static final String RULES_CHANGED = "rules_changed";

    private static final String BEGUN = "session.created";
    private static final String ENDED = "control.ended";

    private final Recorder recorder;
    private final TurnLedger turns;
    private final SpeechStreams streams;
    private final CallLedger calls;
    private final EpisodeLedger episodes;

    public Recovery(
            Recorder recorder, TurnLedger turns, SpeechStreams streams, CallLedger calls, EpisodeLedger episodes) {
        this.recorder = recorder;
        this.turns = turns;
        this.streams = streams;
        this.calls = calls;
        this.episodes = episodes;
    }

    /** Takes the rooms of the conversation up where the record leaves them and writes what is missing after it. */
    public Found close(Past past, String reason) {
        streams.takeUp(past.runes());
        List<Long> replies = new OpenReplies(past.tail()).end(recorder);
        CallLedger.Ended open = calls.takeUp(past.tail(), reason);
        episodes.takeUp(past.tail()).forEach(left -> abandon(left, reason));
        List<Long> ended = turns.takeUp(past.runes(), reason);
        return new Found(recorder.conversation(), reason, ended, open.unknown(), open.cancelled(), replies);
    }

    /**
     * Closes a conversation whose recorded verdicts the rules of today do not lead to (ruling E9). What is open in it ends
     * under the rules that it was recorded under, as far as these are known.
     */
    public Found closeUnderOldRules(Past past, RecordedRooms.Differs differs) {
        Found closed = new Found(recorder.conversation(), RULES_CHANGED, List.of(), List.of(), List.of(), List.of());
        if (differs.reproducible()) {
            closed = close(past, RULES_CHANGED);
            streams.closed();
        }
        recorder.control(
                "ended", 0, Json.Obj.EMPTY.with("reason", RULES_CHANGED).with("differs", differs.toJson()));
        return closed;
    }

    /** An episode ends with what came of its calls. */
    private void abandon(EpisodeLedger.Left left, String reason) {
        EpisodeScribe scribe = left.scribe();
        recorder.because(left.lastEventId());
        List<String> evidence = new ArrayList<>();
        for (String call : scribe.openCalls()) {
            String packet = calls.state(call) instanceof ToolState.Settled settled
                    ? scribe.settle(settled.result(), Situation.CALM)
                    : null;
            if (packet != null) {
                evidence.add(packet);
            }
        }
        scribe.abandon(reason, evidence);
    }

    /** Closes and ends a conversation that nobody will go on with. Null where it is no conversation of a session, or ended by itself. */
    public static @Nullable Found end(Past past, Journal journal, TimeSource time, Timers timers) {
        List<Rune> recorded = past.runes();
        boolean unfinished = !recorded.isEmpty() && recorded.getFirst().kind().equals(BEGUN) && !isEnded(recorded);
        if (!unfinished) {
            return null;
        }
        LoopClock clock = new LoopClock(time, timers, Runnable::run);
        clock.goOnAfter(recorded);
        Recorder recorder = new Recorder(recorded.getFirst().conversation(), journal, clock);
        recorder.under(newestEpoch(recorded) + 1);
        SpeechStreams streams = new SpeechStreams(recorder, clock);
        CallLedger calls = new CallLedger(recorder, clock);
        Recovery recovery = new Recovery(
                recorder, new TurnLedger(recorder, clock), streams, calls, new EpisodeLedger(recorder, clock));
        RecordedRooms.Differs differs = recorder.rooms().takeUp(past, RecordedRooms.Rules.AS_RECORDED);
        if (differs != null) {
            return recovery.closeUnderOldRules(past, differs);
        }
        Found found = recovery.close(past, Floor.NO_EVIDENCE);
        streams.closed();
        recorder.control("ended", 0, Json.Obj.EMPTY.with("found", found.toJson()));
        return found;
    }

    /** Whether the conversation ended by itself, so that nobody may go on with it. */
    public static boolean isEnded(List<Rune> recorded) {
        return recorded.stream().anyMatch(rune -> rune.kind().equals(ENDED));
    }

    /**
     * Lets a halted conversation that no host holds go on, as the operator decides. Returns false if the room refuses it;
     * the refusal is recorded like the permission.
     */
    public static boolean lift(
            Past past, Journal journal, TimeSource time, Timers timers, String operator, String reason) {
        List<Rune> recorded = past.runes();
        LoopClock clock = new LoopClock(time, timers, Runnable::run);
        clock.goOnAfter(recorded);
        Recorder recorder = new Recorder(recorded.getFirst().conversation(), journal, clock);
        recorder.under(newestEpoch(recorded) + 1);
        SpeechStreams streams = new SpeechStreams(recorder, clock);
        if (recorder.rooms().takeUp(past, RecordedRooms.Rules.AS_RECORDED) != null) {
            return false;
        }
        boolean lifted = streams.resumed(operator, reason);
        if (lifted) {
            recorder.data(
                    DurableState.KIND, 0, Json.Obj.EMPTY.with("key", "halted").with("value", Json.of(false)));
        }
        return lifted;
    }

    /** The newest epoch under which anything was recorded. */
    public static long newestEpoch(List<Rune> recorded) {
        return recorded.stream()
                .mapToLong(rune -> rune.envelope().leaseEpoch())
                .max()
                .orElse(0);
    }
}
