package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
import java.util.List;

/**
 * The numbers of replies and of their sentences, which are counted together.
 *
 * @param last the highest number so far
 */
public record ReplyNumbers(long last) {
    private static final List<Class<? extends Event>> NUMBERED =
            List.of(AgentReplied.class, AgentReplyStarted.class, AgentSentenceReleased.class);

    static final Slice<ReplyNumbers> SLICE = new Slice<>() {
        @Override
        public ReplyNumbers initial() {
            return new ReplyNumbers(0);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return NUMBERED;
        }

        @Override
        public boolean readsFields(Class<? extends Event> event) {
            return false;
        }

        @Override
        public ReplyNumbers apply(ReplyNumbers before, Recorded event) {
            long number = number(event.rune());
            return number > before.last ? new ReplyNumbers(number) : before;
        }
    };

    /** The number that this event gives to a reply or a sentence, 0 for none. It counts whatever else the event says. */
    public static long of(Rune rune) {
        return NUMBERED.contains(EventCatalogue.recordOf(rune)) ? number(rune) : 0;
    }

    private static long number(Rune rune) {
        BigDecimal reply = rune.payload().number("reply");
        return reply == null ? 0 : reply.longValue();
    }
}
