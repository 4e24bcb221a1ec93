package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every code that a refusal can have is documented, and no other. */
class ErrorCodesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path DOCUMENTS = Path.of("src/main/resources/dev/parley/transport");
    private static final Pattern PROBLEM = Pattern.compile("new Problem\\(\\s*[^,]+,\\s*([^,]+),");
    private static final Pattern CONFLICT = Pattern.compile("conflict\\(\\s*([^,]+),");
    private static final Pattern BAD_EVENT = Pattern.compile("new BadEvent\\(\\s*([^,]+),");
    /** An error that both kinds of socket send before they are closed. */
    private static final Pattern REFUSED = Pattern.compile("refuse\\(\\s*CloseCode\\.[A-Z_]+,\\s*(\"[^,]+),");

    private static final Pattern LITERAL = Pattern.compile("\"([a-z_]+)\"");
    /** The parameter of those who hand a code on. */
    private static final Set<String> HANDED_ON = Set.of("code", "String code");

    private final String sources = sources();

    private static String sources() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            StringBuilder all = new StringBuilder();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The codes in these places, each written there or in a constant. */
    private Set<String> codes(Pattern... places) {
        Set<String> codes = new TreeSet<>();
        for (Pattern place : places) {
            Matcher found = place.matcher(sources);
            while (found.find()) {
                codes.addAll(codesOf(found.group(1).strip()));
            }
        }
        return codes;
    }

    private Set<String> codesOf(String argument) {
        String name = argument.substring(argument.lastIndexOf('.') + 1);
        Matcher literal = LITERAL.matcher(argument);
        Set<String> codes = new TreeSet<>();
        while (literal.find()) {
            codes.add(literal.group(1));
        }
        Matcher constant = Pattern.compile("String " + Pattern.quote(name) + " = \"([a-z_]+)\"")
                .matcher(sources);
        while (codes.isEmpty() && constant.find()) {
            codes.add(constant.group(1));
        }
        assertTrue(!codes.isEmpty() || HANDED_ON.contains(argument), "a code is written out, not made: " + argument);
        return codes;
    }

    private static Set<String> told(String document, String... path) throws IOException, JsonDecoder.NotJson {
        Json found = JsonDecoder.decode(Files.readString(DOCUMENTS.resolve(document)));
        for (String step : path) {
            found = found instanceof Json.Obj object ? object.get(step) : null;
        }
        Set<String> codes = new TreeSet<>();
        assertTrue(found instanceof Json.Arr, () -> document + " lists the codes");
        if (found instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> codes.add(item instanceof Json.Str(String code) ? code : item.text()));
        }
        return codes;
    }

    /** The first column of the table below this heading. */
    private static Set<String> tabled(String heading) throws IOException {
        String text = Files.readString(Path.of("../docs/server.md"));
        int from = text.indexOf(heading);
        assertTrue(from >= 0, heading);
        Set<String> codes = new TreeSet<>();
        boolean begun = false;
        for (String line : text.substring(from).lines().skip(1).toList()) {
            Matcher row = Pattern.compile("\\| `([a-z_]+)` \\|.*").matcher(line);
            if (row.matches()) {
                begun = true;
                codes.add(row.group(1));
            } else if (begun) {
                break;
            }
        }
        return codes;
    }

    @Test
    void everyCodeOfAProblemIsDocumented() throws IOException, JsonDecoder.NotJson {
        Set<String> codes = codes(PROBLEM, CONFLICT, REFUSED);
        assertTrue(codes.contains("not_found") && codes.contains("not_recorded") && codes.contains("denied"));
        assertEquals(codes, told("openapi.json", "components", "schemas", "Problem", "properties", "code", "enum"));
        assertEquals(
                codes,
                told("asyncapi.json", "components", "messages", "error", "payload", "properties", "code", "enum"));
        assertEquals(codes, tabled("**Codes of what is refused.**"));
    }

    @Test
    void everyCodeOfARealtimeErrorIsDocumented() throws IOException, JsonDecoder.NotJson {
        Set<String> codes = codes(BAD_EVENT, REFUSED);
        assertTrue(codes.contains("conversation_already_has_active_response") && codes.contains("unsupported"));
        assertEquals(
                codes,
                told(
                        "asyncapi.json",
                        "components",
                        "messages",
                        "realtime.error",
                        "payload",
                        "properties",
                        "error",
                        "properties",
                        "code",
                        "enum"));
        assertEquals(codes, tabled("**Codes of Realtime errors.**"));
    }
}
