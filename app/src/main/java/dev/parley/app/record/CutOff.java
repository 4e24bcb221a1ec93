package dev.parley.app.record;

import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
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
            if (EventCatalogue.is(rune, PlaybackEnded.class)
                    && EventCatalogue.read(rune) instanceof PlaybackEnded ended
                    && ended.interrupted()
                    && String.valueOf(ended.reply()).equals(reply)) {
                String by = by(recorded, rune);
                String who = by == null ? "." : ": " + by + ".";
                return List.of("It was cut off after " + ended.playedMs() + " of " + ended.audioMs() + " ms (event "
                        + rune.eventId() + ")" + who);
            }
        }
        return List.of();
    }

    private static @Nullable String by(RecordedConversation recorded, Rune ended) {
        String by = null;
        for (Rune cause : Cause.chain(recorded, ended)) {
            String actor = String.valueOf(cause.payload().text("actor"));
            if (EventCatalogue.read(cause) instanceof TurnCancelled cancelled) {
                String who = cancelled.by();
                return (who.isEmpty() ? "somebody" : Account.named(who)) + " stopped it";
            }
            boolean interrupts = by == null && CallAccount.action(cause).equals("INTERRUPT");
            by = interrupts && actor.startsWith(USER) ? Account.named(actor.substring(USER.length())) + " spoke" : by;
        }
        return by;
    }
}
