package dev.parley.kernel.people;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a person's words as an answer to a question that was put to them. Whatever is not plainly yes or no is neither. */
public enum YesOrNo {
    YES,
    NO,
    NEITHER;

    private static final int WORDS_MAX = 6;

    private static final Set<String> YES_WORDS = Set.of(
            "yes",
            "yeah",
            "yep",
            "yup",
            "yea",
            "y",
            "ok",
            "okay",
            "alright",
            "sure",
            "certainly",
            "absolutely",
            "definitely",
            "confirm",
            "confirmed",
            "affirmative",
            "correct",
            "agreed",
            "approved",
            "approve");

    private static final Set<String> NO_WORDS = Set.of(
            "no",
            "nope",
            "nah",
            "n",
            "not",
            "dont",
            "never",
            "stop",
            "cancel",
            "negative",
            "neither",
            "decline",
            "deny",
            "leave",
            "forget",
            "rather",
            "mind");

    private static final List<String> YES_PHRASES =
            List.of("do it", "go ahead", "please do", "of course", "by all means", "all right");

    /** Signs that agree, or only smile; any other beside words makes them unclear. */
    private static final Pattern SIGNS = Pattern.compile("[\\p{So}\\p{Sk}\\x{FE0F}\\x{200D}]");

    private static final Pattern AGREEING_SIGNS = Pattern.compile(
            "[\\x{1F44D}\\x{1F44C}\\x{2705}\\x{2714}\\x{1F642}\\x{1F60A}\\x{1F600}\\x{1F64F}\\x{1F3FB}-\\x{1F3FF}\\x{FE0F}]");

    /** Words that a yes or a no may come with and that change nothing. */
    private static final Set<String> FILLERS = Set.of(
            "please", "thanks", "thank", "you", "then", "just", "that", "it", "is", "fine", "do", "go", "ahead", "oh",
            "well", "i", "would", "id", "of", "course", "all", "right", "by", "means", "very", "much", "want", "to",
            "now", "yet");

    /** What begins with one of these asks back. */
    private static final Set<String> ASKING = Set.of("is", "are", "you", "would", "want", "to");

    /** Words that agree to something else than was asked: a yes before one of them is none. */
    private static final Set<String> CONDITIONS =
            Set.of("but", "only", "if", "unless", "except", "when", "once", "after");

    private static final Set<String> HESITATIONS = Set.of(
            "maybe",
            "maybe later",
            "perhaps",
            "perhaps later",
            "let me think",
            "let me see",
            "one moment",
            "just a moment",
            "i dont know",
            "i am unsure",
            "im unsure",
            "what for",
            "why",
            "why do you ask",
            "why do you want to know",
            "what");

    /** Somebody has not heard what was said to them. */
    private static final Pattern AGAIN = Pattern.compile(
            "(?:(?:please|can you|could you|would you|sorry|hey) )*"
                    + "(?:say (?:that |it )?again|repeat(?: that| it| yourself)?|what (?:did you(?: just)? say|was that)|pardon(?: me)?|come again"
                    + "|once more|what|huh|i (?:did not|didnt) (?:hear|catch|get) (?:that|you|it))(?: please| again| once more)*");

    /** A no among the words is a no, and so is a yes with a condition: whoever hesitates has not agreed. */
    public static YesOrNo of(String text) {
        String plain = plain(text);
        List<String> words = List.of(plain.split(" "));
        if (isConditional(text)) {
            return NO;
        }
        if (plain.isEmpty() || words.size() > WORDS_MAX || isQuestion(text, words) || hasOtherSigns(text)) {
            return NEITHER;
        }
        boolean known = words.stream()
                .allMatch(word -> YES_WORDS.contains(word) || NO_WORDS.contains(word) || FILLERS.contains(word));
        if (!known) {
            return NEITHER;
        }
        if (words.stream().anyMatch(NO_WORDS::contains)) {
            return NO;
        }
        return words.stream().anyMatch(YES_WORDS::contains) || holds(plain, YES_PHRASES) ? YES : NEITHER;
    }

    /** Whether somebody agrees to something else than was asked. */
    public static boolean isConditional(String text) {
        List<String> words = List.of(plain(text).split(" "));
        return !text.contains("?")
                && words.size() > 1
                && YES_WORDS.contains(words.getFirst())
                && CONDITIONS.contains(words.get(1));
    }

    /** Whether somebody neither answers nor speaks of anything else. */
    public static boolean hesitates(String text) {
        String plain = plain(text);
        String rest = plain.replaceFirst("^(?:(?:h+m+|u+m+|u+h+|er+m?|well|oh)(?: |$))+", "");
        return !plain.isEmpty() && (rest.isEmpty() || HESITATIONS.contains(rest) || asksAgain(text));
    }

    /** Whether somebody only wants to hear once more what was said last. */
    public static boolean asksAgain(String text) {
        return AGAIN.matcher(plain(text)).matches();
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("['\u2019]", "")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip();
    }

    private static boolean hasOtherSigns(String text) {
        return SIGNS.matcher(AGREEING_SIGNS.matcher(text).replaceAll("")).find();
    }

    private static boolean isQuestion(String text, List<String> words) {
        return text.contains("?")
                || ASKING.contains(words.getFirst())
                || (words.size() > 1
                        && words.getFirst().equals("do")
                        && words.get(1).matches("you|i"));
    }

    private static boolean holds(String plain, List<String> phrases) {
        return phrases.stream().anyMatch(phrase -> (" " + plain + " ").contains(" " + phrase + " "));
    }
}
