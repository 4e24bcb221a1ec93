package dev.parley.session;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Whose conversations fill a host that has too much to do. Where most of them belong to one owner, the others are not refused
 * for that: they are taken in until that owner has no more than the half. Where many owners have some each, all are refused.
 */
final class FairShare {
    private FairShare() {}

    /**
     * Whether another owner has more than half of the places.
     *
     * @param owner of a conversation that wants to begin; empty where there is none
     * @param owners of the conversations that are here, one for each
     */
    static boolean isCrowdedOut(String owner, Collection<String> owners) {
        if (owner.isEmpty()) {
            return false;
        }
        Map<String, Integer> counts = new HashMap<>();
        int most = 0;
        for (String each : owners) {
            most = Math.max(most, each.isEmpty() ? 0 : counts.merge(each, 1, Integer::sum));
        }
        return most > owners.size() - most && counts.getOrDefault(owner, 0) < most;
    }
}
