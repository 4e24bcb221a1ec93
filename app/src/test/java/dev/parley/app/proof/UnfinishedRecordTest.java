package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.sim.run.VirtualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of a record whose process died in the middle of a step: proven up to its end, and unfinished there. */
class UnfinishedRecordTest {
    @TempDir
    private static Path folder = Path.of(".");

    private static List<String> lines = List.of();
    private static String name = "";

    /** A conversation that was really held, as it is exported. */
    @BeforeAll
    static void hold() {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        Path file = root.resolve("scenarios").resolve("approval-granted.yaml");
        String data = folder.resolve("data").toString();
        Exports.run("", "scenario", "run", "--record", data, file.toString());
        lines = Exports.run("", "log", "export", "--data", data).lines().toList();
        name = Exports.text(Exports.parsed(lines.getFirst()), "conversation");
    }

    private static int firstTurn() {
        int at = 0;
        while (!Exports.text(Exports.parsed(lines.get(at)), "kind").equals("turn.proposed")) {
            at++;
        }
        return at;
    }

    private static Json.Obj replayed(List<String> left, String... options) {
        String[] args = new String[3 + options.length];
        System.arraycopy(new String[] {"replay", "--file", "-"}, 0, args, 0, 3);
        System.arraycopy(options, 0, args, 3, options.length);
        return Exports.parsed(Exports.run(String.join("\n", left) + "\n", args));
    }

    @Test
    void aFileSaysHowFarItsProofReaches() {
        int length = firstTurn();
        for (Json.Obj report :
                List.of(replayed(lines.subList(0, length)), replayed(lines.subList(0, length), "--no-chain"))) {
            assertEquals(false, report.flag("verified"), report::text);
            assertEquals(true, report.flag("unfinished"), report::text);
            assertEquals(length, Exports.number(report, "proof_to"), report::text);
            assertTrue(report.get("first_fault") instanceof Json.Obj fault && fault.has("expected"), report::text);
        }
        for (Json.Obj report : List.of(replayed(lines), replayed(lines.subList(0, length + 1)))) {
            assertEquals(true, report.flag("verified"), report::text);
            assertNull(report.get("unfinished"), report::text);
            assertNull(report.get("proof_to"), report::text);
        }
    }

    @Test
    void peopleAreToldHowFarTheProofReaches() throws IOException {
        List<Rune> runes =
                RecordedConversation.read(folder.resolve("data"), name).runes();
        int length = firstTurn();
        Path left = folder.resolve("left");
        RunelogSettings settings = RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(left), settings)) {
            runes.subList(0, length).forEach(rune -> log.append(rune.draft(), WriteClass.IRREVERSIBLE));
        }
        String told = Exports.run("", "replay", "--data", left.toString(), name);
        assertTrue(
                told.contains("Unfinished: " + name + " ends in the middle of a step, after event " + length + "."),
                told);
        assertTrue(told.contains("turn.proposed"), told);
        assertFalse(told.contains("differs"), told);
        Json.Obj report = Exports.parsed(Exports.run("", "replay", "--json", "--data", left.toString(), name));
        assertEquals(true, report.flag("unfinished"), report::text);
        assertEquals(length, Exports.number(report, "proof_to"));
        assertEquals(false, report.flag("verified"), report::text);
        assertTrue(report.has("divergence"), "what had to come next is named where it was before");
    }
}
