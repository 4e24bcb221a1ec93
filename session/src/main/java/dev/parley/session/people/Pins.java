package dev.parley.session.people;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The PINs by which people prove who they are. What may be a PIN leaves the words before anything of them is recorded; it is
 * kept here, in memory, until the words are taken in.
 */
final class Pins {
    /** What stands in the words where a PIN was. */
    static final String MASK = "[pin]";

    private static final int LENGTH_MIN = 4;
    private static final int OFFERED_MAX = 16;
    private static final List<String> DIGITS =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine");
    private static final String DIGIT = "(?:\\d|\\b(?:" + String.join("|", DIGITS) + "|oh)\\b)";
    private static final Pattern NUMBER =
            Pattern.compile(DIGIT + "(?:[ ,-]{0,2}" + DIGIT + "){3,11}(?!\\d)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PROVES =
            Pattern.compile("\\b(?:pin|code|password|i am|i'?m|it'?s|this is|my name is)\\b", Pattern.CASE_INSENSITIVE);

    private final Map<String, String> pins;
    private final Deque<String> offered = new ArrayDeque<>();

    Pins(Map<String, String> pins) {
        this.pins = Map.copyOf(pins);
    }

    boolean has(String person) {
        return pins.containsKey(person);
    }

    boolean fits(String person, String pin) {
        return pin.equals(pins.get(person));
    }

    /**
     * The words without what may be a PIN.
     *
     * @param expected whether the house waits for one, so that every number counts
     */
    String masked(String text, boolean expected) {
        return masked(text, expected, _ -> {});
    }

    /** The same, and the PIN is kept until the words are taken in. */
    String confided(String text, boolean expected) {
        return masked(text, expected, pin -> {
            if (offered.size() < OFFERED_MAX) {
                offered.add(pin);
            }
        });
    }

    private String masked(String text, boolean expected, Consumer<String> found) {
        if (pins.isEmpty()) {
            return text;
        }
        boolean any = expected || PROVES.matcher(text).find();
        Matcher numbers = NUMBER.matcher(text);
        return numbers.replaceAll(number -> {
            String pin = digits(number.group());
            if (pin.length() < LENGTH_MIN || !(any || pins.containsValue(pin))) {
                return Matcher.quoteReplacement(number.group());
            }
            found.accept(pin);
            return Matcher.quoteReplacement(MASK);
        });
    }

    private static String digits(String number) {
        String plain = number.toLowerCase(Locale.ROOT).replace("oh", "zero");
        for (int digit = 0; digit < DIGITS.size(); digit++) {
            plain = plain.replace(DIGITS.get(digit), Integer.toString(digit));
        }
        return plain.replaceAll("\\D", "");
    }

    /** The PIN in words that are taken in now; null if they have none. */
    @Nullable
    String take(String masked) {
        return masked.contains(MASK) ? offered.poll() : null;
    }
}
