package dev.parley.kernel.people.addressing;

import org.jspecify.annotations.Nullable;

/** A name and a grammatical gender to speak with; where one is absent, speech stays neutral (ruling B11). */
public record Form(@Nullable String name, @Nullable String gender) {
    public static final Form NEUTRAL = new Form(null, null);

    /** This form where it says something, the other one where it does not. */
    Form over(Form other) {
        return new Form(name == null ? other.name : name, gender == null ? other.gender : gender);
    }

    /** Says whether there is a form, never which: whoever prints a state must not reveal it. */
    @Override
    public String toString() {
        return equals(NEUTRAL) ? "neutral" : "personal";
    }
}
