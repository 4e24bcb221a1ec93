package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A payload without its proofs and without what an export may leave out, so that requests and decisions alone are compared. */
final class Plain {
    private static final Set<String> PROOFS = Set.of("digest", "order", "attestation", "parent");

    private Plain() {}

    static Json.Obj of(Json.Obj payload) {
        Map<String, Json> kept = new LinkedHashMap<>();
        payload.fields().forEach((key, value) -> {
            if (!PROOFS.contains(key)) {
                keep(kept, key, value);
            }
        });
        return new Json.Obj(kept);
    }

    private static void keep(Map<String, Json> into, String key, Json value) {
        switch (value) {
            case Json.Num number when number.value().signum() == 0 -> {
                // Zero may be absent.
            }
            case Json.Str(String text) when text.isEmpty() -> {
                // So may an empty text.
            }
            case Json.Obj object -> {
                Map<String, Json> inner = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> keep(inner, name, field));
                if (!inner.isEmpty()) {
                    into.put(key, new Json.Obj(inner));
                }
            }
            default -> into.put(key, value);
        }
    }
}
