package dev.parley.transport;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands before every path: who is it, may their page talk to us, do they ask too often. */
final class Door implements Filter {
    private static final System.Logger REQUESTS = System.getLogger("dev.parley.requests");
    /** Whoever looks after the process asks these, and is not to be kept from it by strangers behind the same address. */
    private static final Set<String> VITAL = Set.of("/healthz", "/readyz");

    private static final Set<String> OPEN = Set.of("/openapi.json", "/asyncapi.json", TwilioPath.PATH);
    private static final int UPGRADED = 101;
    private static final int UNKNOWN = 401;
    private static final String BEARER = "bearer ";
    private static final int TOO_MANY = 429;

    private final Callers callers;
    private final Rates rates;
    private final Origins origins;
    private final Set<String> sockets;
    private final ServerSpec.Limits limits;
    private final Meters meters;
    private final SlowClients.Answered answered;

    /** @param sockets the paths that are sockets */
    Door(
            Callers callers,
            Rates rates,
            List<String> origins,
            Set<String> sockets,
            ServerSpec.Limits limits,
            Meters meters,
            SlowClients.Answered answered) {
        this.callers = callers;
        this.rates = rates;
        this.origins = new Origins(origins);
        this.sockets = Set.copyOf(sockets);
        this.limits = limits;
        this.meters = meters;
        this.answered = answered;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long begun = System.nanoTime();
        request.context().register(limits);
        request.context().register(answered);
        response.whenSent(() -> answered(request, response.status().code(), begun));
        response.header("X-Content-Type-Options", "nosniff");
        if (isEndInDoubt(request.headers())) {
            Server.refuse(request, response, Problem.broken("where the body ends is told once and in one way"));
            throw new CloseConnectionException("nobody knows where this request ends");
        }
        origins.mark(request.headers(), response);
        try {
            if (Origins.isQuestion(request)) {
                admitStranger(request);
                origins.answer(request, response);
                return;
            }
            admit(request);
        } catch (Problem problem) {
            if (problem.status() == TOO_MANY) {
                response.header("Retry-After", "1");
            }
            throw problem;
        }
        answered.set(request.socketId(), true);
        try {
            chain.proceed();
        } finally {
            answered.set(request.socketId(), false);
        }
        if (request.context().get(Problem.class).isPresent()) {
            throw new CloseConnectionException("nothing that comes after this request can be read");
        }
    }

    private void admit(RoutingRequest request) {
        String path = request.path().path();
        if (VITAL.contains(path)) {
            return;
        }
        if (OPEN.contains(path) || Page.PATHS.contains(path)) {
            admitStranger(request);
            return;
        }
        try {
            boolean socket = sockets.contains(SocketPaths.place(path));
            request.context().register(socket ? admitToSocket(request.headers()) : admit(request.headers()));
        } catch (Problem refused) {
            if (refused.status() == UNKNOWN) {
                admitStranger(request);
            }
            throw refused;
        }
    }

    /** Whoever shows no key is known by the address alone. */
    private void admitStranger(RoutingRequest request) {
        if (!rates.admits(request.remotePeer().address())) {
            throw new Problem(TOO_MANY, "too_many_requests", "requests without a key come too often from this address");
        }
    }

    /** Somebody in between who finds another end takes the rest for another request (RFC 9112, section 6.3). */
    private static boolean isEndInDoubt(Headers headers) {
        return headers.contains(HeaderNames.CONTENT_LENGTH)
                && (headers.contains(HeaderNames.TRANSFER_ENCODING)
                        || headers.all(HeaderNames.CONTENT_LENGTH, List::of).size() > 1);
    }

    /** One line per request for whoever reads the log: by whom, what and how long. No key, no query and no word is in it. */
    private void answered(RoutingRequest request, int status, long begun) {
        answered(request.prologue(), request.context().get(Caller.class).orElse(null), status, begun);
    }

    /** The same for a request that has become a socket, which no filter sees. */
    void upgraded(HttpPrologue prologue, Headers headers, long begun) {
        answered(prologue, callers.ofSocket(credential(headers)), UPGRADED, begun);
    }

    private void answered(HttpPrologue prologue, @Nullable Caller caller, int status, long begun) {
        meters.answered(status);
        if (REQUESTS.isLoggable(System.Logger.Level.DEBUG)) {
            REQUESTS.log(
                    System.Logger.Level.DEBUG,
                    "{0} {1} {2} in {3} ms by {4}",
                    prologue.method().text(),
                    printable(prologue.uriPath().path()),
                    Integer.toString(status),
                    Long.toString(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)),
                    caller == null ? "nobody" : caller.id());
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
        origins.check(headers);
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

    /** What may be shown again of what a stranger sent. */
    static String printable(String text) {
        String safe = text.replaceAll("[^\\x21-\\x7e]", "?");
        return safe.length() > 100 ? safe.substring(0, 100) : safe;
    }

    /** Where a long answer is written: its client is given up if it does not read it. */
    static OutputStream written(ServerRequest request, ServerResponse response) {
        return request.context()
                .get(SlowClients.Answered.class)
                .orElseThrow()
                .watched(request.socketId(), response.outputStream());
    }

    /** Who makes this request; the door has let them in. */
    static Caller caller(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(Problem::unauthenticated);
    }
}
