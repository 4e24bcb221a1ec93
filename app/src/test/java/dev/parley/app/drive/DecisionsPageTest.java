package dev.parley.app.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.Parley;
import dev.parley.kernel.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page that tells how a decision is made shows what the program answers. */
class DecisionsPageTest {
    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "decisions.md"));
    }

    private static List<Json.Obj> told(String story) throws JsonDecoder.NotJson {
        List<Json.Obj> lines = new ArrayList<>();
        for (String line : story.lines().toList()) {
            if (line.startsWith("{") && JsonDecoder.decode(line) instanceof Json.Obj object) {
                lines.add(object);
            }
        }
        return lines;
    }

    private static List<Json.Obj> driven(String machine, List<Json.Obj> requests) throws JsonDecoder.NotJson {
        StringBuilder in = new StringBuilder();
        requests.forEach(request -> in.append(request.canonical()).append('\n'));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Parley(
                        new ByteArrayInputStream(in.toString().getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .run("drive", machine);
        return told(out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"stream,## Story 1,## Story 3,6", "household,## Story 3,## Asking,6"})
    void tellsWhatIsAnswered(String machine, String from, String to, int least) throws Exception {
        String story = page().substring(page().indexOf(from), page().indexOf(to));
        List<Json.Obj> requests =
                told(story).stream().filter(line -> line.has("action")).toList();
        List<Json.Obj> verdicts =
                told(story).stream().filter(line -> line.has("n")).toList();
        assertTrue(verdicts.size() >= least, verdicts.toString());
        List<Json.Obj> answers = driven(machine, requests);
        for (Json.Obj verdict : verdicts) {
            Json.Obj answer = answers.stream()
                    .filter(each -> Objects.requireNonNull(verdict.get("attestation_id"))
                            .equals(each.get("attestation_id")))
                    .findFirst()
                    .orElseThrow();
            verdict.fields().forEach((field, value) -> assertEquals(value, answer.get(field), field));
        }
    }
}
