package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Replayed;
import dev.parley.kernel.json.Json;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program serves fifty busy conversations, is killed or told to stop, and is started again on the same folder. Clients that
 * come back miss nothing that they were promised, no turn stays open, and nothing runs twice.
 */
@Timeout(300)
class KilledServerTest {
    private static final String NO_EVIDENCE = "recording_evidence_unavailable";
    private static final int MORE_MAX = 60;

    @TempDir
    Path folder;

    private final long seed = System.nanoTime();
    private final int more = 1 + new Random(seed).nextInt(MORE_MAX);

    @Test
    void aServerThatIsKilledAmongFiftyConversationsLosesNothingThatItPromised() throws Exception {
        Crowd crowd;
        try (ServedParley first = Crowd.serve(folder)) {
            crowd = Crowd.gathers(folder, first, more);
            first.kill();
        }
        Map<String, List<String>> reasons;
        try (ServedParley second = Crowd.serve(folder)) {
            checkHeads(second, crowd);
            crowd.comesBack(second);
            second.terminate();
            reasons = checked(crowd);
        }
        long unproven = reasons.values().stream()
                .filter(each -> each.contains(NO_EVIDENCE))
                .count();
        assertTrue(unproven >= 30, "those who waited, were asked or were spoken to: " + unproven);
        reasons.forEach((id, each) ->
                assertTrue(each.stream().filter(NO_EVIDENCE::equals).count() <= 1, id + each));
    }

    @Test
    void aServerThatIsToldToStopClosesFiftyBusyConversationsInGoodOrder() throws Exception {
        Crowd crowd;
        try (ServedParley first = Crowd.serve(folder)) {
            crowd = Crowd.gathers(folder, first, more);
            first.terminate();
        }
        try (ServedParley second = Crowd.serve(folder)) {
            crowd.comesBack(second);
            second.terminate();
            checked(crowd).forEach((id, reasons) -> assertTrue(!reasons.contains(NO_EVIDENCE), id + " " + reasons));
        }
    }

    /** Some turns were closed as drained by then, some were not. */
    @Test
    void aServerThatIsKilledWhileItStopsLosesNothingThatItPromised() throws Exception {
        Crowd crowd;
        try (ServedParley first = Crowd.serve(folder)) {
            crowd = Crowd.gathers(folder, first, more);
            first.killWhileStopping();
        }
        try (ServedParley second = Crowd.serve(folder)) {
            checkHeads(second, crowd);
            crowd.comesBack(second);
            second.terminate();
            checked(crowd);
        }
    }

    /** Whatever somebody saw before the kill is there after it. */
    private static void checkHeads(ServedParley server, Crowd crowd) throws Exception {
        for (CrowdClient client : crowd.all()) {
            Json.Obj state = server.get(CrowdClient.KEY, "/v1/conversations/" + client.conversation());
            assertEquals("open", state.text("state"), state.text());
            long head = Objects.requireNonNull(state.number("head")).longValue();
            assertTrue(head >= client.lastSeen(), client.lastSeen() + " was seen, of " + state.text());
        }
    }

    /** Checks every record against what its client saw; returns how the turns of each ended. */
    private Map<String, List<String>> checked(Crowd crowd) throws IOException {
        Map<String, List<Json.Obj>> records = new LinkedHashMap<>();
        Map<String, List<String>> reasons = new TreeMap<>();
        RuneArchive archive = RecordFolder.read(folder.resolve("data"), Progress.SILENT);
        for (CrowdClient client : crowd.all()) {
            String id = client.conversation();
            RecordedConversation recorded = RecordedConversation.read(archive, id);
            List<Json.Obj> record = recorded.runes().stream().map(RuneJson::of).toList();
            records.put(id, record);
            client.checkAgainst(record);
            reasons.put(id, reasons(id, record));
            assertNull(Replayed.of(recorded, archive, Long.MAX_VALUE).divergence(), id + ", seed " + seed);
        }
        crowd.checkNotes(records);
        return reasons;
    }

    /** Every turn that was started was closed once, with a reason. */
    private static List<String> reasons(String id, List<Json.Obj> record) {
        List<Long> started = turns(record, "turn.started");
        assertEquals(started, turns(record, "turn.closed"), id);
        List<String> reasons = new ArrayList<>();
        for (Json.Obj rune : record) {
            Json.Obj payload = (Json.Obj) Objects.requireNonNull(rune.get("payload"));
            if (List.of("turn.completed", "turn.interrupted", "turn.error").contains(rune.text("kind"))) {
                reasons.add(String.valueOf(payload.text("reason")));
            }
        }
        assertEquals(started.size(), reasons.size(), id + " " + reasons);
        return reasons;
    }

    private static List<Long> turns(List<Json.Obj> record, String kind) {
        return record.stream()
                .filter(rune -> kind.equals(rune.text("kind")))
                .map(rune -> Objects.requireNonNull(rune.number("turn")).longValue())
                .toList();
    }
}
