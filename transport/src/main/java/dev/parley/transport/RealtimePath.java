package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.transport.realtime.RealtimeSession;
import dev.parley.transport.socket.SocketDesk.Admitted;
import dev.parley.transport.socket.SocketLimits;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.util.List;

/** Where clients of OpenAI's Realtime API connect. */
final class RealtimePath implements SocketPath {
    static final String PATH = "/v1/realtime";

    private static final String SUBPROTOCOL = "realtime";
    private static final SocketLimits LIMITS = new SocketLimits(16 << 20, 4 << 20, Integer.MAX_VALUE, 15_000);

    private static final String MODEL = "parley";

    private final Parley parley;
    private final Door door;
    private final ClientSecrets secrets;
    private final ServerSpec.ClientTools tools;
    private final DiskWait disk;

    RealtimePath(Parley parley, Door door, ClientSecrets secrets, ServerSpec.ClientTools tools, DiskWait disk) {
        this.disk = disk;
        this.parley = parley;
        this.door = door;
        this.secrets = secrets;
        this.tools = tools;
    }

    private static Visit visit(Caller caller) {
        Visit visit = ConversationsApi.visit(caller);
        return new Visit(visit.speaker(), visit.confirmed(), visit.about().with(ConversationsApi.SOCKET, SUBPROTOCOL));
    }

    @Override
    public Admitted admit(HttpPrologue prologue, Headers headers) {
        Caller caller = door.admitToRealtime(headers);
        if (!caller.mayOpen()) {
            throw Problem.forbidden("this key or token opens no conversations");
        }
        if (prologue.query().contains("call_id") || prologue.query().contains("intent")) {
            throw Problem.badRequest("there are conversations here, and neither calls nor transcriptions");
        }
        List<String> offered = Subprotocols.of(headers).names();
        if (!offered.isEmpty() && !offered.contains(SUBPROTOCOL)) {
            throw new Problem(400, "bad_subprotocol", "the subprotocol here is '" + SUBPROTOCOL + "'");
        }
        disk.check();
        RealtimeSession.Opening opening = new RealtimeSession.Opening(
                ConversationsApi.newId(),
                prologue.query().first("model").orElse(MODEL),
                visit(caller),
                secrets.session(door.realtimeCredential(headers)),
                tools.needsApproval() ? Ruling.ASK : Ruling.ALLOW,
                ToolTerms.DEFAULT.withSafety(tools.safety()),
                disk.withinMs());
        return new Admitted(
                new RealtimeSession(parley, opening),
                caller.id(),
                offered.isEmpty() ? "" : SUBPROTOCOL,
                LIMITS,
                () -> caller.leftMs(parley.clock()));
    }
}
