package dev.parley.transport;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rejects requests whose body has no single, certain end (RFC 9112, section 6), before anything is routed or upgraded. Helidon takes
 * a body for chunked only if the header is exactly {@code chunked}, and otherwise reads the body as the next request; a proxy in
 * front that understands the header differently would let one client write requests of another.
 * After a request with {@code Connection: close} none is read, nor after one with {@code Expect}: where it is answered before its body
 * is asked for, Helidon reads what comes next as a request, and a client or a proxy may have sent the body all the same.
 */
final class RequestFraming implements Http1ConnectionListener {
    private static final String CHUNKED = "chunked";
    private static final String CLOSE = "close";
    /** Fewer than {@link Long#MAX_VALUE} has. */
    private static final int LENGTH_DIGITS_MAX = 18;

    private final SlowClients.Answered connections;

    RequestFraming(SlowClients.Answered connections) {
        this.connections = connections;
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        checkBody(headers);
        connections.begun(context.childSocketId(), headers.contains(HeaderNames.TRANSFER_ENCODING));
        List<String> options = headers.all(HeaderNames.CONNECTION, List::of);
        if (options.stream().anyMatch(RequestFraming::isClose) || headers.contains(HeaderNames.EXPECT)) {
            ((WritableHeaders<?>) headers).set(HeaderValues.CONNECTION_CLOSE);
            connections.last(context.childSocketId());
        }
    }

    private static boolean isClose(String options) {
        return Stream.of(options.split(",")).map(String::strip).anyMatch(CLOSE::equalsIgnoreCase);
    }

    private static void checkBody(Headers headers) {
        boolean hasLength = headers.contains(HeaderNames.CONTENT_LENGTH);
        if (headers.contains(HeaderNames.TRANSFER_ENCODING)) {
            if (hasLength || !only(headers.get(HeaderNames.TRANSFER_ENCODING)).equalsIgnoreCase(CHUNKED)) {
                throw refused();
            }
            // Codings are case-insensitive, Helidon's comparison is not.
            ((WritableHeaders<?>) headers).set(HeaderValues.TRANSFER_ENCODING_CHUNKED);
        } else if (hasLength && !isLength(only(headers.get(HeaderNames.CONTENT_LENGTH)))) {
            throw refused();
        }
    }

    /** The value of a header that was sent once; empty for one that was sent several times. */
    private static String only(Header header) {
        List<String> values = header.allValues();
        return values.size() == 1 ? values.getFirst() : "";
    }

    private static boolean isLength(String value) {
        return !value.isEmpty()
                && value.length() <= LENGTH_DIGITS_MAX
                && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** The connection is closed after the answer, because the rest of what was sent cannot be told apart. */
    private static RequestException refused() {
        return RequestException.builder()
                .type(EventType.BAD_REQUEST)
                .message("the end of the body is uncertain")
                .setKeepAlive(false)
                .build();
    }
}
