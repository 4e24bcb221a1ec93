package dev.parley.session.people;

import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.ProfileStore.Source;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What other conversations have written into the book since a verdict whose own change is not in it. Those people told it
 * later, so it stands. The time of the world says what was later, because nothing else orders the events of two conversations.
 */
final class LaterChanges {
    private final Rune verdict;
    private final Map<String, Profile> newest = new HashMap<>();
    private final Map<String, Set<String>> fields = new HashMap<>();
    private final Set<String> addressed = new HashSet<>();
    private final Set<String> promoted = new HashSet<>();
    private boolean kept;

    LaterChanges(Rune verdict) {
        this.verdict = verdict;
    }

    /** Whether the change of the verdict is in the book. */
    boolean isKept() {
        return kept;
    }

    /** The book in its order: a profile as it was written down, and the event that changed it. */
    void see(Rune rune, String person, Profile profile, @Nullable Source source) {
        boolean own = source != null && source.conversation().equals(verdict.conversation());
        kept |= own && source != null && source.eventId() >= verdict.eventId();
        if (!own && rune.envelope().wallMillis() >= verdict.envelope().wallMillis()) {
            compare(person, newest.get(person), profile);
        }
        newest.put(person, profile);
    }

    private void compare(String person, @Nullable Profile before, Profile after) {
        Set<String> changed = fields.computeIfAbsent(person, _ -> new HashSet<>());
        after.facts().values().forEach((field, value) -> {
            if (before == null || !value.equals(before.facts().get(field))) {
                changed.add(field);
            }
        });
        if (before == null || !before.addressing().equals(after.addressing())) {
            addressed.add(person);
        }
        if (before == null || before.role() != after.role()) {
            promoted.add(person);
        }
    }

    /** A profile with the change of the verdict, and with what others have changed since as they left it. */
    Profile over(ProfileChange change, @Nullable Profile present) {
        Profile next = change.onto(present);
        if (present == null) {
            return next;
        }
        String person = change.person();
        Facts facts = next.facts();
        for (String field : fields.getOrDefault(person, Set.of())) {
            var value = present.facts().get(field);
            facts = value == null ? facts : facts.with(field, value);
        }
        return new Profile(
                promoted.contains(person) ? present.role() : next.role(),
                facts,
                addressed.contains(person) ? present.addressing() : next.addressing(),
                next.greeting());
    }
}
