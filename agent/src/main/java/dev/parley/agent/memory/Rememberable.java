package dev.parley.agent.memory;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import java.util.Optional;

/** A rune that may be remembered. There is no other way to make one than {@link #of}, and it makes none of a secret. */
public final class Rememberable {
    private final long eventId;
    private final String kind;
    private final Visibility visibility;
    private final Json.Obj payload;

    Rememberable(long eventId, String kind, Visibility visibility, Json.Obj payload) {
        this.eventId = eventId;
        this.kind = kind;
        this.visibility = visibility;
        this.payload = payload;
    }

    public static Optional<Rememberable> of(Rune rune) {
        Visibility visibility = rune.envelope().visibility();
        return visibility == Visibility.SECRET
                ? Optional.empty()
                : Optional.of(new Rememberable(rune.eventId(), rune.envelope().kind(), visibility, rune.payload()));
    }

    public long eventId() {
        return eventId;
    }

    public String kind() {
        return kind;
    }

    public Json.Obj payload() {
        return payload;
    }

    Visibility visibility() {
        return visibility;
    }
}
