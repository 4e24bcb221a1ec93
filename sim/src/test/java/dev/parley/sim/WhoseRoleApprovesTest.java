package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ruling B15: a call is approved by a confirmed adult whose role opens it. */
class WhoseRoleApprovesTest {
    private static final String ROLE = "tool.approval.role";

    private static final String LIGHT = """
            name: whose yes
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
              - {id: ben, role: ROLE, birthdate: 1981-05-01, confirmed: true}
            settings: {approval_timeout_ms: 5000, taint: ask}
            user:
              - {at_ms: 0, types: "is it dark", by: ana}
              - {at_ms: 3000, ANSWER: c2, by: ben}
            agent:
              - {when: "dark", calls: [{id: c1, tool: weather}]}
              - {when_result: c1, calls: [{id: c2, tool: TOOL}]}
              - {when_result: c2, says: "That is it.", audio_ms: 500}
            tools:
              weather: {takes_ms: 100, returns: {sky: dark}}
              TOOL: {takes_ms: 100, safety: WRITE}
            """;

    private final MemoryJournal journal = new MemoryJournal();

    private void run(String role, String tool, String answer) throws BadScenario {
        String yaml = LIGHT.replace("role: ROLE", "role: " + role)
                .replace("TOOL", tool)
                .replace("ANSWER", answer);
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
    }

    private String status() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("tool.result")
                        && "c2".equals(rune.payload().text("call_id")))
                .map(rune -> String.valueOf(rune.payload().text("status")))
                .findFirst()
                .orElseThrow();
    }

    private List<String> broken() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("verdict.tool"))
                .flatMap(WhoseRoleApprovesTest::violations)
                .toList();
    }

    private static Stream<String> violations(Rune verdict) {
        return verdict.payload().get("violations") instanceof Json.Arr(List<Json> all)
                ? all.stream().map(each -> each instanceof Json.Str(String rule) ? rule : each.canonical())
                : Stream.of();
    }

    @Test
    void aGuestDoesNotApproveACommandThatTheirRoleDoesNotOpen() throws BadScenario {
        run("GUEST", "turn_on_light", "approves");
        assertEquals(List.of(ROLE), broken());
        assertEquals("denied", status(), "the question lapses");
    }

    @Test
    void anOperatorOfTheHouseholdApprovesWhatTheirRoleOpens() throws BadScenario {
        run("OPERATOR", "turn_on_light", "approves");
        assertEquals(List.of(), broken());
        assertEquals("success", status());
    }

    @Test
    void aGuestApprovesACommandThatTheirRoleOpens() throws BadScenario {
        run("GUEST", "set_volume", "approves");
        assertEquals(List.of(), broken());
        assertEquals("success", status());
    }

    @Test
    void aNameThatLooksAlikeIsTheSameCommand() throws BadScenario {
        run("GUEST", "Turn-On-Light", "approves");
        assertEquals(List.of(ROLE), broken());
    }

    /** No role opens a tool that is no command, so it follows its own terms: any confirmed adult approves it. */
    @Test
    void aToolThatIsNoCommandIsApprovedByAnyConfirmedAdult() throws BadScenario {
        run("GUEST", "order", "approves");
        assertEquals(List.of(), broken());
        assertEquals("success", status());
    }

    @Test
    void whoeverSaysNoNeedsNoRole() throws BadScenario {
        run("GUEST", "turn_on_light", "rejects");
        assertEquals(List.of(), broken());
        assertEquals("denied", status());
    }
}
