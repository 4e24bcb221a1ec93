package dev.parley.session;

import dev.parley.kernel.Level;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.turn.Floor;
import dev.parley.state.SessionValues;
import java.util.function.Consumer;

/**
 * A HALT in one room halts the whole conversation until an operator's attested resume (ruling X4). Speech falls silent at
 * once, tools end as their terms say, what people say or do meanwhile is refused, and the client is told.
 */
final class ConversationHalt {
    private static final String WHY = "the conversation is halted until an operator resumes it";

    private final Recorder recorder;
    private final SpeechStreams streams;
    private final Floor floor;
    private final Consumer<SessionEvent.TextTyped> unanswered;
    private boolean halted;

    /** With what keeps the words that are typed meanwhile. */
    ConversationHalt(
            Recorder recorder, SpeechStreams streams, Floor floor, Consumer<SessionEvent.TextTyped> unanswered) {
        this.recorder = recorder;
        this.streams = streams;
        this.floor = floor;
        this.unanswered = unanswered;
    }

    /** Looks, after whatever has just been decided, whether the conversation is halted; every runtime tells its own client. */
    void look() {
        boolean now = streams.isHalted();
        if (now == halted && now == recorder.state().values().isHalted()) {
            return;
        }
        boolean changed = now != halted;
        halted = now;
        recorder.write(new SessionStateChanged(SessionValues.HALTED, Json.of(now)), 0);
        if (changed && now) {
            floor.halt();
        } else if (changed) {
            floor.goOn();
        }
    }

    /** Whether this event is refused because of a HALT. Whatever ends or answers something that runs is not. */
    boolean refuses(SessionEvent event) {
        boolean asksForMore = event instanceof SessionEvent.VoiceBegan
                || event instanceof SessionEvent.TextTyped
                || event instanceof SessionEvent.ApprovalAnswered
                || event instanceof SessionEvent.CommandAnswered
                || event instanceof SessionEvent.AgentSpokeFirst
                || event instanceof SessionEvent.TakenOver
                || event instanceof SessionEvent.HumanSaid
                || event instanceof SessionEvent.PeopleChanged;
        if (!halted || !asksForMore) {
            return false;
        }
        if (event instanceof SessionEvent.OfHuman wish) {
            floor.handovers().refuse(wish, Registrar.HALTED, WHY);
            return true;
        }
        if (event instanceof SessionEvent.TextTyped typed) {
            unanswered.accept(typed);
        }
        recorder.violation(Registrar.HALTED, Level.REJECT, WHY, 0);
        return true;
    }
}
