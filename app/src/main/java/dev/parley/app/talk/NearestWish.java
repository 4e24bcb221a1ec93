package dev.parley.app.talk;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares sentences with example phrases by their meaning. */
final class NearestWish {
    /** How near a sentence must be that does not say on which side of two opposites it is. */
    private static final float SURE_OF_SIDE = 0.82f;

    private static final float UNSURE_WITHOUT_WORDS = 0.55f;
    private static final float MARGIN = 0.05f;
    private static final Pattern WISHES = Patterns.anyCase(
            "\\b(?:please|want|wants|need|needs|like|love|let|make|give|have|get|could|can|should|put|dark|see|too|brighten|darken|light up|illuminate)\\b");
    /** Who somebody is and how they want to be spoken to is not asked about without a word of it. */
    private static final Pattern ONLY_BY_WORDS = Patterns.anyCase("^(?:i am|speak|captions)\\b");

    private final Slots slots;
    private volatile @Nullable Phrases phrases;

    NearestWish(Slots slots) {
        this.slots = slots;
    }

    /** The wish whose example is nearest; nearness from -1 to 1. */
    record Near(Phrases.Wish wish, float how, float beforeNext) {
        boolean isSure(String plain) {
            boolean isSided = wish.side() == null || Scope.isWished(plain, wish.side());
            return beforeNext >= MARGIN
                    && (isSided
                            ? how >= wish.sure()
                            : how >= SURE_OF_SIDE && WISHES.matcher(plain).find());
        }
    }

    /** What is nearest among what fits by its words; if that is nothing, or nothing of the house, what is near all the same. */
    @Nullable
    Near to(String sentence) {
        Set<String> parts = new LinkedHashSet<>(List.of(sentence));
        parts.addAll(List.of(FreeWords.PARTS.split(sentence, -1)));
        List<float[]> meanings = parts.stream()
                .map(slots::likeAnExample)
                .filter(part -> !part.isBlank())
                .map(Meaning::of)
                .toList();
        Map<Phrases.Wish, Float> fitting = new HashMap<>();
        Map<Phrases.Wish, Float> others = new HashMap<>();
        for (Phrases.Phrase each : phrases().all()) {
            Phrases.Wish wish = each.wish();
            boolean isContrary = wish.isOpposed(sentence) && !Scope.isWished(sentence, wish.side());
            for (float[] meaning : isContrary ? List.<float[]>of() : meanings) {
                (wish.fits(sentence) ? fitting : others).merge(wish, each.near(meaning), Math::max);
            }
        }
        Near best = best(fitting);
        Near other = best(others);
        boolean isNothing = best == null || best.wish().isNothing() || best.how() < FreeWords.UNSURE;
        return isNothing
                        && other != null
                        && isAskedAbout(other.wish().says(), sentence)
                        && other.how() >= UNSURE_WITHOUT_WORDS
                        && (best == null || other.how() > best.how())
                ? other
                : best;
    }

    /** Whether a sentence without all the words of a wish may be meant so. Who comes and goes needs one word of it. */
    private static boolean isAskedAbout(String says, String sentence) {
        String side = says.endsWith("arrived") ? "came" : says.endsWith("has left") ? "left" : null;
        return side == null ? !ONLY_BY_WORDS.matcher(says).find() : Scope.isOn(sentence, side);
    }

    private static @Nullable Near best(Map<Phrases.Wish, Float> all) {
        Phrases.Wish best = null;
        float first = -1;
        float second = -1;
        for (Map.Entry<Phrases.Wish, Float> each : all.entrySet()) {
            if (each.getValue() > first) {
                second = first;
                first = each.getValue();
                best = each.getKey();
            } else {
                second = Math.max(second, each.getValue());
            }
        }
        return best == null ? null : new Near(best, first, first - second);
    }

    private Phrases phrases() {
        Phrases read = phrases;
        if (read == null) {
            read = Phrases.read();
            phrases = read;
        }
        return read;
    }
}
