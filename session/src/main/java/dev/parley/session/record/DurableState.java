package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.List;

/** The durable state of a session in its record: one rune for every value that is kept. */
public record DurableState(Recorder recorder) {
    /** The kind of a rune that shows one piece of a conversation's lasting state. */
    public static final String KIND = "session.state";

    public void keep(String key, Json value) {
        recorder.drafted(
                RuneDraft.of(
                                recorder.conversation(),
                                KIND,
                                Json.Obj.EMPTY.with("key", key).with("value", value))
                        .withVisibility(Visibility.INTERNAL),
                0);
    }

    /** The values that these runes leave. */
    public static Json.Obj in(List<Rune> recorded) {
        Json.Obj kept = Json.Obj.EMPTY;
        for (Rune rune : recorded) {
            if (!rune.kind().equals(KIND)) {
                continue;
            }
            String key = rune.payload().text("key");
            Json value = rune.payload().get("value");
            if (key != null && value != null) {
                kept = kept.with(key, value);
            }
        }
        return kept;
    }
}
