package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.ControlEvents.ConversationDrained;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.ProfileStore.Source;
import dev.parley.session.record.Past;
import dev.parley.session.record.VerdictRecorder;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a profile that a verdict allowed and that no book has, because the process was lost between the two. A household
 * decides one request after the other and keeps what each changed before the next, and all conversations share one journal: so
 * only the last request of a record can lack its change, with the conclusions that the house drew from it. Whoever takes the
 * conversation up keeps it then, once.
 */
final class UnkeptChange {
    private UnkeptChange() {}

    /** What the newest verdict of a room is known as in the book; null where nothing is recorded. */
    static @Nullable Source source(@Nullable VerdictRecorder<?, ?> verdicts) {
        return verdicts == null ? null : new Source(verdicts.conversation(), verdicts.last());
    }

    /**
     * Takes the household up, and keeps what the last request of the record changed, if that is missing.
     *
     * @return the recorded verdicts after the snapshot, and those that were still owed
     */
    static List<Verdict<Place>> redo(Past past, @Nullable VerdictRecorder<Place, ?> room, ProfileStore profiles) {
        if (room == null) {
            return List.of();
        }
        List<Verdict<Place>> decided = room.takeUp(past.runes());
        List<Rune> verdicts = unsure(past.tail());
        if (verdicts.isEmpty() || verdicts.size() > decided.size()) {
            return decided;
        }
        int from = verdicts.size() - 1;
        while (from > 0 && at(decided.get(from - 1)).equals(at(decided.get(from)))) {
            from--;
        }
        House house = house(decided.subList(0, from));
        house = house == null ? Household.house(room.atSnapshot(past)) : house;
        for (int i = from; i < verdicts.size(); i++) {
            Verdict<Place> verdict = decided.get(i);
            House after = house(List.of(verdict));
            if (after != null) {
                List<ProfileChange> changes = ProfileChange.between(
                        house, after, verdict.attestation().request());
                profiles.keepLate(changes, verdicts.get(i));
                house = after;
            }
        }
        return decided;
    }

    /** The verdicts of the household; none where everything was kept for certain. */
    private static List<Rune> unsure(List<Rune> tail) {
        List<Rune> verdicts = new ArrayList<>();
        boolean sure = true;
        for (Rune rune : tail) {
            if (EventCatalogue.is(rune, HouseholdDecided.class)) {
                verdicts.add(rune);
                sure = false;
            } else {
                // A host that leaves in order does so after everything was kept.
                sure |= EventCatalogue.is(rune, ConversationDrained.class);
            }
        }
        return sure ? List.of() : verdicts;
    }

    /** The conclusions of a request are drawn at its own time. */
    private static OffsetDateTime at(Verdict<Place> verdict) {
        return verdict.attestation().request().at();
    }

    /** The house as the last allowed of these verdicts left it, or null. */
    private static @Nullable House house(List<Verdict<Place>> decided) {
        House house = null;
        for (Verdict<Place> verdict : decided) {
            Place place = verdict.isAllowed() ? verdict.state() : null;
            house = place == null ? house : place.house();
        }
        return house;
    }
}
