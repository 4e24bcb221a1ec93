package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;

/** Says why an event is in a record: what led to it, the decision behind it, and what would have changed that. */
@FunctionalInterface
public interface Explainer {
    /** @param runes the whole record */
    Json.Obj explain(String conversation, List<Rune> runes, Rune event);
}
