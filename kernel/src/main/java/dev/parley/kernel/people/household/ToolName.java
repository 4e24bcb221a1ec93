package dev.parley.kernel.people.household;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tool names as the house compares them (ruling B18): {@code Open-Garage}, {@code openGarage} and the
 * {@code home__open_garage} of a server called home are all the command {@code open_garage}.
 */
public final class ToolName {
    /** What parts the name of a server from the name of its tool. A single underscore joins words and is none of them. */
    private static final String PREFIX_ENDS = "./:-#@|\\";

    private ToolName() {}

    /** Letters and digits only, in lower case, and in their plainest form where Unicode knows several. */
    public static String folded(String name) {
        StringBuilder kept = new StringBuilder();
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    /** The folded name, and what is left of it without each prefix that may be a server's; the whole name first. */
    static List<String> readings(String name) {
        List<String> readings = new ArrayList<>();
        readings.add(folded(name));
        for (int at = 1; at < name.length(); at++) {
            boolean isDouble = name.charAt(at) == '_' && name.charAt(at - 1) == '_';
            if (isDouble || PREFIX_ENDS.indexOf(name.charAt(at)) >= 0) {
                readings.add(folded(name.substring(at + 1)));
            }
        }
        return readings;
    }
}
