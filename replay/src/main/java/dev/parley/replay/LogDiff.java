package dev.parley.replay;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.replay.effect.Divergence;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Compares two records of one conversation, event by event. */
public final class LogDiff {
    private LogDiff() {}

    /** The first event at which the second record is not like the first, or null where they are the same. */
    public static @Nullable Divergence first(Iterator<Rune> expected, Iterator<Rune> found) {
        long last = 0;
        while (expected.hasNext() && found.hasNext()) {
            Rune left = expected.next();
            Rune right = found.next();
            last = left.eventId();
            Divergence divergence = between(left, right);
            if (divergence != null) {
                return divergence;
            }
        }
        if (expected.hasNext()) {
            return end(last + 1, expected.next().toString(), "the end of the log");
        }
        return found.hasNext()
                ? end(last + 1, "the end of the log", found.next().toString())
                : null;
    }

    private static Divergence end(long eventId, String expected, String found) {
        return new Divergence(eventId, Divergence.Kind.ORDERING, "length", expected, found);
    }

    private static @Nullable Divergence between(Rune left, Rune right) {
        if (left.equals(right)) {
            return null;
        }
        long id = left.eventId();
        RuneEnvelope one = left.envelope();
        RuneEnvelope other = right.envelope();
        if (left.eventId() != right.eventId() || !one.kind().equals(other.kind())) {
            return new Divergence(id, Divergence.Kind.ORDERING, "kind", left.toString(), right.toString());
        }
        if (one.leaseEpoch() != other.leaseEpoch()) {
            return new Divergence(
                    id, Divergence.Kind.AUTHORITY, "lease_epoch", "" + one.leaseEpoch(), "" + other.leaseEpoch());
        }
        if (!left.payload().equals(right.payload())) {
            return payload(left, right);
        }
        if (one.monotonicNanos() != other.monotonicNanos() || one.wallMillis() != other.wallMillis()) {
            return new Divergence(
                    id,
                    Divergence.Kind.TIMING,
                    one.kind(),
                    one.monotonicNanos() + " ns, " + one.wallMillis() + " ms",
                    other.monotonicNanos() + " ns, " + other.wallMillis() + " ms");
        }
        return one.equals(other)
                ? new Divergence(
                        id,
                        Divergence.Kind.ORDERING,
                        "chain",
                        left.previous().hex(),
                        right.previous().hex())
                : new Divergence(id, Divergence.Kind.OUTCOME, "envelope", one.toString(), other.toString());
    }

    private static Divergence payload(Rune left, Rune right) {
        Json.Obj expected = left.payload();
        JsonDifference difference = JsonDifference.first(expected, right.payload());
        return new Divergence(
                left.eventId(),
                Divergence.Kind.OUTCOME,
                left.kind() + difference.path(),
                difference.expected(),
                difference.found());
    }
}
