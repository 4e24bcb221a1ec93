package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.effect.Divergence;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    /** What is derived names the packets that it rests on, and a belief says what has changed; nothing is made up. */
    @Test
    void packetsSayWhatTheyRestOn() throws BadScenario {
        Set<String> known = new HashSet<>();
        List<String> beliefs = new ArrayList<>();
        for (Rune rune : run("""
                name: evidence
                user: [{at_ms: 0, types: look}]
                tools: {look: {takes_ms: 100, safety: WRITE}}
                agent:
                  - {when: look, calls: [{id: c1, tool: look}]}
                  - {when_result: c1, says: "Done.", audio_ms: 500}
                """)) {
            Json.Obj packet = packet(rune);
            if (packet == null || !(packet.get("header") instanceof Json.Obj header)) {
                continue;
            }
            String text = packet.canonical();
            assertFalse(text.contains("confidence") || text.contains("tokens_used"), text);
            boolean observed = text.contains("\"status\":\"OBSERVED\"");
            boolean rests = known.stream().anyMatch(id -> text.contains("\"ref_id\":\"" + id + "\""));
            assertTrue(rests || (observed && text.contains("observed first-hand")), text);
            known.add(String.valueOf(header.text("packet_id")));
            if (packet.get("payload") instanceof Json.Obj payload
                    && payload.get("belief_changes") instanceof Json.Arr changes) {
                beliefs.add(changes.canonical());
            }
        }
        assertEquals(List.of("[\"user_input was observed\"]", "[\"c1 ended as success\"]"), beliefs);
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
        assertEquals(
                List.of("IntegrityAlert INFO", "BeliefUpdate", "episode_close"),
                packets.subList(safe + 1, packets.size()));
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

    /** The speaker is no longer alone when the act is about to happen, and the second look sees it. */
    @Test
    void aCheckThatFailsStopsTheAct() throws BadScenario {
        List<Rune> runes = run("""
                name: not as it was
                settings: {verify_first: true}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                  - {id: ben, role: OPERATOR, birthdate: 1985-05-01}
                user:
                  - {at_ms: 0, types: pay, by: ana}
                  - {at_ms: 200, arrives: unknown, by: ana}
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when_result: c1, says: "I did not pay.", audio_ms: 500}
                tools: {pay: {takes_ms: 100, safety: WRITE}}
                """);
        List<String> packets = packets(runes);
        int failed = packets.indexOf("TaskResult FAILURE");
        assertEquals("TaskDirective", packets.get(failed - 1), packets.toString());
        assertEquals(
                List.of("Observation", "BeliefUpdate", "Decision DEFER", "episode_close"),
                packets.subList(failed + 1, packets.size()));
        assertTrue(runes.stream().noneMatch(rune -> rune.kind().equals("tool.dispatched")), "nothing ran");
        Rune result = runes.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .findFirst()
                .orElseThrow();
        assertEquals("cancelled", result.payload().text("status"));
    }

    @Test
    void readsSideBySideAreDirectivesOfOneEpisode() throws BadScenario {
        List<String> packets = packets(run("""
                name: two reads
                user: [{at_ms: 0, types: look}]
                agent:
                  - {when: look, calls: [{id: c1, tool: look}, {id: c2, tool: look}]}
                  - {when_result: c1, says: "Seen.", audio_ms: 500}
                tools: {look: {takes_ms: 100}}
                """));
        assertEquals(
                List.of("Decision ACT", "TaskDirective", "TaskDirective", "TaskResult SUCCESS", "TaskResult SUCCESS"),
                packets.subList(2, 7));
        assertEquals(1, packets.stream().filter("episode_close"::equals).count());
    }

    @Test
    void whatCameOfACallThatOutlivedItsTurnIsObservedWithTheNextWords() throws BadScenario {
        List<String> packets = packets(run("""
                name: late
                user: [{at_ms: 0, types: pay}, {at_ms: 500, types: never mind}, {at_ms: 9000, types: well}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when: never, says: "All right.", audio_ms: 500}
                  - {when: well, says: "It was paid.", audio_ms: 500}
                tools: {pay: {takes_ms: 5000, safety: WRITE}}
                """));
        assertEquals(
                List.of("Observation", "Observation", "BeliefUpdate", "Decision DEFER", "episode_close"),
                packets.subList(packets.size() - 5, packets.size()));
    }

    @Test
    void aFailureIsBelievedBesideWhatWasDone() throws BadScenario {
        List<String> packets = packets(run("""
                name: it fails
                user: [{at_ms: 0, types: look}]
                agent:
                  - {when: look, calls: [{id: c1, tool: look}]}
                  - {when_result: c1, says: "It fails.", audio_ms: 500}
                tools: {look: {takes_ms: 100, fails: true}}
                """));
        assertEquals(
                List.of("TaskResult FAILURE", "BeliefUpdate", "BeliefUpdate", "Decision DEFER", "episode_close"),
                packets.subList(packets.size() - 5, packets.size()));
    }

    /** E6: a directive whose result does not come in its time is put to a person, where people are asked aloud. */
    @Test
    void aToolThatDoesNotAnswerInItsTimeIsPutToThePerson() throws BadScenario {
        List<Rune> runes = run("""
                name: too slow
                settings: {ask_aloud: true}
                user: [{at_ms: 0, types: look}, {at_ms: 20000, types: leave it}]
                agent:
                  - {when: leave, says: "All right.", audio_ms: 500}
                  - {when: look, calls: [{id: c1, tool: look}]}
                tools: {look: {takes_ms: 5000, timeout_ms: 1000}}
                """);
        List<String> packets = packets(runes);
        int escalated = packets.indexOf("Decision ESCALATE");
        assertEquals("Escalation", packets.get(escalated + 1), packets.toString());
        assertTrue(
                runes.stream()
                        .anyMatch(rune -> rune.kind().equals("agent.reply")
                                && String.valueOf(rune.payload().text("pii_text"))
                                        .contains("look did not answer in time")),
                "the person is asked");
        assertEquals(
                List.of("user_input", "Decision DEFER", "episode_close"),
                packets.subList(escalated + 2, packets.size()));
    }

    @Test
    void howFarACallHasComeIsObservedOnce() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        Scenario scenario = ScenarioReader.yaml("""
                name: progress
                user: [{at_ms: 0, types: pay}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when_result: c1, says: "Paid.", audio_ms: 500}
                tools: {pay: {takes_ms: 1000, safety: WRITE}}
                """);
        VirtualTime time = new VirtualTime(0);
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, List.of());
        session.open();
        time.atMs(0, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("pay", "")));
        for (long at : List.of(500L, 600L, 700L)) {
            time.atMs(at, Rank.TOOL, () -> session.offer(new SessionEvent.ToolProgressed("c1", Json.of(at))));
        }
        time.run();
        session.end();
        List<String> packets = packets(journal.runes());
        assertEquals(
                List.of("TaskDirective", "Observation", "TaskResult SUCCESS"),
                packets.subList(4, 7),
                packets.toString());
    }

    /** A record with a hole in it: who acts on it might act on half of what was said. */
    @Test
    void aDamagedRecordSendsTheNextEpisodeIntoSafeModeAndNothingRuns() throws BadScenario {
        Scenario scenario = ScenarioReader.yaml("""
                name: damaged
                user: [{at_ms: 100000, types: pay}, {at_ms: 110000, types: pay}]
                agent:
                  - {when: pay, calls: [{id: c1, tool: pay}]}
                  - {when_result: c1, says: "Well.", audio_ms: 500}
                tools: {pay: {takes_ms: 100, safety: WRITE}}
                """);
        MemoryJournal begun = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("name: damaged\nagent: [{at_ms: 0, says: \"Hello.\"}]\n"), begun);
        MemoryJournal journal = new MemoryJournal();
        begun.runes().stream()
                .filter(rune -> !rune.kind().equals("control.ended")
                        && !"SESSION_END".equals(rune.payload().text("action")))
                .forEach(rune -> journal.append(new RuneDraft(rune.envelope(), rune.payload())));
        journal.append(RuneDraft.of(scenario.conversation(), "system.readmitted", Json.Obj.EMPTY));
        int before = journal.runes().size();
        ScenarioRun.after(List.copyOf(journal.runes()), scenario, journal);
        List<Rune> after = journal.runes().subList(before, journal.runes().size());
        List<String> packets = packets(after);
        assertEquals(
                List.of(
                        "Observation",
                        "BeliefUpdate",
                        "IntegrityAlert CRITICAL",
                        "IntegrityAlert INFO",
                        "BeliefUpdate",
                        "episode_close"),
                packets.subList(0, 6),
                packets.toString());
        List<String> statuses = after.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune -> String.valueOf(rune.payload().text("status")))
                .toList();
        assertEquals(List.of("denied", "success"), statuses, "only the first answer is in safe mode");
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

    /** At the next packet, or at the answer, the dispatch or the end of the turn that rests on it. */
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
        }
    }
}
