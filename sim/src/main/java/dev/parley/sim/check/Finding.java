package dev.parley.sim.check;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * A property that does not hold.
 *
 * @param trace the shortest way there, from an empty house
 */
public record Finding(String property, String detail, List<Request> trace) {

    /** The trace as lines that can be driven again. */
    public List<Json.Obj> lines() {
        return trace.stream().map(Finding::line).toList();
    }

    private static Json.Obj line(Request request) {
        Json.Obj line = Json.Obj.EMPTY
                .with("at", request.at().toString())
                .with("actor", request.actor())
                .with("target", request.target())
                .with("action", request.action())
                .with("parameters", request.parameters());
        return request.machine() == null ? line : line.with("machine", request.machine());
    }
}
