package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.ArgumentsSchema;
import dev.parley.kernel.json.Json;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The document at /openapi.json, held against what the server really answers. */
final class OpenApi {
    private final Json.Obj document;
    private final Map<String, ArgumentsSchema> schemas = new HashMap<>();
    private final Set<String> seen = new TreeSet<>();

    OpenApi(String text) {
        document = object(text);
    }

    private static Json.Obj object(String text) {
        try {
            return (Json.Obj) JsonDecoder.decode(text);
        } catch (JsonDecoder.NotJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static Json.@Nullable Obj at(Json.@Nullable Obj from, String... names) {
        Json.Obj found = from;
        for (String name : names) {
            found = found != null && found.get(name) instanceof Json.Obj below ? below : null;
        }
        return found;
    }

    /** The path as the document has it; null for one that it has not. */
    private @Nullable String template(URI uri) {
        Json.Obj paths = at(document, "paths");
        assertNotNull(paths);
        List<String> asked = List.of(uri.getRawPath().split("/", -1));
        return paths.fields().keySet().stream()
                .filter(each -> fits(List.of(each.split("/", -1)), asked))
                .findFirst()
                .orElse(null);
    }

    private static boolean fits(List<String> template, List<String> asked) {
        boolean fits = template.size() == asked.size();
        for (int i = 0; fits && i < asked.size(); i++) {
            fits = template.get(i).startsWith("{") || template.get(i).equals(asked.get(i));
        }
        return fits;
    }

    /** Whether this answer is one of those that the document tells; paths that it does not have are not found. */
    void check(HttpResponse<String> response) {
        String method = response.request().method().toLowerCase(Locale.ROOT);
        String path = template(response.uri());
        Json.Obj operation = path == null ? null : at(document, "paths", path, method);
        int status = response.statusCode();
        if (operation == null) {
            assertTrue(status == 404 || status == 401 || status == 403, method + " " + response.uri());
            return;
        }
        seen.add(method + " " + path);
        String told = method + " " + path + " " + status;
        Json.Obj answer = at(operation, "responses", Integer.toString(status));
        assertNotNull(answer, told + " is not in the document: " + response.body());
        Json.Obj content = at(answer, "content");
        String type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
        assertNotNull(content, told);
        Json.Obj schema = at(content, type, "schema");
        assertNotNull(schema, told + " does not come as " + type);
        if (!type.endsWith("ndjson")
                && type.endsWith("json")
                && !response.body().isEmpty()) {
            assertEquals(null, mismatch(schema, object(response.body())), told + ": " + response.body());
        }
    }

    private @Nullable String mismatch(Json.Obj schema, Json.Obj body) {
        Json.Obj components = at(document, "components");
        assertNotNull(components);
        return schemas.computeIfAbsent(schema.text(), _ -> ArgumentsSchema.of(schema.with("components", components)))
                .mismatch(body);
    }

    /** The operation of the document that such a request is; null for none. */
    @Nullable
    String operation(String method, URI uri) {
        String path = template(uri);
        String operation = method.toLowerCase(Locale.ROOT);
        return path == null || at(document, "paths", path, operation) == null ? null : operation + " " + path;
    }

    /** Whether the document lets the body of such a request have no other fields than those that it names. */
    boolean isStrict(String method, URI uri) {
        String path = String.valueOf(template(uri));
        String[] schema = {
            "paths", path, method.toLowerCase(Locale.ROOT), "requestBody", "content", "application/json", "schema"
        };
        Json.Obj body = at(document, schema);
        return body != null && Boolean.FALSE.equals(body.flag("additionalProperties"));
    }

    /** What the document has and nobody has asked for. */
    Set<String> unseen() {
        Set<String> all = operations();
        all.removeIf(seen::contains);
        return all;
    }

    /** Everything that the document has. */
    Set<String> operations() {
        Set<String> all = new TreeSet<>();
        Json.Obj paths = at(document, "paths");
        assertNotNull(paths);
        paths.fields()
                .forEach((path, operations) ->
                        ((Json.Obj) operations).fields().keySet().forEach(method -> all.add(method + " " + path)));
        all.removeIf(each -> each.startsWith("parameters "));
        return all;
    }
}
