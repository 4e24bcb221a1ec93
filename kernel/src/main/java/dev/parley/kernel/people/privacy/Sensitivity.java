package dev.parley.kernel.people.privacy;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much a fact tells about its owner. */
public enum Sensitivity {
    /** Anybody may hear it: the weather, the time. */
    PUBLIC,
    /** Tells something about somebody: a plan, a memory, a tool's answer about them. */
    PERSONAL,
    /** Tells what people keep to themselves: birthdate, health, money, how they want to be addressed. */
    SENSITIVE;

    private static final Set<String> PERSONAL_FIELDS = Set.of("nickname", "favourite", "hobby", "plan", "music", "pet");

    /** The sensitivity of this name; what has no name that is known is sensitive. */
    public static Sensitivity named(@Nullable String name) {
        for (Sensitivity each : values()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return SENSITIVE;
    }

    /** How much this field of a profile tells; one that nobody classified counts as sensitive. */
    public static Sensitivity of(String field) {
        return PERSONAL_FIELDS.contains(field) ? PERSONAL : SENSITIVE;
    }
}
