package dev.parley.kernel.people.profile;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeClass;
import java.util.Locale;
import java.util.Set;

/**
 * One requested change of a profile.
 *
 * @param by who asked for it
 * @param own whether it is the person's own profile, as far as anybody can tell
 * @param age the person's age class when it was asked for
 */
public record Update(String field, Json value, String by, boolean own, boolean needsConfirmation, AgeClass age) {
    public static final String BIRTHDATE = "birthdate";

    private static final Set<String> AGE_FIELDS = Set.of("age", "ageclass", "agegroup", "dateofbirth", "jurisdiction");

    /** Whether it would change how old the person is taken to be, however the field is spelt. */
    public boolean isAboutAge() {
        String letters = field.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return letters.startsWith("birth") || AGE_FIELDS.contains(letters);
    }

    /** Whether it is an age that nobody knows yet: then another grown-up must vouch for it (ruling B5). */
    public boolean needsVouching() {
        return isAboutAge() && own && age == AgeClass.UNKNOWN;
    }

    Update confirmed(boolean needed) {
        return needed && !needsConfirmation ? new Update(field, value, by, own, true, age) : this;
    }

    /** Keeps the value out of everything that is printed. */
    @Override
    public String toString() {
        return "an update of " + field;
    }
}
