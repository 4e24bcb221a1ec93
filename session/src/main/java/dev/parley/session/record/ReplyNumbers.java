package dev.parley.session.record;

import dev.parley.kernel.event.AgentEvents;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;

/** The numbers of replies and of their sentences, which are counted together. */
public final class ReplyNumbers {
    private ReplyNumbers() {}

    /** The number that this event gives to a reply or a sentence, 0 for none. */
    public static long of(Rune rune) {
        return EventCatalogue.isAmong(rune, AgentEvents.class) ? of(EventCatalogue.read(rune)) : 0;
    }

    private static long of(Event event) {
        return switch (event) {
            case AgentReplied reply -> reply.reply();
            case AgentReplyStarted reply -> reply.reply();
            case AgentSentenceReleased sentence -> sentence.reply();
            default -> 0;
        };
    }
}
