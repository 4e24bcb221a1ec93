package dev.parley.kernel.people.age;

import dev.parley.kernel.people.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The guards of an age class. */
public final class AgeRules {
    public static final String OUTSIDE_APPROVED = "people.profile.outside_approved";

    private AgeRules() {}

    public static List<Rule<AgeState, AgeEvent>> all() {
        return List.of(new Rule<>(
                OUTSIDE_APPROVED,
                "A birthdate changes through an approved profile update only.",
                AgeRules::unapproved));
    }

    private static @Nullable String unapproved(AgeState state, AgeEvent event) {
        return switch (event) {
            case AgeEvent.BirthdateUpdated update when !update.approved() -> "no approved update stands behind it";
            case AgeEvent.BirthdateKnown known
            when !known.trusted() && isAnother(state, known.birth()) ->
                "a person asks for another birthdate through a profile update";
            case AgeEvent.BirthdateUpdated _ -> null;
            case AgeEvent.BirthdateKnown _ -> null;
            case AgeEvent.DateTicked _ -> null;
            case AgeEvent.ConfidenceDropped _ -> null;
        };
    }

    private static boolean isAnother(AgeState state, Birth birth) {
        Birth present = state.birth();
        return present != null && !present.date().equals(birth.date());
    }
}
