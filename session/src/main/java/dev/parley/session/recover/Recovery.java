package dev.parley.session.recover;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.tool.ToolState;
import dev.parley.session.episode.EpisodeLedger;
import dev.parley.session.episode.EpisodeScribe;
import dev.parley.session.episode.Situation;
import dev.parley.session.port.People;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.tool.CallLedger;
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
        List<Long> replies = OpenReplies.end(recorder);
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
        recorder.write(new SessionEnded(RULES_CHANGED, null, null, differs.recorded()), 0);
        return closed;
    }

    /** Takes all rooms up and returns why the conversation does not go on, or null. */
    public RecordedRooms.@Nullable Differs rooms(People people, Past past, RecordedRooms.Rules rules) {
        RecordedRooms.Differs differs = recorder.rooms().takeUp(past, rules);
        String person = differs == null ? people.unfounded(past) : null;
        return person == null
                ? differs
                : RecordedRooms.Differs.unfounded(past.runes().getLast().eventId(), person);
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
}
