package dev.parley.session.port;

import dev.parley.kernel.Violation;
import org.jspecify.annotations.Nullable;

/** What the conversation knows about the people in it. */
public interface People {
    /** Why this person's approval does not count, or null where it does. */
    @Nullable
    Violation objectionToApproval(String person);
}
