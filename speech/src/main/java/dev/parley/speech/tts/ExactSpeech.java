package dev.parley.speech.tts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Says every sign of a question, so that a listener hears what a reader sees: a quoted part begins with "quote" and ends with
 * "end quote", and the signs in a value have names. A word that is itself such a name follows "the word". Capital letters sound like small
 * ones, and a number like its word: who has to tell those apart looks at the screen.
 */
final class ExactSpeech {
    private static final List<String> QUESTIONS =
            List.of("? Please say yes or no.", "? That needs the yes of a grown-up. Please ask one.");

    private static final Map<Integer, String> SIGNS = Map.ofEntries(
            Map.entry((int) '.', "dot"),
            Map.entry((int) ',', "comma"),
            Map.entry((int) ':', "colon"),
            Map.entry((int) ';', "semicolon"),
            Map.entry((int) '!', "exclamation mark"),
            Map.entry((int) '?', "question mark"),
            Map.entry((int) '"', "quotation mark"),
            Map.entry((int) '\'', "apostrophe"),
            Map.entry((int) '/', "slash"),
            Map.entry((int) '\\', "backslash"),
            Map.entry((int) '-', "dash"),
            Map.entry((int) '_', "underscore"),
            Map.entry((int) '*', "star"),
            Map.entry((int) '@', "at sign"),
            Map.entry((int) '+', "plus sign"),
            Map.entry((int) '=', "equals sign"),
            Map.entry((int) '#', "number sign"),
            Map.entry((int) '$', "dollar sign"),
            Map.entry((int) '%', "percent sign"),
            Map.entry((int) '&', "and sign"),
            Map.entry((int) '<', "less than sign"),
            Map.entry((int) '>', "greater than sign"),
            Map.entry((int) '|', "vertical bar"),
            Map.entry((int) '~', "tilde"),
            Map.entry((int) '^', "caret"),
            Map.entry((int) '`', "backtick"),
            Map.entry((int) '(', "open parenthesis"),
            Map.entry((int) ')', "close parenthesis"),
            Map.entry((int) '[', "open bracket"),
            Map.entry((int) ']', "close bracket"),
            Map.entry((int) '{', "open brace"),
            Map.entry((int) '}', "close brace"));

    /** With one of these every name of a sign ends, and none of them is said for anything else without "the word". */
    private static final Set<String> NAMES = Set.of(
            "dot",
            "comma",
            "colon",
            "semicolon",
            "mark",
            "apostrophe",
            "slash",
            "backslash",
            "dash",
            "underscore",
            "star",
            "sign",
            "bar",
            "tilde",
            "caret",
            "backtick",
            "parenthesis",
            "bracket",
            "brace",
            "quote");

    private final UnaryOperator<String> plain;
    private boolean quoted;

    /** @param plain says letters and digits without signs */
    ExactSpeech(UnaryOperator<String> plain) {
        this.plain = plain;
    }

    /** Where the question ends in this text that waits for a yes; 0 if the text is none. */
    static int questionEnd(String text) {
        String stripped = text.stripTrailing();
        for (String end : QUESTIONS) {
            if (stripped.endsWith(end)) {
                return stripped.length() - end.length() + 1;
            }
        }
        return 0;
    }

    /** Says a part of the question between two blanks. */
    String said(String written) {
        List<String> said = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        int end = written.length();
        for (int i = 0; i < end; ) {
            int c = written.codePointAt(i);
            i += Character.charCount(c);
            if (isOfWord(c) || (c == '\'' && !quoted && run.length() > 0 && i < end)) {
                run.appendCodePoint(c);
                continue;
            }
            flush(run, said);
            if (quoted && c == '\\' && i < end) {
                said.add(name(written.codePointAt(i)));
                i++;
            } else if (c == '"') {
                said.add(quoted ? "end quote" : "quote");
                quoted = !quoted;
            } else if (quoted || i < end || c == ',') {
                said.add(name(c));
            } else if (".?!;:".indexOf(c) < 0) {
                said.add(name(c));
            }
        }
        flush(run, said);
        return String.join(" ", said);
    }

    private void flush(StringBuilder run, List<String> said) {
        if (!run.isEmpty()) {
            String word = run.toString();
            boolean isName = NAMES.contains(word.toLowerCase(Locale.ROOT));
            said.add(isName ? "the word " + plain.apply(word) : plain.apply(word));
            run.setLength(0);
        }
    }

    private static boolean isOfWord(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }

    private static String name(int c) {
        String known = SIGNS.get(c);
        String name = known == null ? Character.getName(c) : null;
        return known != null
                ? known
                : (name == null
                        ? "unknown sign"
                        : name.toLowerCase(Locale.ROOT)
                                        .replaceAll("[^a-z]+", " ")
                                        .strip() + " sign");
    }
}
