package dev.parley.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a yes covers one call (ruling B17), over everything that two overlapping calls can lead to. */
class OneYesProofTest {
    private static Report explored(Set<String> switchedOff) {
        Slice overlapping = Slices.all(switchedOff).stream()
                .filter(slice -> slice.name().contains("overlapping calls"))
                .findFirst()
                .orElseThrow();
        return Explorer.explore(overlapping);
    }

    /** The proof of {@code machines check}, and that it would notice. */
    @Test
    void noSequenceOfRequestsDispatchesWithoutAYesOfItsOwn() {
        Report report = explored(Set.of());
        assertEquals(List.of(), report.findings());
        assertTrue(report.states() > 1_000, report.toString());
        assertTrue(report.proved().contains("no dispatch without a yes of its own for a high-risk command"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"people.confirmation.other_call", "people.confirmation.context"})
    void theProofFailsWithoutTheRuleThatItRestsOn(String rule) {
        assertFalse(explored(Set.of(rule)).findings().isEmpty(), rule);
    }
}
