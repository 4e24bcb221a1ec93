package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.household.House;
import java.time.OffsetDateTime;
import java.util.List;

/** Where profiles outlive a conversation. */
public interface ProfileStore {
    /** A house that remembers nobody. */
    ProfileStore NONE = new ProfileStore() {
        @Override
        public List<Request> people(OffsetDateTime at) {
            return List.of();
        }

        @Override
        public void keep(House house) {}
    };

    /** The requests that bring everyone back into an empty house. */
    List<Request> people(OffsetDateTime at);

    /** Writes down whose profile has changed, and returns when the disk has it. */
    void keep(House house);
}
