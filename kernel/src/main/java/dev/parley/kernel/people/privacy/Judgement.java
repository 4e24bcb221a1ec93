package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.util.List;

/**
 * What is to be done with one sentence that carries something.
 *
 * @param carries the names of the facts and topics in it, never what they say
 */
public record Judgement(Say say, List<String> carries, String reason) {
    /** What is said in place of a sentence that may only be said neutrally. */
    public static final String NEUTRAL = "I would rather tell you that another time.";

    public Judgement {
        carries = List.copyOf(carries);
    }

    /** What may be said in place of a sentence that is withheld. */
    public String unsaid() {
        return reason.contains(" SHARED_") ? "I do not say that while others are here." : "I do not say that here.";
    }
}
