package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Understands people who put things in their own words. What the rules know is taken as it is. Everything else is compared with
 * example phrases by its meaning: one that is near enough, and clearly nearer than every other, is said again in words that the
 * rules know, with the values of the sentence; if it is less clear, the house asks back and does nothing. A sentence that denies or
 * tells of the past is compared with nothing.
 */
final class FreeWords implements Understanding {
    private static final float SURE = 0.66f;
    private static final float UNSURE = 0.45f;
    private static final float MARGIN = 0.05f;
    private static final int WORDS_MIN = 2;
    private static final int WORDS_MAX = 25;
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    private static final Pattern ASKS =
            Intents.pattern("^(?:is|are|was|were|did|has|have|who|why|when|where|what if|if|how (?:loud|high|old))\\b");
    private static final Pattern CALLED = Intents.pattern("\\b(?:called|name)\\b");
    private static final Pattern WEATHER =
            Intents.pattern("\\b(?:rain\\w*|snow\\w*|sun\\w*|wind\\w*|cold|warm|hot|weather|umbrella)\\b");

    private final HouseWords rules;
    private final Slots slots;
    private @Nullable Phrases phrases;
    private String lastText = "";
    private Reading last = new Reading("", null);

    /**
     * What a sentence is taken for.
     *
     * @param plain the sentence in words that the rules know, or itself
     * @param question what to ask back; null if nothing is to be asked
     */
    record Reading(String plain, @Nullable String question) {}

    FreeWords(List<String> names) {
        this.rules = new HouseWords(names);
        this.slots = new Slots(names);
    }

    synchronized Reading read(String sentence) {
        if (!sentence.equals(lastText)) {
            last = isPlain(sentence) ? new Reading(sentence, null) : compared(sentence);
            lastText = sentence;
        }
        return last;
    }

    /** Whether the rules know it, or it is nothing to compare. */
    private boolean isPlain(String sentence) {
        int words = sentence.strip().split("\\s+", -1).length;
        return words < WORDS_MIN
                || words > WORDS_MAX
                || rules.knows(sentence)
                || Intents.isAnswered(sentence)
                || Intents.isNoWish(sentence)
                || (SentenceExtractor.tells(sentence)
                        && !CALLED.matcher(sentence).find())
                || (ASKS.matcher(sentence).find() && !WEATHER.matcher(sentence).find());
    }

    private Reading compared(String sentence) {
        float[] meaning = Meaning.of(slots.likeAnExample(sentence));
        Phrases.Phrase best = null;
        float first = -1;
        for (Phrases.Phrase each : phrases().all()) {
            float near = each.wish().fits(sentence) ? each.near(meaning) : -1;
            if (near > first) {
                first = near;
                best = each;
            }
        }
        float second = -1;
        for (Phrases.Phrase each : phrases().all()) {
            if (best != null && each.wish().fits(sentence) && !each.wish().equals(best.wish())) {
                second = Math.max(second, each.near(meaning));
            }
        }
        if (best == null || first < UNSURE || best.wish().isNothing()) {
            return new Reading(sentence, null);
        }
        return first >= SURE && first - second >= MARGIN
                ? filled(best.wish(), sentence)
                : new Reading(
                        sentence,
                        "I am not sure what you mean. Shall I " + best.wish().asks()
                                + "? Then please say it in other words.");
    }

    /** The wish with the values of the sentence, or a question for those that are missing. */
    private Reading filled(Phrases.Wish wish, String sentence) {
        Matcher places = PLACE.matcher(wish.says());
        List<String> missing = new ArrayList<>();
        String plain = places.replaceAll(place -> {
            String value = slots.value(place.group(1), sentence);
            if (value == null) {
                missing.add(place.group(1));
            }
            return Matcher.quoteReplacement(value == null ? "" : value);
        });
        if (!missing.isEmpty()) {
            return new Reading(sentence, asked(missing.getFirst()));
        }
        boolean isOutOfRange = Intents.of(plain) == null && Intents.outOfRange(plain) != null;
        return isOutOfRange || rules.knows(plain) || Intents.of(plain) != null
                ? new Reading(plain, null)
                : new Reading(sentence, "I am not sure what you mean. Shall I " + wish.asks() + "?");
    }

    private static String asked(String place) {
        return switch (place) {
            case "room" -> "In which room?";
            case "level" -> "To which volume, from 0 to 10?";
            case "city" -> "In which city?";
            case "item" -> "What shall I order?";
            case "thing" -> "What exactly may they use?";
            default -> "Whom do you mean?";
        };
    }

    private Phrases phrases() {
        Phrases read = phrases;
        if (read == null) {
            read = Phrases.read();
            phrases = read;
        }
        return read;
    }

    @Override
    public List<Act> acts(String sentence) {
        return rules.acts(read(sentence).plain());
    }

    @Override
    public Json.@Nullable Obj manner(String sentence) {
        return rules.manner(read(sentence).plain());
    }

    @Override
    public @Nullable String statement(String sentence) {
        return rules.statement(read(sentence).plain());
    }

    @Override
    public @Nullable Note note(String sentence) {
        return rules.note(read(sentence).plain());
    }

    @Override
    public @Nullable String address(String sentence) {
        return rules.address(sentence);
    }
}
