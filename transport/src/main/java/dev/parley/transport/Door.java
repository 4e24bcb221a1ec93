package dev.parley.transport;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands before every path: who is it, may their page talk to us, do they ask too often. */
final class Door implements Filter {
    private static final System.Logger REQUESTS = System.getLogger("dev.parley.requests");
    private static final Set<String> OPEN =
            Set.of("/healthz", "/readyz", "/openapi.json", "/asyncapi.json", TwilioPath.PATH);
    private static final String BEARER = "bearer ";
    private static final int TOO_MANY = 429;

    private final Callers callers;
    private final Rates rates;
    private final List<String> origins;
    private final Set<String> sockets;
    private final ServerSpec.Limits limits;
    private final Meters meters;

    /** @param sockets the paths that are sockets */
    Door(
            Callers callers,
            Rates rates,
            List<String> origins,
            Set<String> sockets,
            ServerSpec.Limits limits,
            Meters meters) {
        this.callers = callers;
        this.rates = rates;
        this.origins = List.copyOf(origins);
        this.sockets = Set.copyOf(sockets);
        this.limits = limits;
        this.meters = meters;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long begun = System.nanoTime();
        request.context().register(limits);
        response.whenSent(() -> answered(request, response.status().code(), begun));
        response.header("X-Content-Type-Options", "nosniff");
        String path = request.path().path();
        if (!OPEN.contains(path) && !Page.PATHS.contains(path)) {
            try {
                boolean socket = sockets.contains(SocketPaths.place(path));
                request.context().register(socket ? admitToSocket(request.headers()) : admit(request.headers()));
            } catch (Problem problem) {
                if (problem.status() == TOO_MANY) {
                    response.header("Retry-After", "1");
                }
                throw problem;
            }
        }
        chain.proceed();
        if (request.context().get(Problem.class).isPresent()) {
            throw new CloseConnectionException("nothing that comes after this request can be read");
        }
    }

    /** One line per request for whoever reads the log: by whom, what and how long. No key, no query and no word is in it. */
    private void answered(RoutingRequest request, int status, long begun) {
        meters.answered(status);
        if (REQUESTS.isLoggable(System.Logger.Level.DEBUG)) {
            REQUESTS.log(
                    System.Logger.Level.DEBUG,
                    "{0} {1} {2} in {3} ms by {4}",
                    request.prologue().method().text(),
                    printable(request.prologue().uriPath().path()),
                    Integer.toString(status),
                    Long.toString(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)),
                    request.context().get(Caller.class).map(Caller::id).orElse("nobody"));
        }
    }

    /** Who asks with these headers, if they may ask at all. */
    Caller admit(Headers headers) {
        return admit(callers.of(bearer(headers)), headers);
    }

    /**
     * The same for a socket. A browser cannot set a header for one and shows its key among the subprotocols, and a client
     * secret opens nothing else.
     */
    Caller admitToSocket(Headers headers) {
        return admit(callers.ofSocket(credential(headers)), headers);
    }

    /** What is shown for a socket; empty for nothing. A header that is no key does not hide one among the subprotocols. */
    String credential(Headers headers) {
        String shown = bearer(headers);
        String hidden = Subprotocols.of(headers).key();
        return hidden.isEmpty() || callers.ofSocket(shown) != null ? shown : hidden;
    }

    private Caller admit(@Nullable Caller caller, Headers headers) {
        if (caller == null) {
            throw Problem.unauthenticated();
        }
        checkOrigin(headers);
        if (!rates.admits(caller)) {
            throw new Problem(TOO_MANY, "too_many_requests", "this key asks too often; wait a second");
        }
        return caller;
    }

    private static String bearer(Headers headers) {
        String shown = headers.first(HeaderNames.AUTHORIZATION).orElse("");
        return shown.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? shown.substring(BEARER.length()).strip()
                : "";
    }

    /** A page from elsewhere may not use a key that a browser holds for us, unless the configuration names its origin. */
    private void checkOrigin(Headers headers) {
        String origin = headers.first(HeaderNames.ORIGIN).orElse(null);
        if (origin != null && !origins.contains(origin) && !isOwn(origin, headers)) {
            throw Problem.forbidden("the origin " + printable(origin) + " is not listed under 'origins'");
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

    /** What may be shown again of what a stranger sent. */
    static String printable(String text) {
        String safe = text.replaceAll("[^\\x21-\\x7e]", "?");
        return safe.length() > 100 ? safe.substring(0, 100) : safe;
    }

    /** Who makes this request; the door has let them in. */
    static Caller caller(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(Problem::unauthenticated);
    }
}
