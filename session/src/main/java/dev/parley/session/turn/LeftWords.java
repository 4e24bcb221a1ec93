package dev.parley.session.turn;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.ReplyDeferred;
import dev.parley.kernel.event.AgentEvents.ReplyDelivered;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.Masked;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Said;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What waited for a turn when its host left: words of people, and replies that nobody asked for. Whoever goes on with the
 * conversation answers the words and says the replies, each once. Where the record keeps no text nothing can be taken up.
 *
 * @param said words that open a turn by themselves
 * @param added words that belong to the next turn
 * @param unasked replies by the events at which they were left, or at which a human said them who has taken over
 */
public record LeftWords(List<Said> said, List<Said> added, Map<Long, Reply> unasked) {
    /** When words were said that are older than everything this host has heard. */
    private static final long BEFORE = Long.MIN_VALUE;

    /** Absent where the record keeps no texts. */
    private static final String TEXT = "pii_text";

    private static final Set<Class<? extends Event>> WAITING = Set.of(
            UserQueued.class,
            UserSpoke.class,
            HumanSpoke.class,
            AgentReplied.class,
            ReplyDeferred.class,
            ReplyDelivered.class);

    public static LeftWords in(List<Rune> recorded) {
        LeftWords left = new LeftWords(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
        recorded.forEach(left::see);
        return left;
    }

    private void see(Rune rune) {
        if (!WAITING.contains(EventCatalogue.recordOf(rune))) {
            return;
        }
        boolean hasText = rune.payload().has(TEXT);
        switch (EventCatalogue.read(rune)) {
            case UserQueued(UserText words, Boolean waits, Boolean lost) -> {
                if (hasText && Boolean.TRUE.equals(waits)) {
                    said.add(words(rune, words, List.of(rune.eventId())));
                } else if (hasText && !Boolean.TRUE.equals(lost)) {
                    added.add(words(rune, words, List.of()));
                }
            }
            case UserSpoke(UserText words) -> {
                List<Long> heard = words.heard();
                said.removeIf(each -> heard != null && heard.contains(each.cause()));
                added.clear();
            }
            case HumanSpoke words -> {
                if (hasText) {
                    unasked.put(rune.eventId(), Reply.ofHuman(words.piiText(), rune.eventId()));
                }
            }
            case AgentReplied reply -> unasked.remove(orZero(reply.words()));
            case ReplyDeferred reply -> {
                unasked.remove(orZero(reply.words()));
                if (hasText) {
                    unasked.put(rune.eventId(), reply(reply));
                }
            }
            case ReplyDelivered delivered -> unasked.remove(delivered.of());
            default -> {
                // Nothing else waits for a turn.
            }
        }
    }

    private static Said words(Rune rune, UserText words, List<Long> heard) {
        return new Said(Masked.of(words.piiText()), words.by(), BEFORE, BEFORE, rune.eventId(), heard);
    }

    /** How many of these lines were said to an earlier host. */
    static long count(List<Said> said) {
        return said.stream().filter(each -> each.atMs() == BEFORE).count();
    }

    /** A reply as it is left to the next host. One that calls tools is not: its calls are wished for by nobody any more. */
    static ReplyDeferred deferred(Reply reply) {
        Long words = reply.words() == 0 ? null : reply.words();
        return new ReplyDeferred(reply.says(), reply.audioMs(), reply.interruptible(), words);
    }

    private static Reply reply(ReplyDeferred left) {
        return new Reply(left.piiText(), left.audioMs(), left.interruptible(), List.of(), 0, orZero(left.words()));
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }
}
