package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.provider.ProviderRequest;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What agents, plugins and people ask of streams in a conversation, and what the record says of it (rulings A1 to A16). */
class StreamsInConversationTest {
    private static List<Rune> run(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        return journal.runes();
    }

    /** Every verdict of the stream room about this target: who asked for what, and what was decided. */
    private static List<String> acts(List<Rune> runes, String target) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("verdict.stream")
                        && target.equals(rune.payload().text("target")))
                .map(rune -> rune.payload().text("actor") + " " + rune.payload().text("action") + " "
                        + rune.payload().text("decision"))
                .toList();
    }

    @Test
    void theFloorIsClaimedTransferredAndReleasedByItsOwnerAlone() throws BadScenario {
        List<String> acts = acts(run("""
                        name: the floor
                        agents:
                          - {id: reception, priority: 5}
                          - {id: nurse, priority: 7}
                          - {at_ms: 100, agent: nurse, does: claim}
                          - {at_ms: 200, agent: nurse, does: transfer, to: reception}
                          - {at_ms: 300, agent: nurse, does: release}
                          - {at_ms: 400, agent: reception, does: transfer, to: nurse}
                          - {at_ms: 500, agent: nurse, does: release}
                          - {at_ms: 600, agent: reception, does: claim}
                        """), "voice");
        assertEquals(
                List.of(
                        "reception CREATE allowed",
                        "nurse CLAIM denied",
                        "nurse TRANSFER denied",
                        "nurse RELEASE denied",
                        "reception TRANSFER allowed",
                        "nurse RELEASE allowed",
                        "reception CLAIM allowed"),
                acts);
    }

    @Test
    void aReplyBelongsToWhoeverHasTheFloorWhenItBegins() throws BadScenario {
        List<Rune> runes = run("""
                name: whose reply
                agents:
                  - {id: reception, priority: 5}
                  - {id: nurse, priority: 7}
                  - {at_ms: 2000, agent: reception, does: transfer, to: nurse}
                user: [{at_ms: 0, types: hello}, {at_ms: 3000, types: hello}]
                agent: [{when: hello, says: "Hello.", audio_ms: 500}]
                """);
        List<String> whole = List.of("CREATE", "START", "COMPILE", "PLAY", "STOP");
        assertEquals(whole.stream().map(act -> "reception " + act + " allowed").toList(), acts(runes, "reply:1"));
        assertEquals(whole.stream().map(act -> "nurse " + act + " allowed").toList(), acts(runes, "reply:2"));
    }

    @Test
    void whoeverGivesTheFloorUpWhileTheModelThinksEndsTheTurn() throws BadScenario {
        List<Rune> runes = run("""
                name: the floor is given up while the model thinks
                agents:
                  - {id: reception, priority: 5}
                  - {at_ms: 200, agent: reception, does: release}
                user: [{at_ms: 0, types: hello}]
                agent: [{when: hello, says: "Hello.", audio_ms: 500}]
                """);
        assertEquals(List.of("llm"), asked(runes));
        assertEquals(List.of(), acts(runes, "reply:1"), "nobody has the floor, so nobody wants to speak");
        assertEquals(List.of("cancelled"), told(runes, "turn.interrupted", "reason"));
    }

    @Test
    void noVoiceIsAskedForASentenceWhoseStreamMayNotBegin() throws BadScenario {
        List<Rune> runes = run("""
                name: the floor is given up between two sentences that are still written
                agents:
                  - {id: reception, priority: 5}
                  - {at_ms: 600, agent: reception, does: release}
                user: [{at_ms: 0, types: hello}]
                agent: [{when: hello, audio_ms: 4000, model: {deltas: [[100, "One two three. "], [1000, "Four five six."]]}}]
                """);
        assertEquals(List.of("llm", "tts"), asked(runes));
        assertEquals(
                List.of(" CREATE denied", "system FAIL denied"),
                acts(runes, "reply:3"),
                "nobody has the floor, so nobody may speak");
        assertEquals(List.of("halted"), told(runes, "turn.error", "reason"));
    }

    private static List<String> asked(List<Rune> runes) {
        return told(runes, "provider.call", "provider");
    }

    private static List<String> told(List<Rune> runes, String kind, String key) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text(key)))
                .toList();
    }

    @Test
    void pluginsChangeAGraphBeforeItIsCommittedAndTheirChangesAreRolledBackOnlyBeforeIt() throws BadScenario {
        List<String> acts = acts(run("""
                        name: plugins
                        plugins:
                          - {at_ms: 10, id: plugin_calm, change: {speech_rate: 0.5}}
                          - {at_ms: 20, id: plugin_loud, change: {gain: 2}}
                          - {at_ms: 30, id: plugin_loud, change: {}}
                          - {at_ms: 40, id: plugin_wild, change: {speech_rate: -1}}
                          - {at_ms: 700, id: plugin_calm, change: {speech_rate: 2}}
                          - {at_ms: 800, id: plugin_calm, change: {}}
                        user: [{at_ms: 100, types: hello}]
                        agent: [{when: hello, says: "Hello.", audio_ms: 500}]
                        """), "reply:1");
        assertEquals(
                List.of(
                        "agent CREATE allowed",
                        "agent START allowed",
                        "plugin_calm MUTATE_GRAPH allowed",
                        "plugin_loud MUTATE_GRAPH allowed",
                        "plugin_loud ROLLBACK allowed",
                        "plugin_wild MUTATE_GRAPH allowed",
                        "agent ROLLBACK allowed",
                        "agent COMMIT allowed",
                        "agent COMPILE allowed",
                        "agent PLAY allowed",
                        "plugin_calm MUTATE_GRAPH denied",
                        "plugin_calm ROLLBACK denied",
                        "agent STOP allowed"),
                acts);
    }

    @Test
    void thePersonsOverrideStandsAboveTheOwnerAndTheOwnerAboveAPlugin() throws BadScenario {
        List<String> acts = acts(run("""
                        name: above a plugin
                        people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                        plugins: [{at_ms: 10, id: plugin_hurry, change: {speech_rate: 2}}]
                        user:
                          - {at_ms: 0, override: {action: ENABLE_OVERRIDE, speech_rate: 0.5}, by: ana}
                          - {at_ms: 100, types: hello, by: ana}
                        agent: [{when: hello, says: "Hello.", audio_ms: 500}]
                        """), "reply:1");
        assertEquals(
                List.of("plugin_hurry MUTATE_GRAPH allowed", "agent ROLLBACK allowed", "agent COMMIT allowed"),
                acts.subList(2, 5));
    }

    @Test
    void anOverrideAsksTheVoiceForLongerPausesASlowerRateAndCaptions() throws BadScenario {
        Scenario scenario = ScenarioReader.yaml("""
                name: pauses
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - at_ms: 0
                    override: {action: ENABLE_OVERRIDE, speech_rate: 0.5, pause_amplification: 3, forced_captions: true}
                    by: ana
                  - {at_ms: 100, types: hello, by: ana}
                agent: [{when: hello, says: "Hello. Here I am.", audio_ms: 500}]
                """);
        MemoryJournal journal = new MemoryJournal();
        List<ProviderRequest.Synthesize> spoken = new ArrayList<>();
        ScenarioRun.into(
                scenario,
                (_, _) -> journal,
                ports -> new ConversationLoop.Ports(
                        ports.time(),
                        ports.timers(),
                        ports.journal(),
                        ProvidersAround.noting(ports.providers(), (_, request) -> {
                            if (request instanceof ProviderRequest.Synthesize speech) {
                                spoken.add(speech);
                            }
                        }),
                        ports.tools(),
                        ports.people()));
        assertEquals(1, spoken.size());
        assertEquals(0, spoken.getFirst().pauses().compareTo(new BigDecimal("3")));
        assertEquals(0, spoken.getFirst().rate().compareTo(new BigDecimal("0.5")));
        assertTrue(journal.runes().stream()
                .anyMatch(rune -> rune.kind().equals("caption")
                        && "Hello. Here I am.".equals(rune.payload().text("pii_text"))));
    }

    /** Ruling A13: the record names the version of the model that it was decided under. */
    @Test
    void aConversationOfAnIncompatibleModelIsNeitherReplayedNorGoneOnWith() throws BadScenario {
        Scenario scenario =
                ScenarioReader.yaml("name: versions\nagent: [{at_ms: 0, says: \"Hello.\", audio_ms: 500}]\n");
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        for (String version : List.of("2.6.0", "2.9.0", "2.5.9", "3.0.0")) {
            MemoryJournal other = new MemoryJournal();
            for (Rune rune : journal.runes()) {
                boolean ends = rune.kind().equals("control.ended");
                Json.Obj payload = rune.payload().has("model") ? rune.payload().with("model", version) : rune.payload();
                if (!ends) {
                    other.append(new RuneDraft(rune.envelope(), payload));
                }
            }
            Replay replay = new Replay(new Rooms());
            other.runes().forEach(replay::accept);
            if (version.startsWith("2.5") || version.startsWith("3")) {
                assertNotNull(replay.divergence(), version);
                List<Rune> recorded = List.copyOf(other.runes());
                assertThrows(RuntimeException.class, () -> ScenarioRun.after(recorded, scenario, other), version);
            } else {
                assertEquals(null, replay.divergence(), version);
            }
        }
    }
}
