package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for. Time enters here, as data (ruling X6).
 *
 * @param at when it was asked, with the offset of the place where it was asked
 * @param machine which machine of a room with several, or null where there is one
 */
public record Request(
        OffsetDateTime at,
        String actor,
        String target,
        String action,
        Json.Obj parameters,
        @Nullable String machine) {

    /** Stands for the time of a request that carried none that could be read. */
    public static final OffsetDateTime NO_TIME = OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    public Request(OffsetDateTime at, String actor, String target, String action, Json.Obj parameters) {
        this(at, actor, target, action, parameters, null);
    }

    public Request(OffsetDateTime at, String actor, String target, String action) {
        this(at, actor, target, action, Json.Obj.EMPTY, null);
    }

    public ActorKind actorKind() {
        return ActorKind.of(actor);
    }

    /** The same request at the same moment, made by someone else. */
    public Request by(String other) {
        return new Request(at, other, target, action, parameters, machine);
    }

    /** Another action by another actor at the same moment, on the same machine. */
    public Request instead(String otherActor, String otherTarget, String otherAction, Json.Obj otherParameters) {
        return new Request(at, otherActor, otherTarget, otherAction, otherParameters, machine);
    }
}
