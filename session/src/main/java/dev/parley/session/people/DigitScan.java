package dev.parley.session.people;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a text has that may be a PIN, before it is known whether one is expected. It takes as long as the text is, whatever the
 * text is; it depends on nothing else, so another thread works it out before the words enter a conversation.
 *
 * @param alone whether nothing is said beside digits
 * @param naming whether a PIN is named
 * @param claiming whether somebody says who they are
 */
record DigitScan(String text, List<Found> found, boolean alone, boolean naming, boolean claiming) {
    /** A claim: a number after it that is long enough may be a PIN. */
    private static final Pattern PROVES = Pattern.compile(
            "\\b(?:pin|(?:pass)?code|password|i am|i'?m|it'?s|this is|my name is)\\b", Pattern.CASE_INSENSITIVE);
    /** Whoever says this says a PIN, however short it is so far. */
    private static final Pattern NAMES_IT =
            Pattern.compile("\\b(?:pin|(?:pass)?code|password)\\b", Pattern.CASE_INSENSITIVE);
    /** What may stand around the digits of somebody who says nothing else. It never goes back, so it needs no stack. */
    private static final Pattern NOTHING_ELSE = Pattern.compile(
            "(?:\\b(?:my|the|is|it'?s|pin|(?:pass)?code|password|number|uh|um|er|and|then|yes|okay|ok|so|ends|with)\\b|\\W|_)*+",
            Pattern.CASE_INSENSITIVE);

    /** What looks like a number and is a date, a year or a time. */
    private static final Pattern WHEN = Pattern.compile(
            "(?<![\\p{L}\\p{N}])(?:(?:19|20)\\d\\d-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\\d|3[01])"
                    + "|(?:january|february|march|april|may|june|july|august|september|october|november|december)"
                    + "(?: (?:the )?\\d{1,2}(?:st|nd|rd|th)?)?,? (?:19|20)\\d\\d"
                    + "|(?:in|since|year) (?:19|20)\\d\\d|[0-2]?\\d:[0-5]\\d)(?!\\W{0,3}\\p{N})",
            Pattern.CASE_INSENSITIVE);
    /** What says behind the last digits that one more follows. */
    private static final List<String> MORE = List.of("doubl" + "e", "triple");

    /**
     * Digits of the text.
     *
     * @param isWhen whether they are a date, a year or a time
     * @param mayGoOn whether nothing follows them but what says that one more does
     */
    record Found(SpokenDigits.Chain chain, boolean isWhen, boolean mayGoOn) {}

    DigitScan {
        found = List.copyOf(found);
    }

    static DigitScan of(String text) {
        return new DigitScan(
                text,
                found(text),
                NOTHING_ELSE.matcher(SpokenDigits.without(text)).matches(),
                NAMES_IT.matcher(text).find(),
                PROVES.matcher(text).find());
    }

    private static List<Found> found(String text) {
        List<SpokenDigits.Chain> chains = SpokenDigits.chains(text);
        List<Found> all = new ArrayList<>();
        Ending ending = chains.isEmpty() ? new Ending(0, 0, 0) : Ending.of(text);
        Matcher when = WHEN.matcher(text);
        boolean isMore = !chains.isEmpty() && when.find();
        for (SpokenDigits.Chain chain : chains) {
            while (isMore && when.end() < chain.end()) {
                isMore = when.find();
            }
            boolean isWhen = isMore && when.start() <= chain.start();
            all.add(new Found(chain, isWhen, ending.beginsBy(chain.end())));
        }
        return all;
    }

    /**
     * The end of a text that says nothing more.
     *
     * @param signs from here on there are signs alone
     * @param more here begins a word for more, with nothing but signs behind it, or -1
     * @param beforeMore from here to that word there are signs alone
     */
    private record Ending(int signs, int more, int beforeMore) {
        static Ending of(String text) {
            int last = lastWordEnd(text);
            boolean isMore = MORE.stream()
                    .anyMatch(each -> text.regionMatches(true, last - each.length(), each, 0, each.length()));
            int more = isMore ? last - MORE.getFirst().length() : -1;
            return new Ending(signsFrom(text, last), more, more < 0 ? 0 : signsFrom(text, more));
        }

        private static int lastWordEnd(String text) {
            int last = text.length();
            while (last > 0 && !isWordCharacter(text.charAt(last - 1))) {
                last--;
            }
            return last;
        }

        private static int signsFrom(String text, int end) {
            int from = end;
            while (from > 0 && !SpokenDigits.isLetterOrNumber(text.codePointBefore(from))) {
                from -= Character.charCount(text.codePointBefore(from));
            }
            return from;
        }

        private static boolean isWordCharacter(char each) {
            return each == '_' || (each < 128 && Character.isLetterOrDigit(each));
        }

        boolean beginsBy(int place) {
            return place >= signs || (more >= 0 && place <= more && place >= beforeMore);
        }
    }
}
