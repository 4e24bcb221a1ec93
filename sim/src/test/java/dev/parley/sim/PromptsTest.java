package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message.AssistantCalled;
import dev.parley.kernel.port.Model.Message.AssistantSaid;
import dev.parley.kernel.port.Model.Message.ToolAnswered;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.session.ConversationLoop.Ports;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the model is told: what was said and heard, in order, also after a barge-in and a restart (E7, E12). */
class PromptsTest {
    private final List<Model.Prompt> prompts = new ArrayList<>();

    private List<Rune> run(String yaml, List<Rune> before) throws BadScenario {
        Scenario scenario = ScenarioReader.yaml(yaml);
        VirtualTime time = new VirtualTime(scenario.start().toEpochMilli());
        SessionHost.Wanted scripted = ScenarioRun.wanted(scenario, 0);
        SessionHost.Wanted wanted = new SessionHost.Wanted(
                scenario.conversation(),
                scripted.what(),
                scenario.settings(),
                scenario.buffers(),
                place -> overheard(scripted.world().around(place)));
        MemoryJournal journal = new MemoryJournal(before);
        VirtualSession session = new VirtualSession(time, wanted, (_, _) -> journal, before);
        session.open();
        scenario.voices().forEach(voice -> {
            time.atMs(
                    voice.fromMs(),
                    Rank.USER,
                    () -> session.offer(new SessionEvent.VoiceBegan(voice.id(), VoiceKind.SPEECH, voice.by())));
            time.atMs(voice.toMs(), Rank.USER, () -> session.offer(new SessionEvent.VoiceEnded(voice.id())));
        });
        scenario.steps().forEach(step -> time.atMs(step.atMs(), step.rank(), () -> session.offer(step.event())));
        time.run();
        session.end();
        return journal.runes();
    }

    private Ports overheard(Ports ports) {
        Providers noting = ProvidersAround.noting(ports.providers(), (call, request) -> {
            if (request instanceof ProviderRequest.Generate generate) {
                prompts.add(generate.prompt());
            }
        });
        return new Ports(ports.time(), ports.timers(), ports.journal(), noting, ports.tools(), ports.people());
    }

    private static final String BARGE_IN = """
            name: barge-in
            user:
              - {from_ms: 0, to_ms: 1000, says: "Tell me something"}
              - {from_ms: 4000, to_ms: 5000, says: "Stop it please"}
            agent:
              - {when: "something", says: "One two three four five six seven eight nine ten.", audio_ms: 10000}
              - {when: "Stop", says: "Sorry.", audio_ms: 500}
            """;

    /** Friction 4: after a barge-in the model was told that the whole sentence had been said. */
    @Test
    void isTheWordsThatWereHeardBeforeABargeIn() throws BadScenario {
        run(BARGE_IN, List.of());
        assertEquals(
                List.of(
                        new UserSaid("", "Tell me something"),
                        new AssistantSaid("One two"),
                        new UserSaid("", "Stop it please")),
                prompts.getLast().messages());
    }

    /** Friction 5: after a restart the model had forgotten everything. */
    @Test
    void comesBackFromTheRecordAfterARestart() throws BadScenario {
        List<Rune> recorded = new ArrayList<>(run(BARGE_IN, List.of()));
        recorded.removeIf(rune -> "ended".equals(rune.payload().text("signal")));
        run("""
                name: barge-in
                user: [{at_ms: 20000, types: "hello again"}]
                """, recorded);
        assertEquals(
                List.of(
                        new UserSaid("", "Tell me something"),
                        new AssistantSaid("One two"),
                        new UserSaid("", "Stop it please"),
                        new AssistantSaid("Sorry."),
                        new UserSaid("", "hello again")),
                prompts.getLast().messages());
    }

    @Test
    void holdsCallsAndTheirResultsInOrder() throws BadScenario {
        run("""
                name: weather
                user: [{at_ms: 0, types: "weather"}]
                agent:
                  - {when: weather, calls: [{id: c1, tool: weather, args: {city: Rome}}]}
                  - {when_result: c1, says: "Sunny.", audio_ms: 500}
                tools: {weather: {takes_ms: 100, returns: {sky: clear}}}
                """, List.of());
        assertEquals(
                List.of(
                        new UserSaid("", "weather"),
                        new AssistantCalled(new Model.WantedCall("c1", "weather", "{\"city\":\"Rome\"}")),
                        new ToolAnswered("c1", "weather", "success", Json.Obj.EMPTY.with("sky", "clear"))),
                prompts.getLast().messages());
    }

    /** Ruling E12: of a personal result that may not be said to those present the model learns the status alone. */
    @Test
    void holdsNothingThatThosePresentMayNotHear() throws BadScenario {
        run("""
                name: company
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - {at_ms: 0, types: "my blood count", by: ana}
                  - {at_ms: 5000, arrives: unknown}
                  - {at_ms: 6000, types: "and what else", by: ana}
                agent:
                  - {when: blood, calls: [{id: c1, tool: lab}]}
                  - {when_result: c1, says: "It is hemoglobin seventeen.", audio_ms: 500}
                tools: {lab: {takes_ms: 100, returns: {value: hemoglobin}, personal: true}}
                """, List.of());
        assertTrue(
                prompts.get(1).messages().toString().contains("hemoglobin"),
                prompts.get(1).toString());
        assertTrue(
                !prompts.getLast().messages().toString().contains("hemoglobin"),
                prompts.getLast().toString());
        assertTrue(prompts.getLast().messages().contains(new ToolAnswered("c1", "lab", "success", Json.Null.NULL)));
    }

    private static final String MAILED = """
            name: mail
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {allergy: peanuts}}]
            user:
              - {at_ms: 0, types: "write to the cook", by: ana}
              COMPANY
              - {at_ms: 6000, types: "and what else", by: ana}
            agent:
              - {when: cook, calls: [{id: c1, tool: send_mail, args: {text: "Ana is allergic to peanuts", to: cook}}]}
              - {when_result: c1, says: "It is sent.", audio_ms: 500}
            tools: {send_mail: {takes_ms: 100, returns: {sent: true}}}
            """;

    /** Ruling E12 for what a model once asked for: of such a call it learns that it was made. */
    @Test
    void holdsNoArgumentsThatThosePresentMayNotHear() throws BadScenario {
        run(MAILED.replace("COMPANY", "- {at_ms: 5000, arrives: unknown}"), List.of());
        List<Model.Message> told = prompts.getLast().messages();
        assertTrue(prompts.get(1).messages().toString().contains("peanuts"), prompts.toString());
        assertTrue(!told.toString().contains("peanuts"), told.toString());
        assertTrue(told.contains(new AssistantCalled(new Model.WantedCall("c1", "send_mail", "{}"))), told.toString());
        assertTrue(
                told.contains(new ToolAnswered("c1", "send_mail", "success", Json.Obj.EMPTY.with("sent", true))),
                told.toString());
    }

    @Test
    void holdsNoArgumentThatBeginsALineAndMayNotBeHeard() throws BadScenario {
        String lines = MAILED.replace("Ana is allergic to peanuts", "Dear cook\\npeanuts");
        run(lines.replace("COMPANY", "- {at_ms: 5000, arrives: unknown}"), List.of());
        String told = prompts.getLast().messages().toString();
        assertTrue(prompts.get(1).messages().toString().contains("peanuts"), prompts.toString());
        assertTrue(!told.contains("peanuts"), told);
    }

    @Test
    void holdsTheArgumentsOfEarlierCallsWhereOnlyTheirPersonListens() throws BadScenario {
        run(MAILED.replace("COMPANY", ""), List.of());
        assertTrue(
                prompts.getLast()
                        .messages()
                        .contains(new AssistantCalled(new Model.WantedCall(
                                "c1", "send_mail", "{\"text\":\"Ana is allergic to peanuts\",\"to\":\"cook\"}"))),
                prompts.getLast().toString());
    }

    /** A fact that stands on a line of its own is one too (E12). */
    @Test
    void aLineOfAToolsAnswerThatMayNotBeSaidIsNotTold() throws BadScenario {
        run("""
            name: lines of an answer
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {condition: "diabetes"}}
            user:
              - {at_ms: 100, arrives: unknown}
              - {at_ms: 500, types: "look it up", by: ana}
            agent:
              - {when: "look", calls: [{id: c1, tool: look}]}
              - {when_result: c1, says: "Done.", audio_ms: 500}
            tools:
              look: {takes_ms: 100, returns: {note: "first\\ndiabetes"}}
            """, List.of());
        List<ToolAnswered> told = prompts.getLast().messages().stream()
                .filter(ToolAnswered.class::isInstance)
                .map(ToolAnswered.class::cast)
                .toList();
        assertEquals(List.of(new ToolAnswered("c1", "look", "success", Json.Null.NULL)), told);
    }
}
