package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.household.House;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;

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
        public void keep(List<ProfileChange> changes) {}
    };

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

    /** Writes down what one verdict has changed, without waiting for the disk. What others changed stays. */
    void keep(List<ProfileChange> changes);
}
