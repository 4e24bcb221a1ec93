package dev.parley.app.talk;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What somebody said of themself, told back to them. */
final class Retold {
    private static final Pattern CALLED = Patterns.anyCase("^call me (?<name>.+)$");
    /** Words that would be said of the house; who is who is then left as it was said. */
    private static final Pattern OF_THE_HOUSE = Patterns.anyCase("\\b(?:you|your|yours|yourself)\\b");

    private static final Map<String, String> TURNED = Map.ofEntries(
            Map.entry("i am", "you are"),
            Map.entry("i'm", "you are"),
            Map.entry("i was", "you were"),
            Map.entry("i've", "you have"),
            Map.entry("i'll", "you will"),
            Map.entry("i'd", "you would"),
            Map.entry("i", "you"),
            Map.entry("me", "you"),
            Map.entry("my", "your"),
            Map.entry("mine", "yours"),
            Map.entry("myself", "yourself"));
    private static final Pattern OF_ONESELF =
            Patterns.anyCase("\\b(?:i am|i'm|i was|i've|i'll|i'd|i|me|my|mine|myself)\\b(?!')");

    private Retold() {}

    static String of(String said) {
        Matcher called = CALLED.matcher(said);
        if (called.find()) {
            return "You told me to call you " + called.group("name") + ".";
        }
        return OF_THE_HOUSE.matcher(said).find()
                ? "You told me: \"" + said + "\"."
                : "You told me that "
                        + OF_ONESELF
                                .matcher(said)
                                .replaceAll(
                                        word -> TURNED.getOrDefault(word.group().toLowerCase(Locale.ROOT), ""))
                        + ".";
    }
}
