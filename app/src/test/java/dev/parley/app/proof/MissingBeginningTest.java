package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export from which the first events were taken away proves nothing, however well the rest holds together. */
class MissingBeginningTest {
    @TempDir
    Path folder;

    @Test
    void refusesAnExportWithoutItsFirstEvents() {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        String data = folder.toString();
        String file = root.resolve("scenarios/approval-granted.yaml").toString();
        Exports.run("", "scenario", "run", "--record", data, file);
        List<String> lines =
                Exports.run("", "log", "export", "--data", data).lines().toList();
        for (int gone = 1; gone < 4; gone++) {
            refused(lines.subList(gone, lines.size()), gone + 1);
            refused(lines.subList(gone, lines.size()), gone + 1, "--no-chain");
        }
    }

    private static void refused(List<String> left, int first, String... options) {
        String[] args = new String[3 + options.length];
        System.arraycopy(new String[] {"replay", "--file", "-"}, 0, args, 0, 3);
        System.arraycopy(options, 0, args, 3, options.length);
        Json.Obj report = Exports.parsed(Exports.run(String.join("\n", left) + "\n", args));
        assertEquals(false, report.flag("verified"), report::text);
        assertTrue(
                report.get("first_fault") instanceof Json.Obj fault && Exports.number(fault, "event_id") >= first,
                report::text);
    }
}
