package held.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.session.ConversationLoop;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A conversation goes on from the state that its record leads to, or not at all. */
class TakenUpTest {
    private static final String LIGHT = """
            name: a light before a restart
            seed: 5
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 100, types: "light", by: ana}
            agent:
              - {when: "light", calls: [{id: c1, tool: turn_on_light}]}
            tools:
              turn_on_light: {takes_ms: 100, safety: WRITE}
            """;

    @Test
    void aVerdictWhoseDigestDiffersIsNotTakenUp() {
        List<RuneDraft> record = new ArrayList<>(Records.decided(
                new StreamRoom(InterruptReading.MATRIX),
                Json.Obj.EMPTY.with("reading", "matrix"),
                List.of(Records.ask("agent_a", "s1", "CREATE"), Records.ask("agent_a", "s1", "START"))));
        RuneDraft start = record.get(2);
        record.set(2, start.withPayload(start.payload().with("digest", "00".repeat(32))));
        MemoryJournal journal = new MemoryJournal();
        VirtualTime time = new VirtualTime(0);
        Recorder recorder = new Recorder("c1", journal, new LoopClock(time, time, Runnable::run));
        VerdictRecorder verdicts = new VerdictRecorder(recorder, "stream", Json.Obj.EMPTY.with("reading", "matrix"));
        assertThrows(
                RuntimeException.class,
                () -> verdicts.takeUp(
                        new Registrar<>(new StreamRoom(InterruptReading.MATRIX), verdicts), Records.chained(record)),
                "another digest than the rules lead to, and nobody says so");
    }

    /** The rules were changed between two processes: what ana could have done then, nobody may have done now. */
    @Test
    void aConversationThatTheRulesNoLongerLeadToIsClosedWithThatReason() throws Exception {
        Scenario scenario = ScenarioReader.yaml(LIGHT);
        MemoryJournal first = new MemoryJournal();
        ScenarioRun.into(scenario, first);
        List<Rune> before = first.runes().stream()
                .takeWhile(rune -> !rune.kind().equals("control.ended"))
                .toList();
        Given.that(
                before.stream().anyMatch(rune -> rune.kind().equals("tool.dispatched")), "the light was switched on");
        HouseSpec changed = HouseSpec.of(scenario.people()).with(without("turn_on_light"));
        MemoryJournal journal = new MemoryJournal(before);
        VirtualTime time = new VirtualTime(0);
        ConversationLoop[] loop = new ConversationLoop[1];
        ConversationLoop.Ports ports = ScenarioRun.world(scenario, time, journal, event -> loop[0].offer(event));
        loop[0] = new ConversationLoop(
                scenario.conversation(),
                scenario.settings(),
                Map.of(),
                new ConversationLoop.Ports(
                        time,
                        time,
                        journal,
                        ports.providers(),
                        ports.tools(),
                        (recorder, clock) -> SessionHousehold.recorded(changed, recorder, clock)));
        loop[0].resume(before, "recording_evidence_unavailable");
        List<String> reasons = journal.runes().stream()
                .filter(rune -> rune.kind().equals("control.ended"))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
        assertEquals(List.of("rules_changed"), reasons, "it goes on from a state that its record does not lead to");
    }

    private static Catalogue without(String command) {
        return new Catalogue(
                Catalogue.standard().commands().stream()
                        .filter(spec -> !spec.name().equals(command))
                        .toList(),
                Catalogue.standardRoles());
    }
}
