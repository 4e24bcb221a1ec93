package dev.parley.transport;

import dev.parley.transport.socket.SocketDesk.Admitted;
import dev.parley.transport.socket.SocketLimits;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The socket of a conversation: everything that happens in it, words, answers, a stop, and sound both ways. */
final class NativePath implements SocketPath {
    static final String PATH = "/v1/conversations/{id}/socket";

    private static final String BEFORE = "/v1/conversations/";
    private static final String AFTER = "/socket";
    private static final String SUBPROTOCOL = "parley";
    private static final SocketLimits LIMITS = new SocketLimits(1 << 20, 4 << 20, Integer.MAX_VALUE, 15_000);

    private final Desk desk;
    private final Door door;
    private final AudioLines lines;
    private final BooleanSupplier running;

    NativePath(Desk desk, Door door, AudioLines lines, BooleanSupplier running) {
        this.desk = desk;
        this.door = door;
        this.lines = lines;
        this.running = running;
    }

    @Override
    public Admitted admit(HttpPrologue prologue, Headers headers) {
        Caller caller = door.admitToSocket(headers);
        String path = prologue.uriPath().path();
        String id = desk.access().readable(caller, path.substring(BEFORE.length(), path.length() - AFTER.length()));
        long after = ConversationsApi.cursor(prologue.query().first("after").orElse("0"));
        List<String> offered = Subprotocols.of(headers).names();
        if (!offered.isEmpty() && !offered.contains(SUBPROTOCOL)) {
            throw new Problem(400, "bad_subprotocol", "the subprotocol here is '" + SUBPROTOCOL + "'");
        }
        NativeSession session =
                new NativeSession(desk, new NativeSession.Visitor(id, caller, after), lines.of(id), running);
        return new Admitted(
                session,
                caller.id(),
                offered.isEmpty() ? "" : SUBPROTOCOL,
                LIMITS,
                () -> caller.leftMs(desk.parley().clock()));
    }

    /** Whether this is the path of such a socket. */
    static boolean matches(String path) {
        return path.startsWith(BEFORE)
                && path.endsWith(AFTER)
                && path.length() > BEFORE.length() + AFTER.length()
                && path.indexOf('/', BEFORE.length()) == path.length() - AFTER.length();
    }
}
