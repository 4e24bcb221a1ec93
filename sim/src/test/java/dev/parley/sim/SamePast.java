package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.episode.EpisodeLedger;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.History;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.RoomStates;
import dev.parley.session.recover.Recovery;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import dev.parley.session.tool.CallLedger;
import dev.parley.session.turn.LeftWords;
import dev.parley.session.turn.TurnLedger;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.state.ConversationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** That a conversation taken up from a snapshot is the one that its whole record leads to. */
final class SamePast {
    private static final Set<String> NUMBERED = Set.of("agent.reply", "agent.writing", "agent.sentence");

    private SamePast() {}

    static void check(Past fromSnapshot, List<Rune> whole, Scenario scenario) {
        List<Rune> runes = fromSnapshot.runes();
        Closed all = closed(Past.whole(whole), scenario);
        Closed some = closed(fromSnapshot, scenario);
        assertEquals(all.written(), some.written(), "how it is closed");
        if (!states(all).equals(states(some))) {
            fail("what the rooms stand at: " + JsonDifference.first(states(all), states(some)));
        }
        assertEquals(whole.getFirst(), withoutChain(runes.getFirst(), whole.getFirst()), "how it began");
        assertEquals(whole.getLast().eventId(), runes.getLast().eventId(), "how it ends");
        ConversationState state = ConversationState.of(whole);
        ConversationState kept = ConversationState.of(runes);
        assertEquals(state.values(), kept.values(), "what lasts");
        assertEquals(state.line(), kept.line(), "the line");
        assertEquals(state.agents().roster(), kept.agents().roster(), "the roster");
        assertEquals(state.calls(), kept.calls(), "the calls");
        assertEquals(
                state.unansweredQuestions().open(), kept.unansweredQuestions().open(), "the questions");
        assertEquals(state.agents().down().keySet(), kept.agents().down().keySet(), "who is down");
        assertEquals(state.voices().last(), kept.voices().last(), "the number of a voice");
        assertEquals(state.words().transcripts(), kept.words().transcripts(), "what is heard and in no turn");
        assertEquals(LeftWords.in(state.words(), 0), LeftWords.in(kept.words(), fromSnapshot.after()), "what waits");
        assertEquals(
                ConversationState.of(whole).epoch(), ConversationState.of(runes).epoch(), "the epoch");
        assertEquals(highestTurn(whole), highestTurn(runes), "the turn");
        assertEquals(highestReply(whole), highestReply(runes), "the reply");
        assertEquals(history(whole), history(runes), "what the model is told");
    }

    /** The runes of a snapshot are the record's own; the hash before each of them is not kept. */
    private static Rune withoutChain(Rune kept, Rune recorded) {
        return Rune.decode(kept.canonical(), 0, kept.canonicalLength(), recorded.previous());
    }

    /** What the rooms stand at once everything that was open is closed, and with which runes that was done. */
    private record Closed(@Nullable RoomStates rooms, List<String> written) {}

    private static Json.Obj states(Closed closed) {
        return closed.rooms() == null ? Json.Obj.EMPTY : closed.rooms().states();
    }

    private static Closed closed(Past past, Scenario scenario) {
        VirtualTime time = new VirtualTime(scenario.start().toEpochMilli());
        LoopClock clock = new LoopClock(time, time, Runnable::run);
        List<String> written = new ArrayList<>();
        MemoryJournal journal = new MemoryJournal(past.runes());
        Recorder recorder = new Recorder(past.runes().getFirst().conversation(), journal, clock);
        recorder.restore(past);
        recorder.listen(event ->
                written.add(event.kind() + " " + EventCatalogue.payload(event).canonical()));
        recorder.under(recorder.state().epoch() + 1);
        SpeechStreams streams = new SpeechStreams(recorder, clock);
        TurnLedger turns = new TurnLedger(recorder, clock);
        CallLedger calls = new CallLedger(recorder, clock);
        EpisodeLedger episodes = new EpisodeLedger(recorder, clock);
        SessionHousehold house = SessionHousehold.recorded(HouseSpec.of(scenario.people()), recorder, clock);
        assertNull(recorder.rooms().takeUp(past, RecordedRooms.Rules.AS_RECORDED), "nothing differs");
        house.takeUp(past);
        new Recovery(recorder, turns, streams, calls, episodes).close(past, "lost");
        return new Closed(recorder.rooms().keep(0, Json.Obj.EMPTY), written);
    }

    private static long highestTurn(List<Rune> runes) {
        return runes.stream().mapToLong(Rune::turn).max().orElse(0);
    }

    private static long highestReply(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> NUMBERED.contains(rune.kind()))
                .mapToLong(rune -> rune.payload().number("reply") == null
                        ? 0
                        : rune.payload().number("reply").longValue())
                .max()
                .orElse(0);
    }

    private static List<?> history(List<Rune> runes) {
        History history = new History(400, Integer.MAX_VALUE);
        runes.forEach(history::add);
        return history.messages();
    }
}
