package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.ProviderRequest;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop.Ports;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A result that comes at its deadline, on a carrier that takes events in before it looks at its timers (ruling T6). */
class LateResultTest {
    private static final String WORLD = """
            name: late
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user: []
            agent:
              - {when: "blood", calls: [{id: c1, tool: lab}]}
              - {when_result: c1, says: "It did not answer.", audio_ms: 500}
            tools: {lab: {takes_ms: 90000, timeout_ms: 1000, returns: {value: hemoglobin}, personal: true}}
            """;

    private final VirtualTime time = new VirtualTime(0);
    private final MemoryJournal journal = new MemoryJournal();
    private final List<Model.Prompt> prompts = new ArrayList<>();
    private final VirtualSession session;

    LateResultTest() throws BadScenario {
        SessionHost.Wanted scripted = ScenarioRun.wanted(ScenarioReader.yaml(WORLD), 0);
        SessionHost.Wanted wanted = new SessionHost.Wanted(
                scripted.session(),
                scripted.what(),
                scripted.settings(),
                scripted.pipeline(),
                place -> overheard(scripted.world().around(place)));
        session = new VirtualSession(time, wanted, (_, _) -> journal, List.of());
        session.open();
    }

    private Ports overheard(Ports ports) {
        return new Ports(
                ports.time(),
                ports.timers(),
                ports.journal(),
                ProvidersAround.noting(ports.providers(), (_, request) -> {
                    if (request instanceof ProviderRequest.Generate generate) {
                        prompts.add(generate.prompt());
                    }
                }),
                ports.tools(),
                ports.people());
    }

    private List<Rune> runes(String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).toList();
    }

    private void resultAtItsDeadline() {
        time.atMs(100, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("my blood count", "ana")));
        while (runes("tool.dispatched").isEmpty()) {
            assertTrue(time.step());
        }
        long deadlineMs = time.nowMs() + 1_000;
        ToolFinished late = new ToolFinished("c1", ToolStatus.SUCCESS, Json.Obj.EMPTY.with("value", "hemoglobin"));
        time.atMs(deadlineMs, Rank.USER, () -> session.offer(late));
        time.run();
        session.end();
    }

    @Test
    void leavesNothingInTheRecordButThatItCameTooLate() {
        resultAtItsDeadline();
        Json.Obj result = runes("tool.result").getFirst().payload();
        assertEquals("timeout", result.text("status"));
        assertEquals(Json.Null.NULL, result.get("content"));
        assertEquals(1, runes("tool.result").size());
        assertFalse(runes("tool.late").isEmpty());
    }

    @Test
    void isToldToNoModel() {
        resultAtItsDeadline();
        assertEquals(2, prompts.size());
        assertFalse(prompts.getLast().messages().toString().contains("hemoglobin"), prompts.toString());
    }

    @Test
    void leavesARecordThatReplays() {
        resultAtItsDeadline();
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
    }

    /** What came too late is a fact and no broken rule. */
    @Test
    void breaksNoRule() {
        resultAtItsDeadline();
        List<Rune> denied = runes("verdict.tool").stream()
                .filter(rune -> "denied".equals(rune.payload().text("decision")))
                .toList();
        assertEquals(List.of(), denied);
    }
}
