package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What voices said, from the moment at which each began until its words are a person's: nobody's words are made of anything else. */
final class Transcripts {
    private final Map<String, Long> began = new HashMap<>();
    private final Map<Long, Moment> known = new HashMap<>();
    /** Words of people and of agents that a host left to the next one. */
    private final Map<Long, Moment> left = new HashMap<>();

    /** When the words that were taken last were begun. */
    private long takenFromMs;

    /** A voice begins, or its words are known. */
    @Nullable
    Fault heard(Moment moment) {
        if (!moment.kind().equals("voice.began")) {
            known.put(moment.rune().eventId(), moment);
            return null;
        }
        long fromMs = moment.payload().has("began_ms") ? moment.number("began_ms") : moment.nowMs();
        began.put(moment.text("segment"), fromMs);
        return null;
    }

    void clear() {
        began.clear();
        known.clear();
    }

    /** Words that wait for the next host, made of what was heard or written until then. */
    @Nullable
    Fault left(Moment words) {
        if (!words.flag("waits")) {
            return null;
        }
        Fault fault = taken(words);
        left.put(words.rune().eventId(), words);
        return fault;
    }

    /** A reply that nobody asked for waits for the next host. */
    @Nullable
    Fault unsaid(Moment reply) {
        left.put(reply.rune().eventId(), reply);
        return null;
    }

    /** A reply that an earlier host left is said, once. */
    @Nullable
    Fault saidLater(Moment moment) {
        return left.remove(moment.number("of")) == null
                ? new Fault("agent.unsaid at event " + moment.number("of") + ", not said before", moment.brief())
                : null;
    }

    private @Nullable Moment take(long event) {
        Moment earlier = left.remove(event);
        return earlier == null ? known.remove(event) : earlier;
    }

    /** When words were begun: those that were written, when they came. */
    long sinceMs(Moment words) {
        return words.payload().has("heard") ? takenFromMs : words.nowMs();
    }

    /** Takes the transcripts that these words are made of; why they are not, or null. */
    @Nullable
    Fault taken(Moment words) {
        List<Moment> finals = new ArrayList<>();
        long fromMs = Long.MAX_VALUE;
        if (words.payload().get("heard") instanceof Json.Arr(List<Json> events)) {
            for (Json event : events) {
                Moment made = event instanceof Json.Num(BigDecimal number) ? take(number.longValue()) : null;
                if (made == null) {
                    return new Fault("stt.final at event " + event.text() + ", not taken before", words.brief());
                }
                finals.add(made);
                fromMs = Math.min(fromMs, begun(made));
            }
        }
        takenFromMs = finals.isEmpty() ? takenFromMs : fromMs;
        return finals.isEmpty() ? null : other(words, finals);
    }

    /** When these were begun: what was written and waited, when it came. */
    private long begun(Moment made) {
        return made.kind().equals("stt.final")
                ? began.getOrDefault(made.text("segment"), Long.MIN_VALUE)
                : made.nowMs();
    }

    private static @Nullable Fault other(Moment words, List<Moment> finals) {
        Set<String> speakers = new HashSet<>();
        finals.forEach(made -> speakers.add(made.text("by")));
        boolean mixed = words.number("written") > 0;
        String by = words.text("by");
        String only = speakers.size() == 1 ? speakers.iterator().next() : "";
        if (!by.equals(only) && !(mixed && by.isEmpty())) {
            return new Fault("words of '" + only + "'", "of '" + by + "'");
        }
        String said = said(words);
        List<String> parts = finals.stream().map(Transcripts::said).toList();
        boolean readable = finals.stream().allMatch(Moment::isReadable);
        if (!readable && (finals.size() > 1 || mixed)) {
            return null;
        }
        return (mixed ? inOrder(said, parts) : said.equals(String.join(" ", parts)))
                ? null
                : new Fault("the words of " + finals.size() + " transcripts", "other words");
    }

    /** The text, or the digest that was kept in its place. */
    private static String said(Moment moment) {
        return moment.isReadable() ? moment.text("pii_text") : moment.text("text_sha256");
    }

    private static boolean inOrder(String said, List<String> parts) {
        int from = 0;
        for (String part : parts) {
            int at = said.indexOf(part, from);
            if (at < 0) {
                return false;
            }
            from = at + part.length();
        }
        return true;
    }
}
