package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A wait that is over at that moment unless something ends it before.
 *
 * @param call the call whose command waits, or null
 */
public record Due(
        Instant at, String person, Wait kind, @Nullable String call) {
    Due(Instant at, String person, Wait kind) {
        this(at, person, kind, null);
    }

    /** What the runtime asks for when the moment has come; it is judged and recorded as any other request. */
    public Request request(OffsetDateTime now) {
        Json.Obj parameters =
                kind.machine().equals("command") ? Json.Obj.EMPTY.with("reason", "timeout") : Json.Obj.EMPTY;
        return new Request(
                now,
                "system",
                person,
                kind.action(),
                call == null ? parameters : parameters.with("call", call),
                kind.machine());
    }
}
