package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.realtime.Agreement;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.math.BigDecimal;

/** Makes secrets that a client may hand to a browser. */
final class ClientSecretsApi {
    static final String PATH = RealtimePath.PATH + "/client_secrets";

    private static final long SECONDS_MIN = 10;
    private static final long SECONDS_MAX = 7_200;
    private static final long SECONDS = 600;
    private static final long MS_PER_SECOND = 1_000;

    private final Parley parley;
    private final ClientSecrets secrets;

    ClientSecretsApi(Parley parley, ClientSecrets secrets) {
        this.parley = parley;
        this.secrets = secrets;
    }

    void create(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        if (!caller.mayOpen()) {
            throw Problem.forbidden("this key or token opens no conversations");
        }
        Json.Obj body = Bodies.object(request);
        Json.Obj session = Bodies.optionalObject(body, "session");
        // In the name of a token a secret opens nothing when that has expired.
        long seconds = Math.min(seconds(body), caller.leftMs(parley.clock()) / MS_PER_SECOND);
        try {
            Agreement agreed = Agreement.on(session, parley.hasVoice());
            String network = Rates.network(request.remotePeer().address());
            String value = secrets.issue(caller, network, agreed.update(), seconds);
            Server.send(
                    response,
                    200,
                    Json.Obj.EMPTY
                            .with("value", value)
                            .with("expires_at", parley.clock().wallMillis() / MS_PER_SECOND + seconds)
                            .with("session", agreed.session()));
        } catch (OverBudget e) {
            throw Problem.overBudget(e);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** How long a secret is asked for. */
    static long seconds(Json.Obj body) {
        Json.Obj after = Bodies.optionalObject(body, "expires_after");
        String anchor = Bodies.optionalText(after, "anchor");
        if (!anchor.isEmpty() && !anchor.equals("created_at")) {
            throw Problem.badRequest("'expires_after.anchor' is 'created_at'");
        }
        if (after.get("seconds") == null || after.get("seconds") instanceof Json.Null) {
            return SECONDS;
        }
        BigDecimal given = after.number("seconds");
        if (given == null
                || given.compareTo(BigDecimal.valueOf(SECONDS_MIN)) < 0
                || given.compareTo(BigDecimal.valueOf(SECONDS_MAX)) > 0) {
            throw Problem.badRequest("'expires_after.seconds' is from " + SECONDS_MIN + " to " + SECONDS_MAX);
        }
        return given.longValue();
    }
}
