package dev.parley.kernel.people.household;

import dev.parley.kernel.people.LookAlikes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Tool names as the house compares them (ruling B18): {@code Open-Garage}, {@code openGarage} and the
 * {@code home__open_garage} of a server called home are all the command {@code open_garage}.
 */
public final class ToolName {
    /** What parts the name of a server from the name of its tool. A single underscore joins words and is none of them. */
    private static final String PREFIX_ENDS = "./:-#@|\\";

    private static final Pattern NUMBER_AT_END = Pattern.compile("\\p{Nd}+$");

    private ToolName() {}

    /** Letters and digits only, in their plainest form; a zero is the letter that it looks like. */
    public static String folded(String name) {
        String plain = LookAlikes.plain(name);
        StringBuilder kept = new StringBuilder(plain.length());
        for (int at = 0; at < plain.length(); at += Character.charCount(plain.codePointAt(at))) {
            int c = plain.codePointAt(at);
            if (Character.isLetterOrDigit(c)) {
                kept.appendCodePoint(c == '0' ? 'o' : c);
            }
        }
        return kept.toString();
    }

    /**
     * The folded name, what is left of it without each prefix that may be a server's, and the name without a number at its
     * end; the whole name first.
     */
    static List<String> readings(String name) {
        List<String> readings = new ArrayList<>();
        readings.add(folded(name));
        for (int at = 1; at < name.length(); at++) {
            boolean isDouble = name.charAt(at) == '_' && name.charAt(at - 1) == '_';
            if (isDouble || PREFIX_ENDS.indexOf(name.charAt(at)) >= 0) {
                readings.add(folded(name.substring(at + 1)));
            }
        }
        for (String reading : List.copyOf(readings)) {
            if (isNumbered(reading)) {
                readings.add(NUMBER_AT_END.matcher(reading).replaceAll(""));
            }
        }
        return readings;
    }

    private static boolean isNumbered(String reading) {
        return !reading.isEmpty() && Character.isDigit(reading.codePointBefore(reading.length()));
    }
}
