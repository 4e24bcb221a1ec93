package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.people.profile.Update;
import org.jspecify.annotations.Nullable;

/** What in a profile gives authority: the role, and the birthdate from which the age follows. */
record Authority(String role, @Nullable Json birthdate) {
    static Authority of(Profile profile) {
        return new Authority(profile.role().name(), profile.facts().get(Update.BIRTHDATE));
    }

    static Authority of(Resident configured) {
        Json birthdate = configured.birthdate() == null
                ? null
                : Json.of(configured.birthdate().toString());
        return new Authority(configured.role(), birthdate);
    }

    /** A guest of unknown age, who counts as a child. */
    boolean isLeast() {
        return role.equals(Role.GUEST.name()) && birthdate == null;
    }

    /** For people: a role and a year would say something about the person, so it does not. */
    @Override
    public String toString() {
        return "a role and a birthdate";
    }
}
