package dev.parley.session.record;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;

/** The numbers of replies and of their sentences, which are counted together. */
public final class ReplyNumbers {
    private ReplyNumbers() {}

    /** The number that this event gives to a reply or a sentence, 0 for none. It counts whatever else the event says. */
    public static long of(Rune rune) {
        if (!isNumbered(rune)) {
            return 0;
        }
        BigDecimal reply = rune.payload().number("reply");
        return reply == null ? 0 : reply.longValue();
    }

    private static boolean isNumbered(Rune rune) {
        return EventCatalogue.is(rune, AgentReplied.class)
                || EventCatalogue.is(rune, AgentReplyStarted.class)
                || EventCatalogue.is(rune, AgentSentenceReleased.class);
    }
}
