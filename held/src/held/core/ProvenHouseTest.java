package held.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import held.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replay proves the whole house: what was called and what an agent thought, too. */
class ProvenHouseTest {
    private static final String ORDERED = """
            name: tea with a yes
            seed: 143
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 500, types: "Order it", by: ana}
              - {at_ms: 2000, approves: c1, by: ana}
            agent:
              - {when: "Order", calls: [{id: c1, tool: order, args: {item: tea}}]}
              - {when_result: c1, says: "Ordered.", audio_ms: 600}
            tools:
              order: {takes_ms: 400, returns: {ok: true}, safety: WRITE, approval: required}
            """;

    @TempDir
    private Path data;

    @Test
    void aCallThatRanWithoutItsApprovalIsFound() throws Exception {
        List<RuneDraft> honest = Records.played(ORDERED);
        List<RuneDraft> edited = new ArrayList<>(honest);
        edited.remove(Records.first(edited, "tool.approved"));
        assertNotNull(Records.replayed(honest, edited), "a call runs that nobody approved, and the record is verified");
    }

    @Test
    void aCallThatRanWithOtherArgumentsThanThoseApprovedIsFound() throws Exception {
        List<RuneDraft> honest = Records.played(ORDERED);
        List<RuneDraft> edited = new ArrayList<>(honest);
        int call = Records.first(edited, "tool.call");
        RuneDraft asked = edited.get(call);
        edited.set(call, asked.withPayload(asked.payload().with("arguments", Json.Obj.EMPTY.with("item", "a car"))));
        assertNotNull(
                Records.replayed(honest, edited), "a car is ordered by the yes to tea, and the record is verified");
    }

    @Test
    void aCallThatRanTwiceIsFound() throws Exception {
        List<RuneDraft> honest = Records.played(ORDERED);
        List<RuneDraft> edited = new ArrayList<>(honest);
        int ran = Records.first(edited, "tool.dispatched");
        edited.add(ran, edited.get(ran));
        assertNotNull(Records.replayed(honest, edited), "one permit, two runs, and the record is verified");
    }

    @Test
    void aPacketFromNowhereIsFound() throws Exception {
        Commands.talk(data, "ana", "turn on the kitchen lights");
        List<RuneDraft> honest = Records.read(data, "talk-1");
        List<RuneDraft> edited = new ArrayList<>(honest);
        int packet = Records.first(edited, "episode.packet");
        edited.remove(packet);
        assertNotNull(
                Records.replayed(honest, edited), "an episode goes on that never began, and the record is verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool", "episode"})
    void whatIsDecidedInTheHouseIsDecidedInARoom(String machine) {
        Commands.Ran ran = Commands.run("", "drive", machine);
        assertEquals(0, ran.code(), ran.err().strip());
    }
}
