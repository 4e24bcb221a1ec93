package dev.parley.transport;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;

/** Answers what is no request that could be routed: a problem like all others, and nothing of what was sent. */
final class BrokenRequests {
    private BrokenRequests() {}

    static DirectHandlers answered() {
        DirectHandlers.Builder all = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            all.addHandler(type, BrokenRequests::answer);
        }
        return all.build();
    }

    private static DirectHandler.TransportResponse answer(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType type,
            Status status,
            ServerResponseHeaders headers,
            String message) {
        Problem problem = switch (type) {
            case PAYLOAD_TOO_LARGE -> new Problem(status.code(), "too_large", "the request is too large");
            case INTERNAL_ERROR -> new Problem(status.code(), "internal_fault", "something went wrong here");
            default ->
                new Problem(
                        status.code(),
                        Problem.BROKEN,
                        "this is no HTTP request that can be read, or its headers are too large");
        };
        return DirectHandler.TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderNames.CONTENT_TYPE, "application/problem+json")
                .keepAlive(type.keepAlive())
                .entity(problem.json().text())
                .build();
    }
}
