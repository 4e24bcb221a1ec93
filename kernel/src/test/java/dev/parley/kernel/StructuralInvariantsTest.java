package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Hash;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StructuralInvariantsTest {
    private static final Catalogue<Placement> CATALOGUE = new Catalogue<>(StructuralInvariants.all());
    private static final Hash OTHER = new Hash(0, 0, 0, 1);
    private static final List<@Nullable StateId> STATES =
            Arrays.asList(null, new StateId("s1", 0), new StateId("s1", 1), new StateId("s1", 2), new StateId("s2", 1));

    private final Set<String> seenFailing = new HashSet<>();
    private int placements;
    private int sound;

    /** All eleven at once say what the walk over the catalogue says (A10), wherever a request may stand. */
    @Test
    void allHoldExactlyWhereEachOfThemHolds() {
        for (String subject : List.of("", "s1")) {
            for (boolean founds : List.of(false, true)) {
                for (StateId head : STATES) {
                    everyParent(subject, founds, head);
                }
            }
        }
        assertEquals(2 * 2 * 5 * 5 * 5 * 3 * 5 * 2, placements);
        assertEquals(CATALOGUE.invariants().size(), seenFailing.size());
        assertTrue(sound > 0);
    }

    private void everyParent(String subject, boolean founds, @Nullable StateId head) {
        for (StateId parent : STATES) {
            for (StateId otherParent : STATES) {
                for (String nextId : Arrays.asList(null, "s1", "s2")) {
                    for (long order = -1; order <= 3; order++) {
                        for (Hash previous : List.of(Hash.ZERO, OTHER)) {
                            compare(new Placement(
                                    subject, founds, head, parent, otherParent, nextId, order, 1, previous, OTHER));
                        }
                    }
                }
            }
        }
    }

    private void compare(Placement placement) {
        List<Violation> broken = CATALOGUE.broken(placement);
        assertEquals(broken.isEmpty(), StructuralInvariants.allHold(placement), placement::toString);
        broken.forEach(violation -> seenFailing.add(violation.id()));
        assertEquals(
                isParentMissing(placement),
                broken.stream().anyMatch(violation -> violation.id().equals("state.lineage.parent_exists")),
                placement::toString);
        placements++;
        sound += broken.isEmpty() ? 1 : 0;
    }

    /** By counting what exists: every version of the registered subject up to its newest, and nothing of any other. */
    private static boolean isParentMissing(Placement placement) {
        Set<StateId> existing = new HashSet<>();
        StateId head = placement.head();
        for (long version = 1; head != null && version <= head.version(); version++) {
            existing.add(new StateId(head.subject(), version));
        }
        return Stream.of(Optional.ofNullable(placement.parent()), Optional.ofNullable(placement.otherParent()))
                .flatMap(Optional::stream)
                .anyMatch(parent -> !existing.contains(parent));
    }
}
