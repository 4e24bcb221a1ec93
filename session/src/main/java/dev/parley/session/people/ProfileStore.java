package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.event.LogEvents.EventReference;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where profiles outlive a conversation. */
public interface ProfileStore {
    /** A house that remembers nobody. */
    ProfileStore NONE = new ProfileStore() {
        @Override
        public List<Request> people(OffsetDateTime at) {
            return List.of();
        }

        @Override
        public Set<String> fields(String person) {
            return Set.of();
        }

        @Override
        public void keep(List<ProfileChange> changes, @Nullable Source source) {}

        @Override
        public void keepLate(List<ProfileChange> changes, Rune verdict) {}
    };

    /** The event of a conversation at which a profile was changed (ruling X7). */
    record Source(String conversation, long eventId) {
        EventReference reference() {
            return new EventReference(conversation, eventId);
        }

        /** Reads a recorded reference; null where it is something else. */
        static @Nullable Source read(@Nullable Json json) {
            String conversation = json instanceof Json.Obj fields ? fields.text("conversation") : null;
            BigDecimal eventId = json instanceof Json.Obj fields ? fields.number("event_id") : null;
            return conversation == null || eventId == null ? null : new Source(conversation, eventId.longValue());
        }
    }

    /** How the role and the birthdate of a profile relate to what was kept of the person. */
    enum Known {
        /** They were kept once, or nothing is ever kept. */
        FOUNDED,
        OTHER_BIRTHDATE,
        OTHER_ROLE,
        /** Nothing was kept of this person. */
        UNKNOWN
    }

    /** Whether the role and the birthdate of this profile were ever kept for this person. */
    default Known known(String person, Profile profile) {
        return Known.FOUNDED;
    }

    /** The requests that bring everyone back into an empty house. */
    List<Request> people(OffsetDateTime at);

    /** The requests that bring in those of them whom this house does not know. */
    default List<Request> missing(House house, OffsetDateTime at) {
        return people(at).stream()
                .filter(kept -> house.person(kept.target()) == null)
                .toList();
    }

    /** What is known of this person now, whichever conversation they told it in: the names of the fields alone. */
    Set<String> fields(String person);

    /**
     * Writes down what one verdict has changed, without waiting for the disk. What others changed stays.
     *
     * @param source the verdict; null where nothing is recorded
     */
    void keep(List<ProfileChange> changes, @Nullable Source source);

    /**
     * The same for a recorded verdict whose process may have been lost before it did so: nothing happens if it did, and what
     * others have changed since stays.
     */
    void keepLate(List<ProfileChange> changes, Rune verdict);
}
