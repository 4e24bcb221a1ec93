package dev.parley.replay.explain;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What turns a denial into an allow.
 *
 * @param first what has to be asked before, in order; all of it is allowed
 * @param instead the request in its changed form, or null where it may stay as it is
 */
public record Change(List<Request> first, @Nullable Request instead) {
    public Change {
        first = List.copyOf(first);
    }

    /** For programs. */
    Json.Obj toJson() {
        Json.Obj json = Json.Obj.EMPTY;
        if (!first.isEmpty()) {
            List<Json> steps = new ArrayList<>();
            first.forEach(step -> steps.add(json(step)));
            json = json.with("after", Json.of(steps));
        }
        return instead == null ? json : json.with("instead", json(instead));
    }

    private static Json.Obj json(Request request) {
        Json.Obj json = Json.Obj.EMPTY
                .with("at", request.at().toString())
                .with("actor", request.actor())
                .with("target", request.target())
                .with("action", request.action())
                .with("parameters", request.parameters());
        return request.machine() == null ? json : json.with("machine", request.machine());
    }
}
