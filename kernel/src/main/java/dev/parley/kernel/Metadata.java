package dev.parley.kernel;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;

/** What a verdict says beside its decision, with its canonical bytes computed once. Rooms reuse instances. */
public final class Metadata {
    public static final Metadata NONE = new Metadata(Json.Obj.EMPTY);

    private final Json.Obj json;
    private final byte[] canonical;

    public Metadata(Json.Obj json) {
        this.json = json;
        this.canonical = CanonicalJson.bytes(json);
    }

    public Json.Obj json() {
        return json;
    }

    byte[] canonical() {
        return canonical;
    }
}
