package dev.parley.transport;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which pages may talk to us from a browser: our own, and those that the configuration lists. A browser lets a listed page read
 * an answer only if the answer says so, and asks before it sends a key (CORS, the Fetch standard). There are no cookies here,
 * so no credentials are allowed.
 */
final class Origins {
    private static final HeaderName ASKED_METHOD = HeaderNames.create("Access-Control-Request-Method");
    private static final HeaderName ALLOWED = HeaderNames.create("Access-Control-Allow-Origin");
    private static final HeaderName EXPOSED = HeaderNames.create("Access-Control-Expose-Headers");
    private static final int NO_CONTENT = 204;
    private static final String REMEMBERED_SECONDS = "600";

    private final List<String> listed;

    Origins(List<String> listed) {
        this.listed = List.copyOf(listed);
    }

    /** Lets a listed page read the answer. */
    void mark(Headers headers, ServerResponse response) {
        String origin = headers.first(HeaderNames.ORIGIN).orElse("");
        if (listed.contains(origin)) {
            response.header(ALLOWED, origin);
            response.header(EXPOSED, "Retry-After");
            response.header(HeaderNames.VARY, "Origin");
        }
    }

    /** Whether a browser asks what a page may do, as it does before it shows a key. */
    static boolean isQuestion(ServerRequest request) {
        return request.prologue().method().equals(Method.OPTIONS)
                && request.headers().contains(HeaderNames.ORIGIN)
                && request.headers().contains(ASKED_METHOD);
    }

    /** Answers such a question; nothing is told of what is at the path. */
    void answer(ServerRequest request, ServerResponse response) {
        check(request.headers());
        response.status(NO_CONTENT);
        response.header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
        response.header("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID");
        response.header("Access-Control-Max-Age", REMEMBERED_SECONDS);
        response.send();
    }

    /** A page from elsewhere may not use a key that a browser holds for us, unless the configuration names its origin. */
    void check(Headers headers) {
        String origin = headers.first(HeaderNames.ORIGIN).orElse(null);
        if (origin != null && !listed.contains(origin) && !isOwn(origin, headers)) {
            throw Problem.forbidden("the origin " + Door.printable(origin) + " is not listed under 'origins'");
        }
    }

    private static boolean isOwn(String origin, Headers headers) {
        @Nullable String host = headers.first(HeaderNames.HOST).orElse(null);
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
