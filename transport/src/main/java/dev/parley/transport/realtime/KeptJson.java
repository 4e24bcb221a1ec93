package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;

/**
 * Counts the JSON that is kept for a client, its session and its items, in the socket's share of the budget. A little of it is
 * covered by what the socket has taken; what is left when the socket closes goes with its share.
 */
final class KeptJson {
    private static final long FREE_BYTES = 8 << 10;

    private final ByteBudget.Share share;
    private long bytes;
    private long ofSession;

    KeptJson(ByteBudget.Share share) {
        this.share = share;
    }

    /** @param param the field in which it came */
    synchronized void take(long more, String param) throws BadEvent {
        try {
            share.take(counted(bytes + more) - counted(bytes));
            bytes += more;
        } catch (OverBudget e) {
            throw new BadEvent(OverBudget.CODE, e.detail(), param);
        }
    }

    synchronized void release(long less) {
        share.release(counted(bytes) - counted(bytes - less));
        bytes -= less;
    }

    /** Counts the session as it is from now on, instead of what it was. */
    synchronized void session(Json.Obj now) throws BadEvent {
        long taken = ByteBudget.kept(now);
        if (taken > ofSession) {
            take(taken - ofSession, "session");
        } else {
            release(ofSession - taken);
        }
        ofSession = taken;
    }

    private static long counted(long bytes) {
        return Math.max(0, bytes - FREE_BYTES);
    }
}
