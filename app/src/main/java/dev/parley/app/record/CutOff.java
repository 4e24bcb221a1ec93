package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a reply was cut off, and by whom. */
final class CutOff {
    private static final String USER = "user_";

    private CutOff() {}

    /** One line about it, or none where the reply was heard to its end. */
    static List<String> of(RecordedConversation recorded, String reply) {
        for (Rune rune : recorded.runes()) {
            boolean isCut = rune.kind().equals("playback.ended")
                    && Boolean.TRUE.equals(rune.payload().flag("interrupted"))
                    && number(rune, "reply").equals(reply);
            if (isCut) {
                String by = by(recorded, rune);
                String who = by == null ? "." : ": " + by + ".";
                return List.of("It was cut off after " + number(rune, "played_ms") + " of " + number(rune, "audio_ms")
                        + " ms (event " + rune.eventId() + ")" + who);
            }
        }
        return List.of();
    }

    private static @Nullable String by(RecordedConversation recorded, Rune ended) {
        String by = null;
        for (Rune cause : Cause.chain(recorded, ended)) {
            String actor = String.valueOf(cause.payload().text("actor"));
            if (cause.kind().equals("control.cancel")) {
                String who = cause.payload().text("by");
                return (who == null || who.isEmpty() ? "somebody" : Account.named(who)) + " stopped it";
            }
            boolean interrupts = by == null && CallAccount.action(cause).equals("INTERRUPT");
            by = interrupts && actor.startsWith(USER) ? Account.named(actor.substring(USER.length())) + " spoke" : by;
        }
        return by;
    }

    private static String number(Rune rune, String key) {
        Json found = rune.payload().get(key);
        return found == null ? "" : found.text();
    }
}
