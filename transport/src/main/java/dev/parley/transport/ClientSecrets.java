package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that a client may hand to a browser: each opens sockets in the name of the key that asked for it, for a while, with
 * the session that was agreed on. They are kept by their digests, and not beyond this process.
 */
final class ClientSecrets {
    private static final int KEPT_MAX = 10_000;
    private static final String PREFIX = "ek_";
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final TimeSource time;
    private final Map<String, Issued> issued = new LinkedHashMap<>();

    private record Issued(Caller caller, Json.Obj session, long untilNanos) {}

    ClientSecrets(TimeSource time) {
        this.time = time;
    }

    /** A new secret for this caller. The oldest is forgotten where there are too many. */
    synchronized String issue(Caller caller, Json.Obj session, long seconds) {
        issued.values().removeIf(each -> isOver(each));
        if (issued.size() >= KEPT_MAX) {
            issued.remove(issued.keySet().iterator().next());
        }
        String secret = Callers.generate(PREFIX);
        issued.put(id(secret), new Issued(caller, session, time.monotonicNanos() + seconds * NANOS_PER_SECOND));
        return secret;
    }

    /** In whose name this secret was issued; null for one that is none or no longer one. */
    @Nullable
    Caller of(String secret) {
        Issued found = found(secret);
        return found == null ? null : found.caller();
    }

    /** The session that was agreed on with this secret; nothing for any other. */
    Json.Obj session(String secret) {
        Issued found = found(secret);
        return found == null ? Json.Obj.EMPTY : found.session();
    }

    private synchronized @Nullable Issued found(String secret) {
        Issued found = secret.startsWith(PREFIX) ? issued.get(id(secret)) : null;
        return found == null || isOver(found) ? null : found;
    }

    private boolean isOver(Issued each) {
        return time.monotonicNanos() - each.untilNanos() > 0;
    }

    /** A digest tells nothing about the secret, so that looking it up takes no care of its own. */
    private static String id(String secret) {
        return java.util.HexFormat.of().formatHex(Callers.digest(secret));
    }
}
