package dev.parley.transport;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stands before every path: who is it, may their page talk to us, do they ask too often. */
final class Door implements Filter {
    private static final Set<String> OPEN = Set.of("/healthz", "/readyz", "/openapi.json");
    private static final String BEARER = "bearer ";

    private final Callers callers;
    private final Rates rates;
    private final List<String> origins;
    private final Meters meters;

    Door(Callers callers, Rates rates, List<String> origins, Meters meters) {
        this.callers = callers;
        this.rates = rates;
        this.origins = List.copyOf(origins);
        this.meters = meters;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        response.whenSent(() -> meters.answered(response.status().code()));
        response.header("X-Content-Type-Options", "nosniff");
        if (!OPEN.contains(request.path().path())) {
            Caller caller = caller(request);
            checkOrigin(request);
            if (!rates.admits(caller)) {
                response.header("Retry-After", "1");
                throw new Problem(429, "too_many_requests", "this key asks too often; wait a second");
            }
            request.context().register(caller);
        }
        chain.proceed();
    }

    private Caller caller(RoutingRequest request) {
        String shown = request.headers().first(HeaderNames.AUTHORIZATION).orElse("");
        Caller caller = shown.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? callers.of(shown.substring(BEARER.length()).strip())
                : null;
        if (caller == null) {
            throw Problem.unauthenticated();
        }
        return caller;
    }

    /** A page from elsewhere may not use a key that a browser holds for us, unless the configuration names its origin. */
    private void checkOrigin(RoutingRequest request) {
        String origin = request.headers().first(HeaderNames.ORIGIN).orElse(null);
        if (origin != null && !origins.contains(origin) && !isOwn(origin, request)) {
            throw Problem.forbidden("the origin " + printable(origin) + " is not listed under 'origins'");
        }
    }

    private static boolean isOwn(String origin, RoutingRequest request) {
        @Nullable String host = request.headers().first(HeaderNames.HOST).orElse(null);
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String printable(String text) {
        String safe = text.replaceAll("[^\\x21-\\x7e]", "?");
        return safe.length() > 100 ? safe.substring(0, 100) : safe;
    }

    /** Who makes this request; the door has let them in. */
    static Caller caller(ServerRequest request) {
        return request.context().get(Caller.class).orElseThrow(Problem::unauthenticated);
    }
}
