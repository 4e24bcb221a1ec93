package dev.parley.pipeline.place;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where every session is, at one version of the control plane's decisions. A transport keeps one, compares versions, and
 * never waits for the authority.
 */
public record RoutingView(long version, Map<String, Route> routes) {
    /** Nothing is placed anywhere. */
    public static final RoutingView EMPTY = new RoutingView(0, Map.of());

    /** A session's runtime, and the epoch under which it is there. */
    public record Route(String runtime, long epoch) {}

    public RoutingView {
        routes = Collections.unmodifiableMap(new TreeMap<>(routes));
    }

    public Optional<Route> locate(String session) {
        return Optional.ofNullable(routes.get(session));
    }
}
