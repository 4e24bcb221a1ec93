package dev.parley.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairShareTest {
    private static List<String> places(int greedy, String... others) {
        List<String> owners = new ArrayList<>(Collections.nCopies(greedy, "greedy"));
        owners.addAll(List.of(others));
        return owners;
    }

    @Test
    void anotherClientIsTakenInWhereOneHasMost() {
        assertTrue(FairShare.isCrowdedOut("ana", places(40)));
        assertTrue(FairShare.isCrowdedOut("ana", places(40, "ana", "ben")));
        assertFalse(FairShare.isCrowdedOut("greedy", places(40, "ana", "ben")));
    }

    @Test
    void oneOwnerWhoIsAloneIsRefusedAsBefore() {
        assertFalse(FairShare.isCrowdedOut("greedy", places(40)));
        assertFalse(FairShare.isCrowdedOut("", places(40)));
    }

    /** A crowd is too much as well, and each of them has little. */
    @Test
    void whereManyHaveSomeEachNoneIsTakenIn() {
        List<String> crowd = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            crowd.add("client-" + i);
        }
        assertFalse(FairShare.isCrowdedOut("ana", crowd));
        assertFalse(FairShare.isCrowdedOut("ana", Collections.nCopies(100, "")), "of no owner");
    }

    @Test
    void theOthersTogetherGetAsManyPlacesAsTheOwnerOfMost() {
        List<String> owners = places(40);
        int taken = 0;
        while (FairShare.isCrowdedOut("client-" + taken, owners)) {
            owners.add("client-" + taken);
            taken++;
        }
        assertEquals(40, taken);
    }
}
