package dev.parley.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.fault.LogFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Reads payloads of earlier schema versions as the present one. Each step is a pure function from one version to the
 * next; bytes are never rewritten. A version newer than this program knows is refused by name.
 */
public final class Upcasters {
    /** Every kind at its first version. */
    public static final Upcasters NONE = new Upcasters(Map.of());

    private final Map<String, List<UnaryOperator<Json.Obj>>> steps;

    private Upcasters(Map<String, List<UnaryOperator<Json.Obj>>> steps) {
        this.steps = steps;
    }

    /** The same with one more step for this kind: from its present version to the next. */
    public Upcasters with(String kind, UnaryOperator<Json.Obj> step) {
        Map<String, List<UnaryOperator<Json.Obj>>> copy = new TreeMap<>(steps);
        List<UnaryOperator<Json.Obj>> ofKind = new ArrayList<>(copy.getOrDefault(kind, List.of()));
        ofKind.add(step);
        copy.put(kind, List.copyOf(ofKind));
        return new Upcasters(copy);
    }

    /** The version in which payloads of this kind are written now. */
    public int version(String kind) {
        return 1 + steps.getOrDefault(kind, List.of()).size();
    }

    /** The payload as the present version would have written it. */
    public Json.Obj payload(Rune rune) {
        int version = rune.envelope().schemaVersion();
        List<UnaryOperator<Json.Obj>> ofKind = steps.getOrDefault(rune.kind(), List.of());
        if (version > ofKind.size() + 1) {
            throw new LogFault("Rune " + rune.eventId() + " of " + rune.conversation() + " has kind " + rune.kind()
                    + " in schema version " + version + "; this program knows versions up to " + (ofKind.size() + 1)
                    + ".");
        }
        Json.Obj payload = rune.payload();
        for (UnaryOperator<Json.Obj> step : ofKind.subList(version - 1, ofKind.size())) {
            payload = step.apply(payload);
        }
        return payload;
    }
}
