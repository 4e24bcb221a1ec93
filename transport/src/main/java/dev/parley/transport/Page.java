package dev.parley.transport;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The page at {@code /}. It comes from the jar as it is, needs no key, and holds nothing that a key would protect. A browser
 * that shows it loads nothing from elsewhere and runs nothing that is not here.
 */
final class Page {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final List<String> FILES = List.of(
            "composer.js",
            "connection.js",
            "door.js",
            "heading.js",
            "icon.svg",
            "inspector.js",
            "main.js",
            "part.js",
            "sound.js",
            "style.css",
            "timeline.js",
            "transcript.js",
            "view.js",
            "worklets.js");

    /** Where the page and its parts are. */
    static final Set<String> PATHS = paths();

    private Page() {}

    private static Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        paths.add("/");
        FILES.forEach(name -> paths.add("/page/" + name));
        return Set.copyOf(paths);
    }

    static void register(HttpRouting.Builder routing) {
        routing.get("/", (_, response) -> send(response, "index.html"));
        FILES.forEach(name -> routing.get("/page/" + name, (_, response) -> send(response, name)));
    }

    private static void send(ServerResponse response, String name) {
        response.header(HeaderNames.CONTENT_TYPE, type(name));
        response.header(HeaderNames.CACHE_CONTROL, "no-cache");
        response.header("Content-Security-Policy", POLICY);
        response.header("Referrer-Policy", "no-referrer");
        response.header("Permissions-Policy", "microphone=(self), camera=(), geolocation=()");
        response.header("Cross-Origin-Opener-Policy", "same-origin");
        try (InputStream file = Page.class.getResourceAsStream("page/" + name)) {
            if (file == null) {
                throw Problem.notFound();
            }
            response.send(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.'))) {
            case ".js" -> "text/javascript; charset=utf-8";
            case ".css" -> "text/css; charset=utf-8";
            case ".svg" -> "image/svg+xml";
            default -> "text/html; charset=utf-8";
        };
    }
}
