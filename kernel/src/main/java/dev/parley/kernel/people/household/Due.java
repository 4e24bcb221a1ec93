package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.time.Instant;
import java.time.OffsetDateTime;

/** A wait that is over at that moment unless something ends it before. */
public record Due(Instant at, String person, Wait kind) {
    /** What the runtime asks for when the moment has come; it is judged and recorded as any other request. */
    public Request request(OffsetDateTime now) {
        Json.Obj parameters =
                kind.machine().equals("command") ? Json.Obj.EMPTY.with("reason", "timeout") : Json.Obj.EMPTY;
        return new Request(now, "system", person, kind.action(), parameters, kind.machine());
    }
}
