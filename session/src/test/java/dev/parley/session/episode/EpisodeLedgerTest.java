package dev.parley.session.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a conversation records about its packets. */
class EpisodeLedgerTest {
    private final List<Rune> runes = new ArrayList<>();
    private final Journal journal = new Journal() {
        @Override
        public Rune append(RuneDraft draft) {
            Rune rune = Rune.of(
                    draft,
                    runes.size() + 1L,
                    runes.isEmpty() ? Hash.ZERO : runes.getLast().hash());
            runes.add(rune);
            return rune;
        }

        @Override
        public boolean isDurable(long eventId) {
            return true;
        }
    };
    private final TimeSource time = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 1_000_000_000L;
        }

        @Override
        public long wallMillis() {
            return 1_800_000_000_000L;
        }
    };

    private EpisodeLedger ledger() {
        LoopClock clock = new LoopClock(time, (at, rank, callback) -> () -> {}, Runnable::run);
        return new EpisodeLedger(new Recorder("c", journal, clock), clock);
    }

    private static Json.Obj close() {
        return PacketForm.event("episode_close", "corr_a", "2026-03-01T10:00:00Z");
    }

    private List<String> kinds() {
        return runes.stream().map(Rune::kind).toList();
    }

    @Test
    void aPacketThatFitsNoSchemaIsRecordedAsRefusedAndNeverReachesTheRoom() {
        EpisodeLedger ledger = ledger();
        assertEquals("schema", ledger.write("agent", close().with("created_at", "noon"), 1));
        assertEquals(List.of("episode.refused"), kinds());
        assertEquals("schema", runes.getFirst().payload().text("rule"));
    }

    @Test
    void aPacketThatTheRulesRefuseIsADeniedVerdict() {
        EpisodeLedger ledger = ledger();
        assertEquals("fsm.S0.no-row", ledger.write("agent", close(), 1));
        assertEquals(List.of("room.opened", "verdict.episode", "system.invariant_violation"), kinds());
        Json.Obj verdict = runes.get(1).payload();
        assertEquals("denied", verdict.text("decision"));
        assertEquals("episode_close", verdict.text("action"));
        assertEquals("corr_a", verdict.text("target"));
        assertEquals(close(), verdict.get("parameters"));
    }

    /** Another ledger takes the record up; the packets that follow have numbers of their own and the chain goes on. */
    @Test
    void anEpisodeThatWasLeftOpenIsTakenUpWhereItStands() {
        EpisodeScribe scribe = new EpisodeScribe("agent_1", 1, ledger());
        scribe.begin("user_input", Json.Obj.EMPTY, Situation.CALM);
        List<EpisodeLedger.Left> left = ledger().takeUp(List.copyOf(runes));
        assertEquals(1, left.size());
        EpisodeScribe other = left.getFirst().scribe();
        assertEquals(scribe.state(), other.state());
        other.abandon("the process was lost", List.of());
        assertEquals(EpisodeState.S0_IDLE, other.state());
        assertEquals(List.of(), ledger().takeUp(List.copyOf(runes)));
        assertNull(ledger().takeWaiting());
    }
}
