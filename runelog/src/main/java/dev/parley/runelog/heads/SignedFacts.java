package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a signed list says of one conversation beside its head: where it may begin, which events were given up, and which
 * runes no earlier head accounts for. A newer list that names the conversation repeats all of it.
 *
 * @param bases where the conversation may begin; two while a compaction is announced and not finished
 * @param gaps events that an operator gave up
 * @param unaccounted runes that stood behind the last head after a clean close
 * @param adopted runes that an operator accepted, with the reason
 */
public record SignedFacts(List<Base> bases, List<Gap> gaps, List<Run> unaccounted, List<Run> adopted) {
    public static final SignedFacts NONE = new SignedFacts(List.of(), List.of(), List.of(), List.of());

    /**
     * A place where a compacted conversation begins.
     *
     * @param eventId the last event that is gone
     * @param hash the hash of that rune
     * @param snapshot the digest of the snapshot at that event; zero where there is none
     * @param reason why; empty for a base that was there before bases were signed and that is not adopted
     */
    public record Base(long eventId, Hash hash, Hash snapshot, String reason) {
        /** Whether an operator or a compaction vouches for it. */
        public boolean isVouched() {
            return !reason.isEmpty();
        }
    }

    /** Events that were given up, and the hash before them; the reason is empty as in {@link Base}. */
    public record Gap(long from, long to, Hash before, String reason) {
        public boolean isVouched() {
            return !reason.isEmpty();
        }
    }

    /** Consecutive events. */
    public record Run(long from, long to, String reason) {}

    public SignedFacts {
        bases = List.copyOf(bases);
        gaps = List.copyOf(gaps);
        unaccounted = List.copyOf(unaccounted);
        adopted = List.copyOf(adopted);
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Whether this event was written after a clean close and is not adopted. */
    public boolean isUnaccounted(long eventId) {
        return unaccounted.stream().anyMatch(run -> run.from() <= eventId && eventId <= run.to());
    }

    /** The base at this event with this hash, or null. */
    public @Nullable Base base(long eventId, Hash hash) {
        for (Base base : bases) {
            if (base.eventId() == eventId && base.hash().equals(hash)) {
                return base;
            }
        }
        return null;
    }

    /** The gap that is exactly this, or null. */
    public @Nullable Gap gap(long from, long to, Hash before) {
        for (Gap gap : gaps) {
            if (gap.from() == from && gap.to() == to && gap.before().equals(before)) {
                return gap;
            }
        }
        return null;
    }

    public SignedFacts withBases(List<Base> next) {
        return new SignedFacts(next, gaps, unaccounted, adopted);
    }

    public SignedFacts withGaps(List<Gap> next) {
        return new SignedFacts(bases, next, unaccounted, adopted);
    }

    public SignedFacts withUnaccounted(List<Run> next) {
        return new SignedFacts(bases, gaps, next, adopted);
    }

    /** All runes that were not accounted for are accepted. */
    public SignedFacts adopting(String why) {
        List<Run> more = new ArrayList<>(adopted);
        unaccounted.forEach(run -> more.add(new Run(run.from(), run.to(), why)));
        return new SignedFacts(bases, gaps, List.of(), more);
    }
}
