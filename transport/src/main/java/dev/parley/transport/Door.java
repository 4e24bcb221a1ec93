package dev.parley.transport;

import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
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
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stands before every path: who is it, may their page talk to us, do they ask too often. */
final class Door implements Filter {
    private static final System.Logger REQUESTS = System.getLogger("dev.parley.requests");
    /** Whoever looks after the process asks these, and is not to be kept from it by strangers behind the same address. */
    private static final Set<String> VITAL = Set.of("/healthz", "/readyz");

    private static final Set<String> OPEN = Set.of("/openapi.json", "/asyncapi.json", TwilioPath.PATH);
    private static final Pattern STOP = Pattern.compile("/v1/conversations/[^/]+/stop");
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
    private final ByteBudget budget;

    /** @param sockets the paths that are sockets */
    Door(
            Callers callers,
            Rates rates,
            List<String> origins,
            Set<String> sockets,
            ServerSpec.Limits limits,
            Meters meters,
            SlowClients.Answered answered,
            ByteBudget budget) {
        this.budget = budget;
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
        response.whenSent(() -> {
            answered(request, response.status().code(), begun);
            answered.sent(request.socketId(), limits.bodyBytes());
        });
        response.header("X-Content-Type-Options", "nosniff");
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
        try (ByteBudget.Share share = budget.request(
                request.context().get(Caller.class).map(Caller::id).orElse(""),
                Rates.network(request.remotePeer().address()))) {
            request.context().register(share);
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
            request.context()
                    .register(
                            isStop(request.prologue())
                                    ? admitToStop(request.headers())
                                    : admit(SocketPaths.place(path), request.headers()));
        } catch (Problem refused) {
            if (refused.status() == UNKNOWN) {
                admitStranger(request);
            }
            throw refused;
        }
    }

    private Caller admit(String place, Headers headers) {
        if (place.equals(RealtimePath.PATH)) {
            return admitToRealtime(headers);
        }
        return sockets.contains(place) ? admitToSocket(headers) : admit(headers);
    }

    /** Whoever shows no key is known by the address alone. */
    private void admitStranger(RoutingRequest request) {
        if (!rates.admits(request.remotePeer().address())) {
            throw tooOften("requests without a key come too often from this address");
        }
    }

    /** One line per request for whoever reads the log: by whom, what and how long. No key, no query and no word is in it. */
    private void answered(RoutingRequest request, int status, long begun) {
        answered(request.prologue(), request.context().get(Caller.class).orElse(null), status, begun);
    }

    /** The same for a request that has become a socket, which no filter sees. */
    void upgraded(HttpPrologue prologue, Headers headers, long begun) {
        boolean isRealtime = prologue.uriPath().path().equals(RealtimePath.PATH);
        Caller caller = isRealtime
                ? callers.ofRealtime(realtimeCredential(headers))
                : callers.of(credential(headers, callers::of));
        answered(prologue, caller, UPGRADED, begun);
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

    /** Whether this request stops a conversation. */
    private static boolean isStop(HttpPrologue prologue) {
        return Method.POST.equals(prologue.method())
                && STOP.matcher(prologue.uriPath().rawPath()).matches();
    }

    /** A stop is taken however often the key has asked for other things, as at the sockets. */
    private Caller admitToStop(Headers headers) {
        Caller caller = known(callers.of(bearer(headers)), headers);
        if (!rates.admitsStop(caller)) {
            throw tooOften("this key stops too often; wait a second");
        }
        return caller;
    }

    /** Who asks with these headers, if they may ask at all. */
    Caller admit(Headers headers) {
        return admit(callers.of(bearer(headers)), headers);
    }

    /** The same for a socket. A browser cannot set a header for one, and shows its key among the subprotocols. */
    Caller admitToSocket(Headers headers) {
        return admit(callers.of(credential(headers, callers::of)), headers);
    }

    /** The same for a Realtime session, which a client secret opens too; it opens nothing else. */
    Caller admitToRealtime(Headers headers) {
        return admit(callers.ofRealtime(realtimeCredential(headers)), headers);
    }

    /** The key, token or client secret with which a Realtime session is asked for; empty for none. */
    String realtimeCredential(Headers headers) {
        return credential(headers, callers::ofRealtime);
    }

    /** A header that is no key does not hide one among the subprotocols. */
    private static String credential(Headers headers, Function<String, @Nullable Caller> known) {
        String shown = bearer(headers);
        String hidden = Subprotocols.of(headers).key();
        return hidden.isEmpty() || known.apply(shown) != null ? shown : hidden;
    }

    private Caller admit(@Nullable Caller shown, Headers headers) {
        Caller caller = known(shown, headers);
        if (!rates.admits(caller)) {
            throw tooOften("this key asks too often; wait a second");
        }
        return caller;
    }

    private Caller known(@Nullable Caller caller, Headers headers) {
        if (caller == null) {
            throw Problem.unauthenticated();
        }
        origins.check(headers);
        return caller;
    }

    private static Problem tooOften(String detail) {
        return new Problem(TOO_MANY, "too_many_requests", detail);
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

    /** Counts bytes that this request needs, until it is answered. */
    static void take(ServerRequest request, long bytes) {
        try {
            share(request).take(bytes);
        } catch (OverBudget e) {
            throw Problem.overBudget(e);
        }
    }

    /** What this request has taken of the budget. */
    static ByteBudget.Share share(ServerRequest request) {
        return request.context().get(ByteBudget.Share.class).orElseThrow();
    }

    /** Says whether the client still waits for the answer. Its request has been read to the end and is the last of the connection. */
    static BooleanSupplier connected(ServerRequest request, ServerResponse response) {
        response.header(HeaderValues.CONNECTION_CLOSE);
        return request.context().get(SlowClients.Answered.class).orElseThrow().connected(request.socketId());
    }

    /** Who makes this request; the door has let them in. */
    static Caller caller(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(Problem::unauthenticated);
    }
}
