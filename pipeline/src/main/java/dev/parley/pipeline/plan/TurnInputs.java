package dev.parley.pipeline.plan;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is known and decided when a turn starts; none of it changes until the turn ends.
 *
 * @param bindings the provider of each node that needs one, the fallbacks behind it
 * @param capabilities what each provider and transport says it can do at this moment
 * @param posture how far the turn runs degraded from the start
 * @param seed of the turn's determinism context
 */
public record TurnInputs(
        String conversation,
        long turn,
        long epoch,
        Admission admission,
        Map<String, List<String>> bindings,
        Map<String, List<String>> capabilities,
        Posture posture,
        long seed) {
    /** What admission said. */
    public enum Admission {
        ADMIT,
        REJECT,
        DEFER
    }

    /** How far a turn runs degraded. */
    public enum Posture {
        FULL,
        DEGRADED
    }

    public TurnInputs {
        bindings = Collections.unmodifiableMap(new TreeMap<>(bindings));
        capabilities = Collections.unmodifiableMap(new TreeMap<>(capabilities));
    }
}
