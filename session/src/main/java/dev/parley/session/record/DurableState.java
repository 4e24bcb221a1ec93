package dev.parley.session.record;

import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import java.util.List;

/** The durable state of a session in its record: one rune for every value that is kept. */
public record DurableState(Recorder recorder) {

    /** What an extension keeps is not public. */
    public void keep(String key, Json value) {
        SessionStateChanged changed = new SessionStateChanged(key, value);
        recorder.write(EventCatalogue.draft(recorder.conversation(), changed).withVisibility(Visibility.INTERNAL), 0);
    }

    /** The values that these runes leave. */
    public static Json.Obj in(List<Rune> recorded) {
        Json.Obj kept = Json.Obj.EMPTY;
        for (Rune rune : recorded) {
            if (EventCatalogue.is(rune, SessionStateChanged.class)
                    && EventCatalogue.read(rune) instanceof SessionStateChanged(String key, Json value)) {
                kept = kept.with(key, value);
            }
        }
        return kept;
    }
}
