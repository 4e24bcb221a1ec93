package dev.parley.kernel.people;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a person's words as an answer to a question that was put to them. Only a whole answer on the list is a yes; whatever
 * is not plainly yes or no is neither, and what only resembles an answer is asked back. This is the one place that reads
 * answers, live and in replay. A text is read once from left to right, and a long one is no answer.
 */
public enum YesOrNo {
    YES,
    NO,
    NEITHER;

    private static final int YES_WORDS_MAX = 8;
    private static final int NO_WORDS_MAX = 6;
    private static final int NEAR_WORDS_MAX = 12;
    /** No entry of the lists of phrases has more words. */
    private static final int PHRASE_WORDS_MAX = 5;

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

    /** What a person may say of themself or of the question after a yes, and nowhere else. */
    private static final List<String> AFTER_YES = List.of(
            "i am",
            "i am sure",
            "im sure",
            "i do",
            "i would",
            "you may",
            "you can",
            "do",
            "it is",
            "that is right",
            "thats right",
            "that is fine",
            "thats fine");

    /** After an "oh" these take note of what was said, or doubt it. */
    private static final Set<String> TAKES_NOTE = Set.of("sure", "ok", "okay", "alright", "all", "right");

    /** Whole answers. Each says yes by itself, so that several in a row say it too. */
    private static final Set<String> AGREES = Stream.of(
                    YES_WORDS.stream().filter(word -> !word.equals("y")),
                    Stream.of("do it", "just do it", "go ahead", "go ahead and do it", "please do", "of course"),
                    Stream.of("by all means", "all right", "confirm it", "approve it", "that is correct"),
                    Stream.of("thats correct", "i confirm", "i confirm it", "i approve", "i approve it", "i agree"),
                    Stream.of("i would yes", "sure thing"),
                    Stream.of("yes", "yeah", "yep", "yup", "yea", "of course", "certainly", "definitely")
                            .flatMap(yes -> AFTER_YES.stream().map(more -> yes + " " + more)))
            .flatMap(each -> each)
            .collect(Collectors.toUnmodifiableSet());

    /** What may stand before a yes and changes nothing. */
    private static final Set<String> BEFORE = Set.of("please", "oh", "well", "then", "thanks", "thank you");

    /** What may stand after a yes and changes nothing. */
    private static final Set<String> BEHIND = Set.of(
            "please", "thanks", "thank you", "thank you very much", "thanks very much", "then", "now", "right now");

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

    /** After a "not" these are a doubt and no refusal. */
    private static final Set<String> DOUBTED =
            Set.of("yes", "yeah", "yep", "yup", "yea", "sure", "certainly", "absolutely", "definitely", "correct");

    /** Words that a no may come with and that change nothing. */
    private static final Set<String> FILLERS = Set.of(
            "please", "thanks", "thank", "you", "then", "just", "that", "it", "is", "fine", "do", "go", "ahead", "oh",
            "well", "i", "would", "id", "of", "course", "all", "right", "by", "means", "very", "much", "want", "to",
            "now", "yet");

    /** What begins with one of these asks back. */
    private static final Set<String> ASKING = Set.of("is", "are", "you", "would", "want", "to");

    /** Words that offer something else than was asked: a yes before one of them is a no. */
    private static final Set<String> COUNTERS = Set.of("but", "only", "except");

    /** Words that make a yes hang on something else: it is no answer yet. */
    private static final Set<String> CONDITIONS =
            Set.of("but", "only", "except", "if", "unless", "when", "once", "after", "until", "provided", "as", "or");

    /** Words of which sentences consist that resemble an answer, besides those of the lists above. */
    private static final Set<String> COMMON = Set.of(
            ("a again agree already also am an and any anyway are as be been being but can cannot could did didnt does doesnt done eh"
                            + " ever except fine for good guess had has have he her here him how if ill im in ive kind lets let"
                            + " like may maybe me might must my myself of on once one only or ought our out perhaps probably"
                            + " quite really right said say saying says shall she should so some somehow suppose sort than"
                            + " thats the their them there they thing think this those though told too try unless until up us"
                            + " was we were what when whether which while who whom why will wish with without wont wouldnt"
                            + " yourself youd youre aint isnt arent hm huh um uh mean meant possibly")
                    .split(" "));

    /** Two words that say yes where nothing else is said. */
    private static final Set<String> NEAR_PAIRS =
            Set.of("do it", "go ahead", "please do", "of course", "all means", "all right", "i agree");

    private static final Set<String> NEAR_WORDS = Set.of("no", "nope", "nah", "fine", "right");

    /** A yes or no of other languages. Questions are put in English, and so they are answered. */
    private static final Set<String> FOREIGN = Set.of(
            "ja", "jawohl", "jo", "si", "oui", "ouais", "da", "да", "sim", "tak", "hai", "はい", "是", "是的", "好", "네",
            "ναι", "vai", "evet", "ano", "igen", "نعم", "כן", "हा", "nein", "nee", "non", "nei", "nej", "нет", "нeт",
            "いいえ", "不", "hayir");

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

    private static final Pattern HESITATING = Pattern.compile("^(?:(?:h+m+|u+m+|u+h+|er+m?|well|oh)(?: |$))++");

    /** Somebody has not heard what was said to them. */
    private static final Pattern AGAIN = Pattern.compile(
            "(?:(?:please|can you|could you|would you|sorry|hey) )*"
                    + "(?:say (?:that |it )?again|repeat(?: that| it| yourself)?|what (?:did you(?: just)? say|was that)|pardon(?: me)?|come again"
                    + "|once more|what|huh|i (?:did not|didnt) (?:hear|catch|get) (?:that|you|it))(?: please| again| once more)*");

    /** A no among the words is a no, and so is a yes to something else than was asked. */
    public static YesOrNo of(String text) {
        PlainWords words = PlainWords.of(text);
        if (words.size() == 0 || words.asks()) {
            return NEITHER;
        }
        if (isYes(words)) {
            return YES;
        }
        return isCounter(words) || isNo(words) ? NO : NEITHER;
    }

    /** Whether somebody agrees to something else than was asked. */
    public static boolean isConditional(String text) {
        return isCounter(PlainWords.of(text));
    }

    /**
     * Whether these words are made like an answer and are none: a yes that asks, reports, hangs on something, or has a subject, and
     * one in other letters. Who asked puts the question again, and nothing is done.
     */
    public static boolean resembles(String text) {
        PlainWords words = PlainWords.of(text);
        boolean isSign = words.size() == 0 && (words.agrees() || words.signs());
        return isSign || (words.size() > 0 && of(text) == NEITHER && isNear(words));
    }

    /** Whether somebody neither answers nor speaks of anything else. */
    public static boolean hesitates(String text) {
        String plain = PlainWords.of(text).joined();
        String rest = HESITATING.matcher(plain).replaceFirst("");
        return !plain.isEmpty() && (rest.isEmpty() || HESITATIONS.contains(rest) || asksAgain(text));
    }

    /** Whether somebody only wants to hear once more what was said last. */
    public static boolean asksAgain(String text) {
        return AGAIN.matcher(PlainWords.of(text).joined()).matches();
    }

    /** Whether the words from the first to the last are entries of the lists, at least one of which agrees. */
    private static boolean isYes(PlainWords words) {
        int size = words.size();
        if (!words.clean() || size > YES_WORDS_MAX || isUnwilling(words)) {
            return false;
        }
        boolean[] before = new boolean[size + 1];
        boolean[] agreed = new boolean[size + 1];
        before[0] = true;
        for (int from = 0; from < size; from++) {
            StringBuilder phrase = new StringBuilder();
            for (int to = from + 1; to <= Math.min(size, from + PHRASE_WORDS_MAX); to++) {
                String part = phrase.append(to == from + 1 ? "" : " ")
                        .append(words.at(to - 1))
                        .toString();
                before[to] |= before[from] && BEFORE.contains(part);
                agreed[to] |= (before[from] || agreed[from]) && AGREES.contains(part);
                agreed[to] |= agreed[from] && BEHIND.contains(part);
            }
        }
        return agreed[size] || (size <= 2 && words.joined().matches("y(?: please)?"));
    }

    /** Whether a person says the same word three times, or takes note with an "oh": that may be meant for the question itself. */
    private static boolean isUnwilling(PlainWords words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            boolean isThrice = i > 1 && sameYes(word, words.at(i - 1)) && sameYes(word, words.at(i - 2));
            if (isThrice || (word.equals("oh") && TAKES_NOTE.contains(words.at(i + 1)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean sameYes(String one, String other) {
        return one.equals(other) || (one.startsWith("ok") && other.startsWith("ok"));
    }

    private static boolean isCounter(PlainWords words) {
        return !words.asks() && YES_WORDS.contains(words.first()) && COUNTERS.contains(words.at(1));
    }

    private static boolean isNo(PlainWords words) {
        if (words.size() > NO_WORDS_MAX || words.signs() || isAsking(words)) {
            return false;
        }
        boolean isNo = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            if (word.equals("not") && DOUBTED.contains(words.at(i + 1))) {
                return false;
            }
            if (!YES_WORDS.contains(word) && !NO_WORDS.contains(word) && !FILLERS.contains(word)) {
                return false;
            }
            isNo |= NO_WORDS.contains(word);
        }
        return isNo;
    }

    private static boolean isAsking(PlainWords words) {
        boolean asksAfter = words.at(1).equals("you") || words.at(1).equals("i");
        return ASKING.contains(words.first()) || (words.first().equals("do") && asksAfter);
    }

    private static boolean isNear(PlainWords words) {
        if (YES_WORDS.contains(words.first()) && CONDITIONS.contains(words.at(1))) {
            return true;
        }
        if (words.size() > NEAR_WORDS_MAX) {
            return false;
        }
        boolean isNear = FOREIGN.contains(words.joined());
        for (int i = 0; i < words.size() && !FOREIGN.contains(words.joined()); i++) {
            String word = words.at(i);
            boolean isAnswering = YES_WORDS.contains(word) || NO_WORDS.contains(word);
            if (!isAnswering && !FILLERS.contains(word) && !COMMON.contains(word)) {
                return false;
            }
            isNear |= YES_WORDS.contains(word) || NEAR_WORDS.contains(word);
            isNear |= NEAR_PAIRS.contains(word + " " + words.at(i + 1));
        }
        return isNear;
    }
}
