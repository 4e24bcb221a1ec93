package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.ProviderRequest;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.session.record.History;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A model that writes bit by bit: what is complete is said and done while it still writes. */
class StreamedRepliesTest {
    private static final String SLOW = """
            name: a slow writer
            user:
              - {at_ms: 0, types: "tell me"}
              %s
            agent:
              - {when: "tell", audio_ms: 4000, model: {deltas: [[100, "One two. "], [5000, "Three four."]]}}
            """;

    private static List<Rune> run(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        return journal.runes();
    }

    private static List<String> told(List<Rune> runes, String... kinds) {
        return runes.stream()
                .filter(rune -> List.of(kinds).contains(rune.kind()))
                .map(rune -> {
                    String text = rune.payload().text("pii_text");
                    return rune.envelope().monotonicNanos() / 1_000_000 + " " + rune.kind()
                            + (text == null ? "" : " " + text);
                })
                .toList();
    }

    @Test
    void everySentenceIsRecordedWhenItIsHandedToTheVoiceAndTheReplyAsItWasWritten() throws BadScenario {
        assertEquals(
                List.of(
                        "100 agent.sentence One two.",
                        "5000 agent.reply One two. Three four.",
                        "5000 agent.sentence Three four."),
                told(run(SLOW.formatted("")), "agent.sentence", "agent.reply").stream()
                        .sorted()
                        .toList());
    }

    @Test
    void aStopClosesTheCallAndWhatTheModelStillWritesIsLateAndNeverSaid() throws BadScenario {
        List<Rune> runes = run("""
                name: a writer that ignores the stop
                faults: [{at_ms: 0, provider: llm, kind: ignores_cancel}]
                user:
                  - {at_ms: 0, types: "tell me"}
                  - {at_ms: 1300, stop: true}
                agent:
                  - {when: "tell", audio_ms: 4000, model: {deltas: [[100, "One two. "], [5000, "Three four."]]}}
                """);
        assertEquals(
                List.of(
                        "100 agent.sentence One two.",
                        "1300 playback.ended",
                        "1300 speech.cut",
                        "1300 agent.reply One two. ",
                        "5000 provider.late"),
                told(runes, "agent.sentence", "playback.ended", "speech.cut", "agent.reply", "provider.late"));
        Rune reply = only(runes, "agent.reply");
        assertEquals(true, reply.payload().flag("unfinished"));
        Rune outcome = runes.stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .filter(rune -> "llm".equals(rune.payload().text("provider")))
                .findFirst()
                .orElseThrow();
        assertEquals("cancelled", outcome.payload().text("outcome"));
    }

    /** Another model begins the reply anew, and is stopped before it has written a word: what was said of it stays protected. */
    @Test
    void aProtectedReplyStaysProtectedWhenAnotherModelBeginsItAnew() throws BadScenario {
        List<Rune> runes = run("""
                name: another model begins anew
                providers: {llm: [primary, backup]}
                faults: [{at_ms: 2000, provider: llm, name: primary, kind: overload, for_ms: 500}]
                user:
                  - {at_ms: 0, types: "tell me"}
                  - {at_ms: 2050, stop: true}
                agent:
                  - {when: "tell", audio_ms: 400, interruptible: false, model: {deltas: [[100, "One two. "], [5000, "Three."]]}}
                """);
        assertEquals(false, only(runes, "agent.writing").payload().flag("interruptible"));
        assertEquals(false, only(runes, "agent.reply").payload().flag("interruptible"));
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    private static Rune only(List<Rune> runes, String kind) {
        List<Rune> found =
                runes.stream().filter(rune -> rune.kind().equals(kind)).toList();
        assertEquals(1, found.size(), kind);
        return found.getFirst();
    }

    /** What was heard of an answer is told to the next model, whatever ended it. */
    @Test
    void theNextModelIsToldWhatWasHeard() throws BadScenario {
        List<List<Model.Message>> prompts = new ArrayList<>();
        ScenarioRun.into(
                ScenarioReader.yaml(SLOW.formatted("- {at_ms: 3000, types: \"go on\"}")),
                (_, _) -> new MemoryJournal(),
                ports -> new ConversationLoop.Ports(
                        ports.time(),
                        ports.timers(),
                        ports.journal(),
                        ProvidersAround.noting(ports.providers(), (_, request) -> {
                            if (request instanceof ProviderRequest.Generate generate) {
                                prompts.add(generate.prompt().messages());
                            }
                        }),
                        ports.tools(),
                        ports.people()));
        assertEquals(
                List.of(
                        new Model.Message.UserSaid("", "tell me"),
                        new Model.Message.AssistantSaid("One two."),
                        new Model.Message.UserSaid("", "go on")),
                prompts.getLast());
    }

    @Test
    void aQuestionAboutACallInTheMiddleIsAskedAfterTheReply() throws BadScenario {
        List<Rune> runes = run("""
                name: a question in the middle
                settings: {ask_aloud: true}
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - {at_ms: 0, types: "order tea", by: ana}
                agent:
                  - when: order
                    audio_ms: 3000
                    calls: [{id: c1, tool: order, args: {item: tea}}]
                    model: {deltas: [[100, "Of course. "], [200, {call: c1}], [400, "It is good tea."]]}
                tools: {order: {safety: WRITE, approval: required}}
                """);
        List<String> spoken = new ArrayList<>();
        for (Rune rune : runes) {
            if (rune.kind().equals("playback.started")) {
                Json number = rune.payload().get("reply");
                runes.stream()
                        .filter(said -> said.kind().equals("agent.sentence")
                                || said.kind().equals("agent.reply"))
                        .filter(said ->
                                number != null && number.equals(said.payload().get("reply")))
                        .forEach(
                                said -> spoken.add(String.valueOf(said.payload().text("pii_text"))));
            }
        }
        assertEquals(List.of("Of course.", "It is good tea."), spoken.subList(0, 2));
        assertTrue(spoken.get(2).contains("order"), spoken::toString);
        assertEquals(3, spoken.size());
    }

    /** Ruling E12: after something personal a reply is not said before all of it is known. */
    @Test
    void aReplyAfterAPersonalAnswerWaitsUntilItIsWritten() throws BadScenario {
        List<Rune> runes = run("""
                name: after something personal
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - {at_ms: 0, types: "doctor", by: ana}
                agent:
                  - {when: doctor, calls: [{id: c1, tool: results}]}
                  - {when_result: c1, audio_ms: 4000, model: {deltas: [[100, "It is good. "], [2000, "All is well."]]}}
                tools: {results: {returns: {blood: fine}, personal: true}}
                """);
        assertEquals(
                List.of("2300 agent.reply It is good. All is well.", "2500 playback.started"),
                told(runes, "agent.reply", "playback.started").stream().skip(1).toList());
    }

    @Test
    void whatWasHeardOfAReplyIsThereAgainAfterTheProcessWasLost() throws BadScenario {
        List<Rune> whole = run(SLOW.formatted(""));
        int lost = 1
                + whole.indexOf(whole.stream()
                        .filter(rune -> rune.kind().equals("playback.ended"))
                        .findFirst()
                        .orElseThrow());
        MemoryJournal journal = new MemoryJournal(whole.subList(0, lost));
        ScenarioRun.after(
                whole.subList(0, lost),
                ScenarioReader.yaml(
                        SLOW.formatted("").replace("at_ms: 0", "at_ms: 1").replace("tell me", "and")),
                journal);
        History history = new History();
        journal.runes().forEach(history::add);
        assertEquals(
                List.of("user tell me", "assistant One two.", "user and"),
                history.entries().stream()
                        .map(entry -> entry.role() + " " + entry.text())
                        .toList());
        assertTrue(history.entries().get(1).interrupted());
    }

    @Test
    void deltasThatCannotBeReadAreRefused() {
        refused("[[200, \"b \"], [100, \"a\"]]", "times never going back");
        refused("[[100]]", "must be a list of");
        refused("[]", "has nothing in it");
        refused("[[100, {call: c9}]]", "names no call of this reply");
    }

    private static void refused(String deltas, String reason) {
        BadScenario bad = assertThrows(BadScenario.class, () -> ScenarioReader.yaml("""
                        name: bad
                        agent:
                          - {when: x, calls: [{id: c1, tool: t}], model: {deltas: %s}}
                        tools: {t: {}}
                        """.formatted(deltas)));
        assertTrue(bad.reason().contains(reason), bad.reason());
    }
}
