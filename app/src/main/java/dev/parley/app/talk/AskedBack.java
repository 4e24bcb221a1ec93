package dev.parley.app.talk;

import dev.parley.kernel.people.YesOrNo;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the house asked back last, and what the very next words are if they answer it: a yes, a no, or the value that was missing.
 * Other words are taken as they are, and the question is dropped, unless they ask to hear it once more. Only that somebody may have come is not dropped by silence about
 * it: whatever is said but no, the house goes on as if they were here.
 */
final class AskedBack {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    private static final String ARRIVED = "someone arrived";
    private static final Pattern ARRIVAL = Patterns.anyCase("\\barrived$");

    private final Slots slots;
    /** The value that a sentence has for a place, by both. */
    private final Memo<Optional<String>> values = new Memo<>();

    private @Nullable Question open;
    private String unclear = "";
    private Answer last = Answer.itself("");

    /** @param offer what the answer completes, in words that the rules know */
    private record Question(String of, String offer) {}

    /**
     * How the last words were taken.
     *
     * @param meant what they mean, in words that the rules know; nothing for a no
     */
    private record Answer(String sentence, List<String> meant) {
        static Answer itself(String sentence) {
            return new Answer(sentence, List.of(sentence));
        }
    }

    AskedBack(Slots slots) {
        this.slots = slots;
    }

    /** The value that is missing in an offer; null if none is. */
    static @Nullable String missing(String offer) {
        Matcher place = PLACE.matcher(offer);
        return place.find() ? place.group(1) : null;
    }

    synchronized void asks(String person, String offer) {
        open = new Question(person, offer);
    }

    /** @param isClear whether words say something by themselves */
    synchronized void hears(String sentence, String by, Predicate<String> isClear) {
        Question asked = open;
        boolean isOwn = asked != null && asked.of().equals(by);
        unclear = isOwn && !isArrival(asked) && YesOrNo.resembles(sentence) ? sentence : "";
        open = isOwn && (YesOrNo.asksAgain(sentence) || !unclear.isEmpty()) ? asked : null;
        last = asked == null ? Answer.itself(sentence) : answer(asked, sentence, by, isClear);
    }

    private static boolean isArrival(@Nullable Question asked) {
        return asked != null && ARRIVAL.matcher(asked.offer()).find();
    }

    /** Whether these words, the last, only resemble an answer to what was asked, which is then asked again. */
    synchronized boolean isUnclear(String sentence) {
        return !unclear.isEmpty() && unclear.equals(sentence);
    }

    private Answer answer(Question asked, String sentence, String by, Predicate<String> isClear) {
        boolean isOwn = asked.of().equals(by);
        YesOrNo answer = isOwn ? YesOrNo.of(sentence) : YesOrNo.NEITHER;
        if (answer == YesOrNo.NO) {
            return new Answer(sentence, List.of());
        }
        if (answer == YesOrNo.YES) {
            return new Answer(sentence, List.of(asked.offer()));
        }
        String place = missing(asked.offer());
        String value = place == null || !isOwn || isClear.test(sentence) ? null : value(place, sentence);
        if (value != null) {
            return new Answer(sentence, List.of(completed(asked.offer(), place, value)));
        }
        return isArrival(asked) ? new Answer(sentence, List.of(ARRIVED, sentence)) : Answer.itself(sentence);
    }

    private static String completed(String offer, @Nullable String place, String value) {
        return offer.replace("{" + place + "}", value);
    }

    private @Nullable String value(String place, String sentence) {
        return values.of(key(place, sentence), _ -> Optional.ofNullable(slots.answer(place, sentence)))
                .orElse(null);
    }

    private static String key(String place, String sentence) {
        return place + " " + sentence;
    }

    private synchronized @Nullable Question open() {
        return open;
    }

    /** What these words may come to mean beside themselves, after what is asked now. Not on the conversation's thread. */
    List<String> answers(String sentence) {
        Question asked = open();
        String place = asked == null ? null : missing(asked.offer());
        if (place != null) {
            var _ = value(place, sentence);
        }
        List<String> known = known(sentence);
        return known == null ? List.of() : known;
    }

    /** The same, as far as it was worked out; null where it was not. */
    @Nullable
    List<String> known(String sentence) {
        Question asked = open();
        if (asked == null) {
            return List.of();
        }
        String place = missing(asked.offer());
        if (place == null) {
            return isArrival(asked) ? List.of(asked.offer(), ARRIVED) : List.of(asked.offer());
        }
        Optional<String> value = values.get(key(place, sentence));
        return value == null
                ? null
                : value.map(each -> List.of(completed(asked.offer(), place, each)))
                        .orElse(List.of());
    }

    /** What these words mean after what was asked. */
    synchronized List<String> meant(String sentence) {
        return last.sentence().equals(sentence) ? last.meant() : List.of(sentence);
    }
}
