package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.ProfileStore.Source;
import dev.parley.session.record.Past;
import dev.parley.session.record.VerdictRecorder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a profile that a verdict allowed and that no book has, because the process was lost between the two. The change is
 * kept right after its verdict, before anything else of the conversation, and all of them share one journal: so only the verdict
 * at the very end of a record can lack it. Whoever takes the conversation up keeps it then, once.
 */
final class UnkeptChange {
    private static final String HOUSEHOLD = "household";

    private UnkeptChange() {}

    /** What the newest verdict of a room is known as in the book; null where nothing is recorded. */
    static @Nullable Source source(@Nullable VerdictRecorder<?, ?> verdicts) {
        return verdicts == null ? null : new Source(verdicts.conversation(), verdicts.last());
    }

    /**
     * Keeps what the last verdict of the record changed, if that is missing.
     *
     * @param decided the recorded verdicts of the household after the snapshot, and those that were still owed
     * @return the same verdicts
     */
    static List<Verdict<Place>> redo(Past past, List<Verdict<Place>> decided, ProfileStore profiles) {
        List<Rune> tail = past.tail();
        Rune last = tail.isEmpty() ? null : tail.getLast();
        int count = (int) tail.stream().filter(UnkeptChange::isOfHousehold).count();
        if (last == null || !isOfHousehold(last) || count > decided.size()) {
            return decided;
        }
        Verdict<Place> verdict = decided.get(count - 1);
        House before = house(decided.subList(0, count - 1), past.rooms() == null ? House.EMPTY : null);
        House after = house(decided.subList(0, count), null);
        if (verdict.isAllowed() && before != null && after != null) {
            List<ProfileChange> changes =
                    ProfileChange.between(before, after, verdict.attestation().request());
            Source source = new Source(last.conversation(), last.eventId());
            if (!changes.isEmpty() && !profiles.knows(source)) {
                profiles.keep(changes, source);
            }
        }
        return decided;
    }

    private static boolean isOfHousehold(Rune rune) {
        return HOUSEHOLD.equals(VerdictRune.room(rune));
    }

    /** The house as the last allowed of these verdicts left it. */
    private static @Nullable House house(List<Verdict<Place>> decided, @Nullable House first) {
        House house = first;
        for (Verdict<Place> verdict : decided) {
            Place place = verdict.isAllowed() ? verdict.state() : null;
            house = place == null ? house : place.house();
        }
        return house;
    }
}
