package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.people.HouseBooks;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Memories;
import dev.parley.session.people.OverrideBook;
import dev.parley.session.people.PinTries;
import dev.parley.session.people.ProfileStore;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.tool.Questions;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whoever answers, the house asks its own questions, and a yes is an answer to one only if it was heard to its end and nothing else
 * was said since (rulings B17, E7). The agent here knows nothing of the house and asks things of its own.
 */
class HouseAsksTest {
    private static final String LOAN = "Shall I let Ben use the alarm until we part? Please say yes or no.";
    private static final String CONSENT = "May I record what is said here? Please say yes or no.";
    private static final String AGAIN = "Shall I tell another joke?";

    private static final String HOUSE = """
        name: the house asks
        settings: {ask_aloud: true, backchannels: ["yes", "okay", "mhm"]}
        people:
          - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
          - {id: ben, role: OPERATOR, birthdate: 1985-05-01, confirmed: true}
        agent:
          - {when: "joke", says: "Shall I tell another joke?", audio_ms: 2000}
          - {when: "", says: "Shall I tell another joke?", audio_ms: 2000}
        user:
        """;

    private final VirtualTime time = new VirtualTime(0);
    private OverrideBook overrides;

    @BeforeEach
    void open() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
        Runelog log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(2)));
        overrides = OverrideBook.open(log, "overrides", time);
    }

    private List<Rune> play(String... lines) throws BadScenario {
        return playIn(HOUSE, lines);
    }

    private List<Rune> playIn(String world, String... lines) throws BadScenario {
        StringBuilder yaml = new StringBuilder(world);
        for (String line : lines) {
            yaml.append("  - {").append(line).append("}\n");
        }
        Scenario scenario = ScenarioReader.yaml(yaml.toString());
        MemoryJournal journal = new MemoryJournal();
        VirtualSession.JournalSource inMemory = (_, _) -> journal;
        HouseSpec house = HouseSpec.of(scenario.people());
        HouseBooks books = new HouseBooks(
                ProfileStore.NONE,
                new Memories(null, new MemoryExtraction(new SentenceExtractor())),
                new HouseWords(house.names()),
                ZoneOffset.UTC,
                overrides,
                new PinTries());
        ScenarioRun.into(
                scenario,
                inMemory,
                (_, scripted) -> new ConversationLoop.Ports(
                        scripted.time(),
                        scripted.timers(),
                        scripted.journal(),
                        scripted.providers(),
                        scripted.tools(),
                        (recorder, clock) -> SessionHousehold.recorded(house, recorder, clock, books)));
        return journal.runes();
    }

    private static List<String> said(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("agent.reply"))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }

    private static List<String> given(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("verdict.household")
                        && "allowed".equals(rune.payload().text("decision")))
                .map(rune -> String.valueOf(rune.payload().text("action")))
                .filter(List.of("owner_confirmation", "owner_denial", "explicit_grant", "explicit_denial")::contains)
                .toList();
    }

    @Test
    void inItsOwnWordsWhateverTheModelWouldSay() throws BadScenario {
        List<Rune> lent =
                play("at_ms: 0, types: let ben use the alarm, by: ana", "at_ms: 20000, types: \"yes\", by: ana");
        assertEquals(LOAN, said(lent).getFirst());
        assertEquals(List.of("owner_confirmation"), given(lent));
        assertNull(diverged(lent));
        List<Rune> kept =
                play("at_ms: 0, types: record this conversation, by: ana", "at_ms: 20000, types: \"no\", by: ana");
        assertEquals(CONSENT, said(kept).getFirst());
        assertEquals(List.of("explicit_denial"), given(kept));
    }

    @Test
    void onceMoreIfTheYesCameBeforeTheQuestionWasHeard() throws BadScenario {
        List<Rune> early =
                play("at_ms: 0, types: let ben use the alarm, by: ana", "at_ms: 600, types: \"yes\", by: ana");
        assertEquals(List.of(LOAN, LOAN), said(early));
        assertEquals(List.of(), given(early));
        List<Rune> both = play(
                "at_ms: 0, types: let ben use the alarm, by: ana",
                "at_ms: 600, types: \"yes\", by: ana",
                "at_ms: 20000, types: \"yes\", by: ana");
        assertEquals(List.of("owner_confirmation"), given(both));
    }

    /** All of it was played, and it was cut before anybody was told so: the house and a replay read that the same way. */
    @Test
    void onceMoreIfTheYesCutTheQuestionAtItsLastSound() throws BadScenario {
        long endMs = play("at_ms: 0, types: let ben use the alarm, by: ana").stream()
                        .filter(rune -> rune.kind().equals("playback.ended"))
                        .findFirst()
                        .orElseThrow()
                        .envelope()
                        .monotonicNanos()
                / 1_000_000;
        for (long ms = endMs - 2; ms <= endMs + 2; ms++) {
            List<Rune> lent = play(
                    "at_ms: 0, types: let ben use the alarm, by: ana",
                    "at_ms: " + ms + ", types: \"yes\", by: ana",
                    "at_ms: 30000, types: \"yes\", by: ana");
            assertEquals(List.of("owner_confirmation"), given(lent), "a yes at " + ms);
            assertNull(diverged(lent), "a yes at " + ms);
        }
    }

    @Test
    void onceMoreIfSomebodyElseHasSpokenSince() throws BadScenario {
        List<Rune> other = play(
                "at_ms: 0, types: let ben use the alarm, by: ana",
                "at_ms: 10000, types: tell me a joke, by: ben",
                "at_ms: 15000, types: \"yes\", by: ana");
        assertEquals(List.of(LOAN, AGAIN, LOAN), said(other));
        assertEquals(List.of(), given(other));
    }

    @Test
    void aNoCountsBeforeTheQuestionIsOver() throws BadScenario {
        List<Rune> early =
                play("at_ms: 0, types: let ben use the alarm, by: ana", "at_ms: 600, types: \"no\", by: ana");
        assertEquals(List.of("owner_denial"), given(early));
    }

    @Test
    void anotherSentenceDropsTheQuestion() throws BadScenario {
        List<Rune> dropped = play(
                "at_ms: 0, types: let ben use the alarm, by: ana",
                "at_ms: 10000, types: tell me a joke, by: ana",
                "at_ms: 15000, types: \"yes\", by: ana");
        assertEquals(List.of(LOAN, "I have not lent anything.", AGAIN, AGAIN), said(dropped));
        assertEquals(List.of(), given(dropped));
    }

    @Test
    void aSpokenYesToItIsNoMereListening() throws BadScenario {
        List<Rune> lent = play(
                "at_ms: 0, types: let ben use the alarm, by: ana",
                "from_ms: 20000, to_ms: 20400, says: \"Yes.\", by: ana");
        assertEquals(List.of("owner_confirmation"), given(lent));
    }

    @Test
    void aSpokenYesToAQuestionOfTheAgentIsNoMereListeningEither() throws BadScenario {
        List<Rune> asked = play(
                "at_ms: 0, types: tell me a joke, by: ana",
                "from_ms: 1000, to_ms: 1300, says: \"Okay.\", by: ana",
                "from_ms: 8000, to_ms: 8400, says: \"Okay.\", by: ana");
        assertEquals(List.of("tell me a joke", "Okay."), words(asked));
    }

    /** To ask, the house would have to name what ben may not hear. */
    @Test
    void notWhatMayNotBeSaidAndTheOneToBeAskedHearsSo() throws BadScenario {
        List<Rune> unasked = playIn(
                HOUSE.replace("1980-05-01,", "1980-05-01, facts: {hiding place: use the alarm},"),
                "at_ms: 1000, types: let ben use the alarm, by: ana",
                "at_ms: 20000, types: \"yes\", by: ana",
                "at_ms: 25000, leaves: ben",
                "at_ms: 26000, types: let ben use the alarm, by: ana",
                "at_ms: 40000, types: \"yes\", by: ana");
        assertEquals(
                List.of(LOAN, Questions.UNASKABLE, AGAIN, LOAN), said(unasked).subList(0, 4));
        assertEquals(List.of("owner_confirmation"), given(unasked));
        assertNull(diverged(unasked));
    }

    /** Ruling T1b: 30 seconds for an answer, and none of them before the question was heard. */
    @Test
    void andWaitsForTheWholeTimeOnceItWasHeard() throws BadScenario {
        long heardMs = play("at_ms: 0, types: let ben use the alarm, by: ana").stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .mapToLong(rune -> rune.envelope().monotonicNanos() / 1_000_000)
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("owner_confirmation"),
                given(play(
                        "at_ms: 0, types: let ben use the alarm, by: ana",
                        "at_ms: " + (heardMs + 29_900) + ", types: \"yes\", by: ana")));
        assertEquals(
                List.of(),
                given(play(
                        "at_ms: 0, types: let ben use the alarm, by: ana",
                        "at_ms: " + (heardMs + 30_100) + ", types: \"yes\", by: ana")));
    }

    @Test
    void andReplayHoldsAYesToTheQuestion() throws BadScenario {
        List<Rune> lent =
                play("at_ms: 0, types: let ben use the alarm, by: ana", "at_ms: 20000, types: \"yes\", by: ana");
        assertNull(diverged(lent));
        for (Json.Obj other :
                List.of(Json.Obj.EMPTY.with("reply", 99), Json.Obj.EMPTY.with("words", "of something else"))) {
            Divergence found =
                    diverged(lent.stream().map(rune -> edited(rune, other)).toList());
            assertTrue(found != null && found.expected().contains("a question of the house"), String.valueOf(found));
        }
    }

    /** The yes with other parameters. */
    private static Rune edited(Rune rune, Json.Obj other) {
        if (!"owner_confirmation".equals(rune.payload().text("action"))
                || !(rune.payload().get("parameters") instanceof Json.Obj(var given))) {
            return rune;
        }
        Map<String, Json> parameters = new LinkedHashMap<>(given);
        parameters.putAll(other.fields());
        Json.Obj payload = rune.payload().with("parameters", new Json.Obj(parameters));
        return Rune.of(new RuneDraft(rune.envelope(), payload), rune.eventId(), Hash.ZERO);
    }

    private static @Nullable Divergence diverged(List<Rune> runes) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        runes.forEach(replay::accept);
        replay.finish();
        return replay.divergence();
    }

    private static List<String> words(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("user.words"))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }
}
