package dev.parley.sim.check;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.SortedSet;

/**
 * What the exploration of one slice showed.
 *
 * @param states how many different houses there are
 * @param moves how many allowed moves lead from one to another
 * @param decisions how many requests were decided
 * @param reductions what was left out of the count, and why that is sound
 * @param findings one per broken property
 * @param unused the events that this slice offers and no state of it accepts
 * @param accepted the events that some state accepts
 */
public record Report(
        String slice,
        boolean exhaustive,
        long states,
        long moves,
        long decisions,
        List<String> reductions,
        List<String> proved,
        List<Finding> findings,
        SortedSet<String> unused,
        SortedSet<String> accepted) {

    public Json.Obj toJson() {
        return Json.Obj.EMPTY
                .with("slice", slice)
                .with("exhaustive", exhaustive)
                .with("states", states)
                .with("moves", moves)
                .with("decisions", decisions)
                .with("reductions", Json.texts(reductions))
                .with("proved", Json.texts(proved))
                .with("findings", findings.size());
    }
}
