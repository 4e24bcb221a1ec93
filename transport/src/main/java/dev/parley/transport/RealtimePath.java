package dev.parley.transport;

import dev.parley.transport.socket.SocketDesk.Admitted;
import dev.parley.transport.socket.SocketLimits;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.util.List;

/** Where clients of OpenAI's Realtime API connect. */
final class RealtimePath implements SocketPath {
    static final String PATH = "/v1/realtime";

    private static final String SUBPROTOCOL = "realtime";
    private static final SocketLimits LIMITS = new SocketLimits(16 << 20, 4 << 20, 15_000);

    private final Door door;

    RealtimePath(Door door) {
        this.door = door;
    }

    @Override
    public Admitted admit(HttpPrologue prologue, Headers headers) {
        Caller caller = door.admitToSocket(headers);
        if (!caller.mayOpen()) {
            throw Problem.forbidden("an auditor opens no conversations");
        }
        if (prologue.query().contains("call_id") || prologue.query().contains("intent")) {
            throw Problem.badRequest("there are conversations here, and neither calls nor transcriptions");
        }
        List<String> offered = Subprotocols.of(headers).names();
        if (!offered.isEmpty() && !offered.contains(SUBPROTOCOL)) {
            throw new Problem(400, "bad_subprotocol", "the subprotocol here is '" + SUBPROTOCOL + "'");
        }
        return new Admitted(new RealtimeSession(), offered.isEmpty() ? "" : SUBPROTOCOL, LIMITS);
    }
}
