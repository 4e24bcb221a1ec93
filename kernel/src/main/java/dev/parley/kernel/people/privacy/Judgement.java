package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.util.List;

/**
 * What is to be done with one sentence that carries something.
 *
 * @param carries the names of the facts and topics in it, never what they say
 */
public record Judgement(Say say, List<String> carries, String reason) {
    public Judgement {
        carries = List.copyOf(carries);
    }
}
