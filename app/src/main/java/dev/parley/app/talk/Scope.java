package dev.parley.app.talk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /** What may stand before a wish in its clause without changing it, and what may follow. */
    private static final Pattern LEAD = Patterns.anyCase(
            "(?:(?:please|can|could|would|will|you|kindly|just|hey|hi|hello|ok|okay|now|so|and|then|i|i'd|i'll|we|we'd|want|need|needs?|would|like|love|to|have|let's|let|us|go"
                    + "|ahead|time|it's|its|may|should|be|so|kind|as|a|dear|good|nice|do|me|favou?r|quickly|simply|first|alright|all|right|yes|yep|sure|no|thanks|the|that|this|my|our|some|of|for|already|the room|house"
                    + "|well|oh|um|uh|er|maybe|mind|able|glad|happy|if|great|wonderful|lovely|parley|home|computer|try|help|manage|get|make|going|come|on|got|ask|asking|request|order|command|i'm|wondering|quick|once|more|again"
                    + "|what's|what|is|how's|how|tell|give|show|check|about|does|know|look|up|find|out|see|read|say|today's|today|current|currently|weather|report|latest|will|i'm|curious|interested|in|are|we're|ran|run|out|nearly|almost|completely)[ ,.!:]*)*");

    private static final Pattern TAIL = Patterns.anyCase(
            "[ ,.!?]*(?:(?:please|now|again|for (?:me|us|the \\p{L}+|a bit)|thanks|thank you|many thanks|quickly|quick|fast|too|as well|doors?|system|right|away|immediately|at once|dear|will|would|could|can|you|ok|okay|already|all|a|bit"
                    + "|little|up|down|there|over|here|then|today|kindly|behind (?:me|us|you|him|her)|after you|darling|sweetie|love|mate|buddy|of|it|is|that|this|completely|entirely|totally|both|one|so|because|to|since|as|in|the|my|our|on|off|out|lights?|lamps?|lighting"
                    + "|data|memory|memories|information|records?|about|me|us|know|have|stored|saved|everything|every|forever|for good|i|we|were|are|am|'m|i'm|we're|want|need|like|or|what|which|ever|music|songs?|playing|front|house|alarm|garage|parley|ana|ben)[ ,.!?]*)*");
    private static final Pattern ANOTHER = Patterns.anyCase("\\b(?:and|then|plus|&)\\b.*\\b(?:ones?|too|as well)\\b");

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

    /** The sentence without politeness. */
    static String plain(String sentence) {
        String straight = APOSTROPHE.matcher(sentence).replaceAll("'");
        return POLITE.matcher(straight).replaceAll(" ").replaceAll("\\s+", " ").strip();
    }

    /** What keeps this from being done; null if nothing does. {@code tool} is empty if no tool is meant. */
    static @Nullable Hold of(String sentence, String tool) {
        String plain = plain(sentence);
        for (Hold hold : HOLDS) {
            boolean isOneRoom = hold.name().equals(EVERYWHERE) && Slots.room(plain) != null;
            if (!isOneRoom && hold.holds(plain, tool)) {
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

    /** Whether nothing but what changes nothing stands around a wish in its own clause. */
    static boolean isBare(String sentence, int start, int end) {
        String before = sentence.substring(0, start).replaceFirst("^.*[,.;:!?](?=[^,.;:!?]*$)", "");
        String after = Slots.withoutRooms(sentence.substring(end).replaceFirst("[,.;:!?].*$", ""));
        return LEAD.matcher(before.strip()).matches()
                && TAIL.matcher(after.strip()).matches();
    }
}
