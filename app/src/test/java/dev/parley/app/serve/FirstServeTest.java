package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody meets who starts the server for the first time, with and without the file that the docs show. */
@Timeout(120)
class FirstServeTest {
    private static final Pattern SHOWN = Pattern.compile("```yaml\n(# parley.yaml\n.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private static String says(ServedParley parley, String key, String body) throws IOException, InterruptedException {
        HttpResponse<String> begun = parley.post(key, "/v1/conversations", "");
        assertEquals(201, begun.statusCode(), begun.body());
        String talk = String.valueOf(ServedParley.object(begun.body()).text("conversation"));
        HttpResponse<String> taken = parley.post(key, "/v1/conversations/" + talk + "/messages", body);
        assertEquals(202, taken.statusCode(), taken.body());
        return talk;
    }

    /** Ends it, and looks at what it has done. */
    private static List<String> done(ServedParley parley, String talk) throws InterruptedException {
        parley.terminate();
        return parley.recordOf(talk).stream()
                .filter(rune -> "tool.result".equals(rune.text("kind")))
                .map(rune -> rune.get("payload") instanceof Json.Obj result
                        ? result.text("tool") + " " + result.text("status")
                        : "")
                .toList();
    }

    @Test
    void theKeyThatWasMadeSpeaksForTheOwner() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        try (ServedParley parley = new ServedParley(folder)) {
            System.out.println("serve was ready after " + (System.nanoTime() - begun) / 1_000_000 + " ms");
            String talk = says(parley, parley.key(), "{\"text\":\"turn on the kitchen lights\"}");
            assertEquals(List.of("turn_on_light success"), done(parley, talk));
        }
    }

    @Test
    void theFileOfTheDocsIsServed() throws IOException, InterruptedException {
        String page = Files.readString(Path.of(System.getProperty("parley.root"), "docs", "server.md"));
        Matcher shown = SHOWN.matcher(page);
        assertTrue(shown.find(), "docs/server.md shows a file");
        try (ServedParley parley = new ServedParley(folder, shown.group(1), Map.of())) {
            String talk = says(parley, "sk-ana", "{\"text\":\"turn on the kitchen lights\"}");
            assertEquals(401, parley.post("sk-nobody", "/v1/conversations", "").statusCode());
            assertEquals(List.of("turn_on_light success"), done(parley, talk));
        }
    }
}
