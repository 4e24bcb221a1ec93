package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that a client may hand to a browser: each opens Realtime sessions in the name of the key that asked for it, for a
 * while, with the session that was agreed on, and gives access to nothing else. They are kept by their digests, and not beyond
 * this process. Each is counted in the budget of its key as long as it lives, and a key with too many loses its own oldest.
 */
final class ClientSecrets {
    private static final int KEPT_MAX = 1_000;
    private static final long BYTES_MAX = 4 << 20;

    /** What a secret takes beside the session that was agreed on. */
    private static final long SECRET_BYTES = 1 << 10;

    private static final String PREFIX = "ek_";
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final TimeSource time;
    private final ByteBudget budget;
    private final Map<String, Issued> issued = new HashMap<>();
    private final Map<String, Deque<Issued>> ofKeys = new HashMap<>();

    private record Issued(
            String id, Caller caller, Json.Obj session, long untilNanos, long bytes, ByteBudget.Share share) {}

    ClientSecrets(TimeSource time, ByteBudget budget) {
        this.time = time;
        this.budget = budget;
    }

    /**
     * A new secret for this caller. The caller's oldest is forgotten where it has too many.
     *
     * @param network by which clients of its address are known
     */
    synchronized String issue(Caller caller, String network, Json.Obj session, long seconds) throws OverBudget {
        forgetExpired();
        long bytes = SECRET_BYTES + ByteBudget.kept(session);
        makeRoom(caller.id(), bytes);
        ByteBudget.Share share = budget.request(caller.id(), network);
        try {
            share.take(bytes);
        } catch (OverBudget e) {
            share.close();
            throw e;
        }
        String secret = Callers.generate(PREFIX);
        long untilNanos = time.monotonicNanos() + seconds * NANOS_PER_SECOND;
        Issued made = new Issued(id(secret), caller, session, untilNanos, bytes, share);
        issued.put(made.id(), made);
        ofKeys.computeIfAbsent(caller.id(), _ -> new ArrayDeque<>()).add(made);
        return secret;
    }

    private void makeRoom(String key, long bytes) {
        Deque<Issued> own = ofKeys.getOrDefault(key, new ArrayDeque<>());
        long kept = own.stream().mapToLong(Issued::bytes).sum();
        while (!own.isEmpty() && (own.size() >= KEPT_MAX || kept + bytes > BYTES_MAX)) {
            kept -= own.getFirst().bytes();
            forget(own.getFirst());
        }
    }

    /** Gives back what was counted for those that open nothing any more. */
    synchronized void forgetExpired() {
        issued.values().stream().filter(this::isOver).toList().forEach(this::forget);
    }

    private void forget(Issued each) {
        issued.remove(each.id());
        each.share().close();
        ofKeys.computeIfPresent(each.caller().id(), (_, own) -> {
            own.remove(each);
            return own.isEmpty() ? null : own;
        });
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
        return HexFormat.of().formatHex(Callers.digest(secret));
    }
}
