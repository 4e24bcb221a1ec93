package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.Masked;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Said;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    static final String ADDED = "user.added";
    static final String UNSAID = "agent.unsaid";
    static final String SAID_LATER = "agent.said_later";

    /** Marks added words that open a turn by themselves. */
    static final String WAITS = "waits";

    /** When words were said that are older than everything this host has heard. */
    private static final long BEFORE = Long.MIN_VALUE;

    private static final String TEXT = "pii_text";
    private static final String AUDIO_MS = "audio_ms";
    private static final String WORDS = "words";
    private static final String INTERRUPTIBLE = "interruptible";

    public static LeftWords in(List<Rune> recorded) {
        LeftWords left = new LeftWords(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
        recorded.forEach(left::see);
        return left;
    }

    private void see(Rune rune) {
        Json.Obj payload = rune.payload();
        String text = payload.text(TEXT);
        switch (rune.kind()) {
            case ADDED -> {
                if (text != null && Boolean.TRUE.equals(payload.flag(WAITS))) {
                    said.add(words(rune, text, List.of(rune.eventId())));
                } else if (text != null && !Boolean.TRUE.equals(payload.flag("lost"))) {
                    added.add(words(rune, text, List.of()));
                }
            }
            case "user.words" -> {
                said.removeIf(each -> isAmong(each.cause(), payload.get("heard")));
                added.clear();
            }
            case "human.words" -> {
                if (text != null) {
                    unasked.put(rune.eventId(), Reply.ofHuman(text, rune.eventId()));
                }
            }
            case "agent.reply" -> unasked.remove(number(payload, WORDS));
            case UNSAID -> {
                unasked.remove(number(payload, WORDS));
                if (text != null) {
                    unasked.put(rune.eventId(), reply(payload, text));
                }
            }
            case SAID_LATER -> unasked.remove(number(payload, "of"));
            default -> {
                // Nothing else waits for a turn.
            }
        }
    }

    /** Other words may be recorded while some wait. */
    private static boolean isAmong(long event, @Nullable Json heard) {
        return heard instanceof Json.Arr(List<Json> events)
                && events.stream().anyMatch(each -> each instanceof Json.Num(BigDecimal id) && id.longValue() == event);
    }

    private static Said words(Rune rune, String text, List<Long> heard) {
        String by = String.valueOf(rune.payload().text("by"));
        return new Said(Masked.of(text), by, BEFORE, BEFORE, rune.eventId(), heard);
    }

    /** How many of these lines were said to an earlier host. */
    static long count(List<Said> said) {
        return said.stream().filter(each -> each.atMs() == BEFORE).count();
    }

    /** A reply as it is left to the next host. One that calls tools is not: its calls are wished for by nobody any more. */
    static Json.Obj described(Reply reply) {
        Json.Obj described = Json.Obj.EMPTY
                .with(TEXT, reply.says())
                .with(AUDIO_MS, reply.audioMs())
                .with(INTERRUPTIBLE, reply.interruptible());
        return reply.words() == 0 ? described : described.with(WORDS, reply.words());
    }

    private static Reply reply(Json.Obj payload, String text) {
        boolean interruptible = Boolean.TRUE.equals(payload.flag(INTERRUPTIBLE));
        return new Reply(text, number(payload, AUDIO_MS), interruptible, List.of(), 0, number(payload, WORDS));
    }

    private static long number(Json.Obj payload, String key) {
        BigDecimal number = payload.number(key);
        return number == null ? 0 : number.longValue();
    }
}
