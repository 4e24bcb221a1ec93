package dev.parley.kernel.people.check;

import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * What the exploration of one slice showed.
 *
 * @param states how many different houses there are
 * @param moves how many allowed moves lead from one to another
 * @param decisions how many requests were decided
 * @param reductions what was left out of the count, and why that is sound
 * @param findings one per broken property
 */
public record Report(
        String slice,
        boolean exhaustive,
        long states,
        long moves,
        long decisions,
        List<String> reductions,
        List<String> proved,
        List<Finding> findings) {

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
