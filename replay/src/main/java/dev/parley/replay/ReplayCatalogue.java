package dev.parley.replay;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.replay.effect.Divergence;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must hold of every replay. The same catalogue runs wherever a conversation is folded. */
public final class ReplayCatalogue {
    /** A verdict was derived again from the log alone; the divergence says how it differs from the recorded one. */
    record Derived(long eventId, @Nullable Divergence divergence) {}

    /** The same runes were folded once more. */
    record Refolded(String first, String again) {}

    private static final List<Invariant<Derived>> DERIVED = List.of(new Invariant<>(
            "INV-REPLAY-DETERMINISTIC",
            Level.REJECT,
            "A verdict derived again from the log is the one that was recorded live.",
            f -> f.divergence() == null ? null : "event " + f.eventId() + " is derived otherwise: " + f.divergence()));

    private static final List<Invariant<Refolded>> REFOLDED = List.of(new Invariant<>(
            "INV-REPLAY-IDEMPOTENT",
            Level.REJECT,
            "Folding the same runes again leads to the same state.",
            f -> f.first().equals(f.again()) ? null : "folded again, " + f.first() + " became " + f.again()));

    private static final ReplayCatalogue FULL = new ReplayCatalogue(DERIVED, REFOLDED);

    private final List<Invariant<Derived>> derived;
    private final List<Invariant<Refolded>> refolded;

    /** With invariants of one's own choice, so that a test can leave one out. */
    ReplayCatalogue(List<Invariant<Derived>> derived, List<Invariant<Refolded>> refolded) {
        this.derived = derived;
        this.refolded = refolded;
    }

    public static ReplayCatalogue full() {
        return FULL;
    }

    /** The catalogue without one of its invariants. */
    ReplayCatalogue without(String id) {
        return new ReplayCatalogue(
                derived.stream().filter(rule -> !rule.id().equals(id)).toList(),
                refolded.stream().filter(rule -> !rule.id().equals(id)).toList());
    }

    /** The ids of all invariants of replay. */
    public static List<String> ids() {
        return Stream.concat(DERIVED.stream(), REFOLDED.stream())
                .map(Invariant::id)
                .toList();
    }

    @Nullable
    Violation failure(Derived fact) {
        for (Invariant<Derived> invariant : derived) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return new Violation(invariant.id(), invariant.level(), why);
            }
        }
        return null;
    }

    @Nullable
    Violation failure(Refolded fact) {
        for (Invariant<Refolded> invariant : refolded) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return new Violation(invariant.id(), invariant.level(), why);
            }
        }
        return null;
    }
}
