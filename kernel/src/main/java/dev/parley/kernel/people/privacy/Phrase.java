package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.LookAlikes;
import dev.parley.kernel.people.Parameters;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a value shows in a sentence, and whether it does. */
final class Phrase {
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private static final int PLURAL_FROM = 4;

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /**
     * Words that tell nothing about anybody by themselves: the commonest ones, and those without which a house cannot say what it does.
     * A child whose hobby is the garage does not keep its owner out of it.
     */
    private static final Set<String> SMALL_WORDS = BLANKS.splitAsStream("""
        a about after again alarm all also always am an and any are as at bathroom be because bedroom been
        before but by close door doors garage hall kitchen lamp light lights living off open room rooms turn volume
        call can do does every for from had has have he her him his i if in is it its just keep
        kept like likes live lives me my name named need never no not now of often on or our
        please prefer prefers really remember say says she should so some than that the their them
        then there they this to told too us very want wants was we were what when where which who
        will with would yes you your
        """).collect(Collectors.toUnmodifiableSet());

    static final int SAID_AT_ONCE_MAX = 8_192;

    private static final Pattern KEY_JOINTS = Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");
    private static final Pattern HYPHENS = Pattern.compile("(?<=\\p{L})[\\u00ad\\u2010\\u2011-](?=\\p{L})");
    private static final Pattern SPELLED = Pattern.compile("(?<!\\p{L})\\p{L}(?:[\\s.,-]{1,2}\\p{L}(?!\\p{L})){2,}+");
    private static final Pattern GAPS = Pattern.compile("[\\s.,-]+");
    private static final Pattern CLAUSE_END = Pattern.compile("[,;:.!?]$");

    private Phrase() {}

    /**
     * Words that are looked for in sentences, in their plain form.
     *
     * @param letters which characters they have, see {@link #letters}
     * @param hasDigits whether a number is among them, which may be said in other ways
     */
    record Sought(String plain, long letters, boolean hasDigits) {
        static Sought of(String words) {
            String plain = LookAlikes.plain(words).strip();
            return new Sought(plain, Phrase.letters(plain), Digits.areIn(plain));
        }
    }

    /**
     * A sentence as people may hear it: its words, words that are cut by hyphens or spelled letter by letter, and numbers
     * however they are said.
     */
    record Heard(List<Text> words, List<Text> numbers) {
        static Heard of(String sentence) {
            String plain = LookAlikes.plain(sentence);
            Set<String> words = new LinkedHashSet<>();
            words.add(plain);
            if (mayBeHyphened(plain)) {
                words.add(HYPHENS.matcher(plain).replaceAll(""));
            }
            if (mayBeSpelled(plain)) {
                words.add(SPELLED.matcher(plain)
                        .replaceAll(found -> GAPS.matcher(found.group()).replaceAll("")));
            }
            return new Heard(
                    words.stream().map(Text::of).toList(),
                    Digits.areSaidIn(plain)
                            ? List.of(Text.of(Digits.joined(plain)), Text.of(Digits.counted(plain)))
                            : List.of());
        }

        /** The same, with all its words found. */
        Heard withRuns() {
            words.forEach(Text::runs);
            numbers.forEach(Text::runs);
            return this;
        }

        /** Its words take more room than it does itself, and those of what is said at once are found again quickly. */
        void forgetRuns() {
            if (!isLong()) {
                words.forEach(Text::forgetRuns);
                numbers.forEach(Text::forgetRuns);
            }
        }

        /** Whether it is longer than anybody says at once. */
        boolean isLong() {
            return words.getFirst().plain().length() > SAID_AT_ONCE_MAX;
        }

        boolean has(String words) {
            return has(Sought.of(words));
        }

        /** Whether the sentence has these words, in whatever case, not as part of longer ones. */
        boolean has(Sought sought) {
            return !sought.plain().isEmpty() && (isIn(words, sought) || (sought.hasDigits() && isIn(numbers, sought)));
        }

        private static boolean isIn(List<Text> texts, Sought sought) {
            for (int i = 0; i < texts.size(); i++) {
                Text text = texts.get(i);
                if ((sought.letters() & ~text.letters()) == 0 && isWordIn(text.plain(), sought.plain())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** One way to hear a sentence, which characters it has, and its words once somebody has looked for them. */
    static final class Text {
        private final String plain;
        private final long letters;
        private @Nullable WordRuns runs;

        private Text(String plain) {
            this.plain = plain;
            this.letters = Phrase.letters(plain);
        }

        static Text of(String plain) {
            return new Text(plain);
        }

        String plain() {
            return plain;
        }

        long letters() {
            return letters;
        }

        @Override
        public String toString() {
            return plain;
        }

        WordRuns runs() {
            WordRuns found = runs == null ? WordRuns.of(plain) : runs;
            runs = found;
            return found;
        }

        void forgetRuns() {
            runs = null;
        }
    }

    /** A bit for each character; a text that lacks one of the bits of some words does not have these words. */
    private static long letters(String text) {
        long letters = 0;
        for (int i = 0; i < text.length(); i++) {
            letters |= 1L << text.charAt(i);
        }
        return letters;
    }

    private static boolean mayBeHyphened(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '-' || text.charAt(i) >= '\u00ad') {
                return true;
            }
        }
        return false;
    }

    /** Whether some word has one letter only, as every spelled word begins. Half a character may be a letter. */
    private static boolean mayBeSpelled(String text) {
        for (int i = 1; i < text.length(); i++) {
            char next = text.charAt(i);
            char last = text.charAt(i - 1);
            boolean gap = next <= ' ' || next == '.' || next == ',' || next == '-';
            if (gap
                    && (Character.isLetter(last) || Character.isSurrogate(last))
                    && (i == 1 || !Character.isLetter(text.charAt(i - 2)))) {
                return true;
            }
        }
        return false;
    }

    static boolean isIn(String sentence, String words) {
        return Heard.of(sentence).has(words);
    }

    private static boolean isWordIn(String text, String wanted) {
        for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
            if (isWordAt(text, wanted, at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the text has these words at this place, not as part of longer ones. */
    static boolean isWordAt(String text, String wanted, int at) {
        int end = at + wanted.length();
        return text.startsWith(wanted, at)
                && (at == 0 || !isOneWord(text.codePointBefore(at), wanted.codePointAt(0)))
                && (endsAt(text, end, wanted) || isPlural(text, end, wanted));
    }

    private static boolean endsAt(String text, int end, String wanted) {
        return end == text.length() || !isOneWord(wanted.codePointBefore(wanted.length()), text.codePointAt(end));
    }

    /** More of something, or what belongs to it, is told by the same word. */
    private static boolean isPlural(String text, int end, String wanted) {
        return wanted.length() >= PLURAL_FROM
                && text.startsWith("s", end)
                && Character.isLetter(wanted.codePointBefore(wanted.length()))
                && (end + 1 == text.length() || !Character.isLetterOrDigit(text.codePointAt(end + 1)));
    }

    /** Letters that touch make one word and digits one number; a number stays what it is beside a letter. */
    private static boolean isOneWord(int left, int right) {
        return (Character.isLetter(left) && Character.isLetter(right))
                || (Character.isDigit(left) && Character.isDigit(right));
    }

    /**
     * The ways in which people say this value: as it is written, the words in it that tell something, a date as dates are
     * said, and its year. What consists of the commonest words alone tells nothing, so that nobody mutes a house by a fact
     * called "the" (ruling E12).
     */
    static Set<String> forms(Json value) {
        Set<String> forms = new LinkedHashSet<>();
        for (String text : texts(value)) {
            List<String> telling = telling(text);
            if (!telling.isEmpty()) {
                forms.add(text);
            }
            forms.addAll(telling);
            LocalDate date = Parameters.date(text);
            if (date != null) {
                String month = MONTHS.get(date.getMonthValue() - 1);
                for (String day : Digits.ofAMonth(date.getDayOfMonth())) {
                    forms.add(day + " " + month);
                    forms.add(day + " of " + month);
                    forms.add(month + " " + day);
                    forms.add(month + " the " + day);
                }
                forms.add(String.valueOf(date.getYear()));
            }
        }
        return forms;
    }

    /** The ways in which people say how old somebody is. */
    static Set<String> ages(int years) {
        Set<String> forms = new LinkedHashSet<>();
        for (String before : List.of("aged", "age", "age of", "age is", "are", "is", "turn", "turns", "turned")) {
            forms.add(before + " " + years);
        }
        forms.add(years + " years");
        forms.add(years + " year old");
        forms.add(years + "-year-old");
        return forms;
    }

    /** A word that tells nothing by itself tells something beside the name of what it is: "blood type is A". */
    static Set<String> named(String field, String value) {
        String name = KEY_JOINTS.matcher(field).replaceAll(" ").strip();
        Set<String> forms = new LinkedHashSet<>();
        for (String between : List.of(" ", " is ", " type ", " type is ", " group ", " group is ")) {
            forms.add(name + between + value);
        }
        return forms;
    }

    /** The runs of words that tell something, with everything between them left out: "a cat and a dog" has two. */
    private static List<String> telling(String text) {
        List<String> runs = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        for (String token : BLANKS.splitAsStream(text.strip()).toList()) {
            String word = core(token);
            boolean tells = !word.isEmpty() && !SMALL_WORDS.contains(word.toLowerCase(Locale.ROOT));
            if (tells) {
                run.append(run.isEmpty() ? "" : " ").append(word);
            }
            if (!tells || CLAUSE_END.matcher(token).find()) {
                close(run, runs);
            }
        }
        close(run, runs);
        return runs;
    }

    /** The token without what is before its first and after its last letter or number. */
    private static String core(String token) {
        int start = 0;
        int end = token.length();
        while (start < end && !isTelling(token.codePointAt(start))) {
            start += Character.charCount(token.codePointAt(start));
        }
        while (end > start && !isTelling(token.codePointBefore(end))) {
            end -= Character.charCount(token.codePointBefore(end));
        }
        return token.substring(start, end);
    }

    private static boolean isTelling(int c) {
        return switch (Character.getType(c)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isLetter(c);
        };
    }

    private static void close(StringBuilder run, List<String> runs) {
        if (!run.isEmpty()) {
            runs.add(run.toString());
            run.setLength(0);
        }
    }

    /** Every text and number in the value, and the name of every flag that is set; a flag by itself says nothing. */
    static List<String> texts(Json value) {
        List<String> texts = new ArrayList<>();
        collect(value, texts);
        return texts;
    }

    private static void collect(Json value, List<String> texts) {
        switch (value) {
            case Json.Str(String text) -> texts.add(text);
            case Json.Num number -> texts.add(number.text());
            case Json.Obj object ->
                object.fields().forEach((key, each) -> {
                    if (each.equals(Json.Bool.TRUE)) {
                        texts.add(KEY_JOINTS.matcher(key).replaceAll(" ").strip());
                    }
                    collect(each, texts);
                });
            case Json.Arr array -> array.items().forEach(each -> collect(each, texts));
            case Json.Bool _, Json.Null _ -> {}
        }
    }
}
