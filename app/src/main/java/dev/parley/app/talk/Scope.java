package dev.parley.app.talk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The words around a wish, from {@code scope.txt}: politeness, which says nothing about it; words that keep it from being done
 * at once, such as a denial, a condition, a later time, a quotation; and words that turn it into its opposite.
 */
final class Scope {
    private static final String FILE = "scope.txt";
    private static final String EVERYWHERE = "everywhere";
    private static final Pattern POLITE;
    private static final List<Hold> HOLDS = new ArrayList<>();
    private static final Map<String, Side> SIDES = new HashMap<>();
    private static final Pattern APOSTROPHE = Pattern.compile("[\u2018\u2019\u02bc]");

    /** Things of the house. What is about two of them is about two wishes. */
    private static final List<Pattern> THINGS = List.of(
            Patterns.anyCase("\\b(?:lights?|lamps?|lighting)\\b"),
            Patterns.anyCase("\\b(?<!garage )doors?\\b"),
            Patterns.anyCase("\\bgarage\\b(?! lights?| lamps?)"),
            Patterns.anyCase("\\b(?:alarm|security)\\b"),
            Patterns.anyCase("\\b(?:volume|sound|music|songs?|playback)\\b"),
            Patterns.anyCase("\\b(?:weather|forecast|umbrella)\\b"));

    private static final Pattern STATE = Patterns.anyCase(
            "\\b(?:is|are|'s|stands?|stayed|been) (?:still |too |so |wide |always |all |again )?(?:on|off|open|closed|shut|up|down)\\b|'s (?:on|off|open|closed|shut)\\b");
    private static final Pattern JOINED = Patterns.anyCase(
            "(?:,|;|\\.|!|\\band\\b|\\bthen\\b|\\bplus\\b|\\balso\\b|&|\\bbut\\b|\\bor\\b) *(?:(?:please|then|also|and|after that|could"
                    + " you|can you|you can|the) )*(?:turn|switch|put|set|open|close|shut|pause|stop|play|delete|erase|wipe|forget|order|buy|get"
                    + " (?:me|us)|disable|disarm|deactivate|lock|unlock|call|tell|show|dim|start|arm|raise|lower|light up|darken|mute|ring|clean|send|bring|go"
                    + " to|wake)\\b");
    private static final Pattern COMMAND = Patterns.anyCase(
            "\\b(?:turn|switch|put|set|open|close|shut|pause|stop|play|delete|erase|wipe|forget|order|buy|get"
                    + " (?:me|us)|disable|disarm|deactivate|light up|darken|mute)\\b");
    static final int LETTERS_MAX = 400;
    private static final Hold TOO_LONG = new Hold(
            "long",
            Pattern.compile(""),
            List.of(),
            List.of(),
            "That was too long for me. What shall I do, in a few words?");

    /** What may stand before a wish in its clause without changing it, and what may follow. */
    private static final Set<String> LEAD = words("""
            a able about again ahead all almost already alright and are as ask asking be can check come
            command completely computer could curious current currently dear do does er favor favour find
            first for get give glad go going good got great happy have hello help hey hi home house how
            how's i i'd i'll i'm if in interested is it's its just kind kindly know latest let let's like
            look love lovely make manage may maybe me mind more my nearly need needs nice no now of oh ok
            okay on once order our out parley please quick quickly ran read report request right room run
            say see should show simply so some sure tell thanks that the then this time to today today's try
            uh um up us want we we'd we're weather well what what's will wonderful wondering would yep yes
            you
            """);

    private static final Set<String> TAIL = words("""
            'm a about after again alarm all already am ana are as at away because behind ben bit both buddy
            can completely could darling data dear door doors down entirely ever every everything fast for
            forever front garage good have her here him house i i'm immediately in information is it kindly
            know lamp lamps light lighting lights like little love many mate me memories memory music my
            need now of off ok okay on once one or our out over parley playing please quick quickly record
            records right saved since so song songs stored sweetie system thank thanks that the then there
            this to today too totally up us want we we're well were what which will would you
            """);

    private static final Pattern FOR_IT = Patterns.anyCase("\\bfor the \\p{L}+");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}']+");

    private static final Pattern ANOTHER =
            Patterns.anyCase("(?m)^(?>.*?\\b(?:and|then|plus|&)\\b).*\\b(?:ones?|too|as well)\\b");

    /**
     * What keeps a wish from being done at once.
     *
     * @param says what is answered instead
     */
    record Hold(String name, Pattern words, List<String> only, List<String> never, String says) {
        private boolean holds(String sentence, String tool) {
            return (only.isEmpty() || only.contains(tool))
                    && !never.contains(tool)
                    && words.matcher(sentence).find();
        }
    }

    private record Side(Pattern own, Pattern opposite) {}

    static {
        // Plain lines, because the first sentence of a conversation should not wait for a reader of YAML.
        List<String> polite = new ArrayList<>();
        List<String> words = new ArrayList<>();
        Map<String, String> fields = new HashMap<>();
        Phrases.text(FILE)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    String name = line.substring(0, line.indexOf(' '));
                    String rest = line.substring(name.length() + 1);
                    switch (name) {
                        case "polite" -> polite.add(rest);
                        case "words" -> words.add(rest);
                        case "says" -> {
                            HOLDS.add(new Hold(
                                    fields.getOrDefault("hold", ""),
                                    pattern(words),
                                    list(fields.get("only")),
                                    list(fields.get("never")),
                                    rest));
                            words.clear();
                            fields.clear();
                        }
                        case "other" -> {
                            Pattern one = side(fields.getOrDefault("one", ""));
                            Pattern other = side(rest);
                            List<String> names = list(fields.get("sides"));
                            SIDES.put(names.getFirst(), new Side(one, other));
                            SIDES.put(names.getLast(), new Side(other, one));
                            fields.clear();
                        }
                        default -> fields.put(name, rest);
                    }
                });
        POLITE = pattern(polite);
    }

    private Scope() {}

    private static Pattern pattern(List<String> alternatives) {
        return Patterns.anyCase(
                alternatives.stream().map(each -> "(?:" + each + ")").collect(Collectors.joining("|")));
    }

    private static Pattern side(String words) {
        return Patterns.anyCase("(?:\\b|(?=n't))(?:" + words + ")\\b");
    }

    private static List<String> list(@Nullable String words) {
        return words == null ? List.of() : List.of(words.split(" ", -1));
    }

    /** The sentence without politeness, and with a comma between its reason and its wish. */
    static String plain(String sentence) {
        String straight = APOSTROPHE.matcher(sentence).replaceAll("'");
        String plain =
                POLITE.matcher(straight).replaceAll(" ").replaceAll("\\s+", " ").strip();
        return isLong(plain) ? plain : Clauses.parted(plain);
    }

    /** What keeps this from being done; null if nothing does. {@code tool} is empty if no tool is meant. */
    static @Nullable Hold of(String sentence, String tool) {
        if (isLong(sentence)) {
            return TOO_LONG;
        }
        String plain = plain(sentence);
        String unparted = plain.replace(", ", " ");
        for (Hold hold : HOLDS) {
            boolean isOneRoom = hold.name().equals(EVERYWHERE) && Slots.room(plain) != null;
            if (!isOneRoom && (hold.holds(plain, tool) || hold.holds(unparted, tool))) {
                return hold;
            }
        }
        return null;
    }

    /** Whether a sentence denies, tells, quotes, wonders or waits, so that nothing is to be done about it. */
    static boolean isHeld(String sentence) {
        return of(sentence, "") != null;
    }

    /** Whether it is held for this reason. */
    static boolean isHeld(String sentence, String name) {
        if (isLong(sentence)) {
            return true;
        }
        String plain = plain(sentence);
        return HOLDS.stream().anyMatch(hold -> hold.name().equals(name) && hold.holds(plain, ""));
    }

    /** Whether the sentence has words of the opposite side. How something is at present does not count beside what is wished. */
    static boolean isOpposed(String sentence, @Nullable String side) {
        Side pair = side == null ? null : SIDES.get(side);
        if (pair == null) {
            return false;
        }
        String wished = STATE.matcher(sentence).replaceAll(" ");
        return pair.opposite()
                .matcher(pair.own().matcher(wished).find() ? wished : sentence)
                .find();
    }

    /** Whether a text is longer than anything that is said in one breath; nothing is looked for in it. */
    static boolean isLong(String text) {
        return text.length() > LETTERS_MAX;
    }

    /** Whether the sentence has words of this side. */
    static boolean isOn(String sentence, @Nullable String side) {
        Side pair = side == null ? null : SIDES.get(side);
        return pair != null && pair.own().matcher(sentence).find();
    }

    /** Whether the sentence has words of this side that do not only say how something is. */
    static boolean isWished(String sentence, @Nullable String side) {
        return isOn(
                side != null && side.matches("on|off|open|closed")
                        ? STATE.matcher(sentence).replaceAll(" ")
                        : sentence,
                side);
    }

    /** Whether a thing of the house is named. */
    static boolean namesThing(String sentence) {
        return THINGS.stream().anyMatch(thing -> thing.matcher(sentence).find());
    }

    /** Whether more than one thing is wished for at once. */
    static boolean isSeveral(String sentence, String tool) {
        String plain = plain(sentence);
        boolean isOrder = tool.equals("order");
        Matcher first = COMMAND.matcher(plain);
        boolean isTwice = first.find() && JOINED.matcher(plain).find(first.end());
        return isTwice
                || (!isOrder && ANOTHER.matcher(plain).find())
                || (!isOrder
                        && THINGS.stream()
                                        .filter(thing -> thing.matcher(plain).find())
                                        .count()
                                > 1);
    }

    /** Words that are given by spaces and lines. */
    static Set<String> words(String all) {
        return Set.copyOf(List.of(all.strip().split("\\s+", -1)));
    }

    /** Whether a text has no other words than these. */
    static boolean has(String text, Set<String> only) {
        return BETWEEN_WORDS
                .splitAsStream(text.toLowerCase(Locale.ROOT))
                .allMatch(word -> word.isEmpty() || only.contains(word));
    }

    /** Whether nothing but what changes nothing stands around a wish in its own clause. */
    static boolean isBare(String sentence, int start, int end) {
        String before = sentence.substring(0, start).replaceFirst("^.*[,.;:!?](?=[^,.;:!?]*$)", "");
        String after = Slots.withoutRooms(sentence.substring(end).replaceFirst("[,.;:!?].*$", ""));
        return has(before, LEAD) && has(FOR_IT.matcher(after).replaceAll(""), TAIL);
    }
}
