package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Divergence;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Behind every answer stands an episode, in a scenario too (rulings C1 to C9, X5). */
class EpisodesTest {
    private static List<Rune> run(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        return journal.runes();
    }

    /** Packets and external events in order, with what decides or reports. */
    private static List<String> packets(List<Rune> runes) {
        List<String> packets = new ArrayList<>();
        for (Rune rune : runes) {
            Json.Obj packet = packet(rune);
            if (packet == null) {
                continue;
            }
            if (packet.get("header") instanceof Json.Obj header && packet.get("payload") instanceof Json.Obj payload) {
                String decided = payload.text("decision_outcome");
                String status = payload.text("result_status");
                String severity = payload.text("severity");
                packets.add((header.text("packet_type")
                                + (decided == null ? "" : " " + decided)
                                + (status == null ? "" : " " + status)
                                + (severity == null ? "" : " " + severity))
                        .replace("Packet", ""));
            } else {
                packets.add(String.valueOf(packet.text("event")));
            }
        }
        return packets;
    }

    private static Json.@Nullable Obj packet(Rune rune) {
        return rune.kind().equals("verdict.episode") && rune.payload().get("parameters") instanceof Json.Obj packet
                ? packet
                : null;
    }

    @Test
    void anAnswerInWordsIsObservedBelievedAndDecided() throws BadScenario {
        assertEquals(List.of("Observation", "BeliefUpdate", "Decision DEFER", "episode_close"), packets(run("""
                        name: words
                        user: [{at_ms: 0, types: hello}]
                        agent: [{when: hello, says: "Hello.", audio_ms: 500}]
                        """)));
    }

    @Test
    void theAgentsFirstSpeechHasAnEpisodeToo() throws BadScenario {
        assertEquals(List.of("Observation", "BeliefUpdate", "Decision DEFER", "episode_close"), packets(run("""
                        name: first speech
                        agent: [{at_ms: 0, says: "Welcome.", audio_ms: 500}]
                        """)));
    }

    @Test
    void aWriteIsDecidedAuthorisedDirectedAndSettled() throws BadScenario {
        assertEquals(
                List.of(
                        "Observation",
                        "BeliefUpdate",
                        "Decision ACT",
                        "ToolAuthorizationToken",
                        "TaskDirective",
                        "TaskResult SUCCESS",
                        "BeliefUpdate",
                        "Decision DEFER",
                        "episode_close"),
                packets(run("""
                        name: a write
                        user: [{at_ms: 0, types: pay}]
                        agent:
                          - {when: pay, calls: [{id: c1, tool: pay}]}
                          - {when_result: c1, says: "Paid.", audio_ms: 500}
                        tools: {pay: {takes_ms: 100, safety: WRITE}}
                        """)));
    }

    /** Two writes side by side: authority is given only before an act, so the second has an episode beside the first. */
    @Test
    void actsThatOverlapHaveEpisodesOfTheirOwn() throws BadScenario {
        List<Rune> runes = run("""
                name: two writes
                user: [{at_ms: 0, types: pay}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}, {id: c2, tool: pay}]}
                  - {when_result: c1, says: "Paid.", audio_ms: 500}
                tools: {pay: {takes_ms: 100, safety: WRITE}}
                """);
        List<String> packets = packets(runes);
        assertEquals(
                2, packets.stream().filter("ToolAuthorizationToken"::equals).count());
        assertEquals(2, packets.stream().filter("TaskResult SUCCESS"::equals).count());
        assertEquals(2, packets.stream().filter("episode_close"::equals).count());
        assertTrue(runes.stream().noneMatch(rune -> rune.kind().equals("episode.refused")));
    }

    @Test
    void anInterruptedAnswerIsCancelledAndWhatRunsOnClosesItsEpisodeWhenItSettles() throws BadScenario {
        List<String> packets = packets(run("""
                name: runs on
                user: [{at_ms: 0, types: pay}, {at_ms: 500, types: never mind}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when: never, says: "All right.", audio_ms: 500}
                tools: {pay: {takes_ms: 5000, safety: WRITE}}
                """));
        assertEquals(
                List.of("TaskResult SUCCESS", "BeliefUpdate", "episode_close"),
                packets.subList(packets.size() - 3, packets.size()));
    }

    @Test
    void aToolThatFailsAgainAndAgainIsPutToThePerson() throws BadScenario {
        List<Rune> runes = run("""
                name: stuck tool
                user: [{at_ms: 0, types: look}, {at_ms: 20000, types: leave it}]
                agent:
                  - {when: leave, says: "All right.", audio_ms: 500}
                  - {when_result: c2, says: "It does not work.", audio_ms: 500}
                  - {when_result: c1, calls: [{id: c2, tool: look}]}
                  - {when: look, calls: [{id: c1, tool: look}]}
                tools: {look: {takes_ms: 100, fails: true}}
                """);
        List<String> packets = packets(runes);
        int escalated = packets.indexOf("Decision ESCALATE");
        assertTrue(escalated > 0, packets.toString());
        assertEquals("Escalation", packets.get(escalated + 1));
        assertEquals(
                List.of("user_input", "Decision DEFER", "episode_close"),
                packets.subList(escalated + 2, packets.size()));
    }

    @Test
    void aSpentBudgetSendsTheEpisodeIntoSafeMode() throws BadScenario {
        List<String> packets = packets(run("""
                name: spent
                user: [{at_ms: 0, types: pay}]
                agent: [{when: pay, calls: [{id: c1, tool: pay}]}]
                tools: {pay: {takes_ms: 5000, safety: READ}}
                budget: {turn_ms: 1000}
                """));
        int safe = packets.indexOf("IntegrityAlert CRITICAL");
        assertTrue(safe > 0, packets.toString());
        assertEquals(List.of("IntegrityAlert INFO", "episode_close"), packets.subList(safe + 1, packets.size()));
    }

    @Test
    void withVerifyFirstAnActIsCheckedBeforeItIsDecided() throws BadScenario {
        List<String> packets = packets(run("""
                name: verified
                settings: {verify_first: true}
                user: [{at_ms: 0, types: pay}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when_result: c1, says: "Paid.", audio_ms: 500}
                tools: {pay: {takes_ms: 100, safety: WRITE}}
                """));
        assertEquals(
                List.of(
                        "Decision VERIFY_FIRST",
                        "VerificationPlan",
                        "TaskDirective",
                        "TaskResult SUCCESS",
                        "Observation",
                        "BeliefUpdate",
                        "Decision ACT",
                        "ToolAuthorizationToken",
                        "TaskDirective"),
                packets.subList(2, 11));
    }

    private static final String A_WRITE = """
            name: a write
            user: [{at_ms: 0, types: pay}]
            agent:
              - {when: pay, calls: [{id: c1, tool: pay}]}
              - {when_result: c1, says: "Paid.", audio_ms: 500}
            tools: {pay: {takes_ms: 100, safety: WRITE}}
            """;

    /** The runes again, in a chain that holds whatever was done to them. */
    private static @Nullable Divergence replayed(List<RuneDraft> drafts) {
        MemoryJournal journal = new MemoryJournal();
        drafts.forEach(journal::append);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        return replay.divergence();
    }

    private static List<RuneDraft> drafts(List<Rune> runes) {
        return runes.stream()
                .map(rune -> new RuneDraft(rune.envelope(), rune.payload()))
                .toList();
    }

    @Test
    void replayFindsAnyPacketThatWasFlippedThoughTheChainWasMadeAnew() throws BadScenario {
        List<Rune> runes = run(A_WRITE);
        assertNull(replayed(drafts(runes)));
        int flipped = 0;
        for (Rune rune : runes) {
            Json.Obj packet = packet(rune);
            if (packet != null && packet.get("payload") instanceof Json.Obj payload) {
                Json.Obj other = packet.with("payload", payload.with("decision_outcome", "ESCALATE"));
                List<RuneDraft> drafts = new ArrayList<>(drafts(runes));
                int index = (int) rune.eventId() - 1;
                drafts.set(index, drafts.get(index).withPayload(rune.payload().with("parameters", other)));
                Divergence divergence = replayed(drafts);
                assertNotNull(divergence, () -> "flipped " + rune);
                assertEquals(rune.eventId(), divergence.eventId());
                flipped++;
            }
        }
        assertEquals(8, flipped);
    }

    /** At the next packet, or at the dispatch or the end of the turn that rests on it. */
    @Test
    void replayFindsAnyPacketThatWasRemovedThoughTheChainWasMadeAnew() throws BadScenario {
        List<Rune> runes = run(A_WRITE);
        List<Rune> decided = runes.stream().filter(rune -> packet(rune) != null).toList();
        for (Rune rune : decided) {
            List<RuneDraft> drafts = new ArrayList<>(drafts(runes));
            drafts.remove((int) rune.eventId() - 1);
            Divergence divergence = replayed(drafts);
            assertNotNull(divergence, () -> "removed " + rune);
            assertTrue(divergence.eventId() >= rune.eventId(), divergence::toString);
            assertTrue(divergence.where().startsWith("verdict."), divergence::toString);
        }
    }
}
