package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values in a sentence that is worded freely: rooms, people, numbers, cities, items, names. Found by rules, and only what the
 * house knows where it knows all there are.
 *
 * @param people whom the house knows
 */
record Slots(List<String> people) {
    /** The rooms that the tools for lights take. */
    static final List<String> ROOMS = rooms();

    /** The greatest volume that the tool for it takes. */
    static final int LOUDEST = Objects.requireNonNull(
                    Devices.argument("set_volume", "level").number("maximum"))
            .intValue();

    private static final Pattern ROOM = Patterns.anyCase("\\b(" + String.join("|", ROOMS) + ")(?:way)?\\b");
    private static final Pattern INSTEAD = Patterns.anyCase(
            "^(?:(?:no|sorry|oops|wait|i mean|i meant|rather|actually|not that one)\\b[,.]? ?)+(?:in )?(?:the )?(?<room>"
                    + String.join("|", ROOMS) + ")(?: lights?| lamps?)?(?: please)?[.!]*$");
    private static final Pattern IN_ROOM = Patterns.anyCase(
            "\\b(?:in|of|for|from|at|to|inside) (?:the |my |our )?(?:" + String.join("|", ROOMS) + ")(?:way)?\\b");
    private static final Pattern PLACE =
            Patterns.anyCase("\\b(?:in|inside|outside|at|of|under|above|near|behind|by|around|over|from|for)"
                    + " (?!(?:me|us|you|him|her|them|here|my sake|a change|now|once|least|last|all|case|please|today|it|behind|general|this house|the house|our house|my"
                    + " house|the front|the car|my car|the garage|my garage|our garage|garage|work|home)\\b)(?:(?:the|my|our|this|that|his|her|their|an?|\\p{L}+'s) )*\\p{L}+"
                    + "|\\boutside\\b|\\boutdoors\\b");
    private static final Pattern NUMBER = Patterns.anyCase(
            "(?<![\\p{L}\\d])(?:minus |-)?(?:\\d+(?:[.,]\\d+)?"
                    + "|zero|(?<!\\b(?:this|that|the|which|another|next|last|any|every|each|no) )one(?! (?:more|of|thing))|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)\\b");
    private static final Pattern CITY = Pattern.compile(
            "\\b(?:[Ii]n|[Ff]or|[Oo]ver|[Aa]t|[Tt]o|[Hh]ow's|[Hh]ow is) (?<city>\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)"
                    + "|(?<owner>\\p{Lu}\\p{L}{1,40}+)'s weather|^(?:[Ww]eather|[Ff]orecast),? (?<only>\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)");
    /** Cities that many people ask about, as a pattern; any other is one by its place in the sentence. */
    static final String CITIES =
            String.join("|", Phrases.text("cities.txt").strip().split("\\s*\\R\\s*", -1));

    private static final Pattern KNOWN_CITY = Patterns.anyCase("\\b(?<city>" + CITIES + ")\\b");
    private static final String SOME = "(?:(?:me|us|some|any|a|an|the|more|new|of|hold of|in) )*";
    private static final List<Pattern> ITEMS = List.of(
            Patterns.anyCase(
                    "\\b(?:out of|finished the|an order for|shop for|send for|feel like) " + SOME + "(?<item>\\p{L}+)"),
            Patterns.anyCase(
                    "\\b(?:no|no more|not any|not any more) (?<item>\\p{L}+)(?: left\\b|(?=,|;|\\.| so| and))"),
            Patterns.anyCase("\\bhave " + SOME + "(?<item>\\p{L}+) (?:delivered|sent)\\b"),
            Patterns.anyCase("\\bput " + SOME + "(?<item>\\p{L}+) on\\b"),
            Patterns.anyCase("\\b(?:order|buy|purchase|need|get) " + SOME + "(?<item>\\p{L}+)"),
            Patterns.anyCase("^(?<item>\\p{L}+) please\\b"));
    private static final Pattern ORDERS =
            Patterns.anyCase("\\b(?:order|buy|purchase|shop|deliver\\w*|send for|out of|get \\w+|left)\\b");
    private static final Set<String> NO_ITEMS = Set.of(
            "it",
            "some",
            "one",
            "that",
            "this",
            "something",
            "anything",
            "order",
            "to",
            "you",
            "please",
            "for",
            "now",
            "things",
            "me",
            "us",
            "light",
            "lights",
            "car",
            "door",
            "alarm",
            "garage",
            "music",
            "volume",
            "from",
            "left",
            "hold");
    private static final Pattern THING =
            Patterns.anyCase("\\b(garage|front door|door|lights?|music|volume|stereo|alarm|robot|vacuum|mower)\\b");
    private static final Pattern NAME = Pattern.compile(
            "(?i:go by|as|called|the name|call me|calls me|nickname is|say|prefer|me) (?<name>\\p{Lu}\\p{L}+)");

    private static final int ANSWER_WORDS = 4;
    private static final Pattern ANSWER_LEAD = Patterns.anyCase(
            "^(?:(?:in|at|for|to|of|with|the|a|an|some|my|our|just|oh|well|um|make it|set it to|it is|it's|i mean|i said|call me|i am|i'm|take|only|then|and"
                    + "|yes|ok|okay|sure)\\b,? ?)+");
    private static final Pattern BARE = Pattern.compile("\\p{L}[\\p{L}'-]*(?: \\p{L}[\\p{L}'-]*){0,2}");
    private static final Set<String> NO_ANSWER = Scope.words("""
            a anything anywhere are bye can close could delete did do does done everything everywhere forget give go goodbye
            good hello help here hey hi him home how i if is it let lights maybe me my never nice no nobody nothing now open
            or order outside pause please really set she so sorry stop tell thank thanks that the there they this today
            tomorrow turn was wait we weather what whatever when where which who why will with would yes you your
            """);

    private static final Pattern UNNEEDED = Patterns.anyCase(
            "^(?:(?:well|so|ok|okay|oh|now),? )*(?:(?:i|we) (?:don'?t|do not|no longer) need|(?:nobody|no one) needs) (?:the |any )?"
                    + "(?:\\p{L}+ ){0,2}?(?:lights?|lamps?)\\b[^,;]*$");

    /** The room whose lights somebody no longer needs; null if these words are about no such room. */
    static @Nullable String unneeded(String sentence) {
        Set<String> rooms = UNNEEDED.matcher(sentence.strip()).find() ? rooms(sentence) : Set.of();
        return rooms.size() == 1 ? rooms.iterator().next() : null;
    }

    /** The sentence with one room, one person and one number for all, as the examples have them. */
    String likeAnExample(String sentence) {
        String plain = ROOM.matcher(sentence).replaceAll("kitchen");
        plain = NUMBER.matcher(plain).replaceAll("five");
        plain = CITY.matcher(plain)
                .replaceAll(found -> Matcher.quoteReplacement(found.group()
                        .replace(String.valueOf(found.group("city")), "Paris")
                        .replace(String.valueOf(found.group("owner")), "Paris")
                        .replace(String.valueOf(found.group("only")), "Paris")));
        String item = item(sentence);
        plain = item == null || !ORDERS.matcher(sentence).find()
                ? plain
                : plain.replaceFirst("(?i)\\b" + item + "\\b", "tea");
        for (String person : people) {
            plain = Patterns.anyCase("\\b" + person + "\\b").matcher(plain).replaceAll("Ben");
        }
        return plain;
    }

    private static List<String> rooms() {
        List<String> all = new ArrayList<>();
        if (Devices.argument("turn_on_light", "room").get("enum") instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> all.add(item instanceof Json.Str(String room) ? room : ""));
        }
        return List.copyOf(all);
    }

    /** The room that is meant instead of one that was named before; null if none is. */
    static @Nullable String instead(String sentence) {
        Matcher found = INSTEAD.matcher(sentence);
        return found.find() ? found.group("room").toLowerCase(Locale.ROOT) : null;
    }

    /** The rooms that are named, each once. */
    static Set<String> rooms(String sentence) {
        Set<String> all = new LinkedHashSet<>();
        ROOM.matcher(sentence).results().forEach(each -> all.add(each.group(1).toLowerCase(Locale.ROOT)));
        return all;
    }

    /** The one room that is named; null for none or several. */
    static @Nullable String room(String sentence) {
        Set<String> all = rooms(sentence);
        return all.size() == 1 ? all.iterator().next() : null;
    }

    /** The sentence without the rooms that it names. */
    static String withoutRooms(String sentence) {
        return ROOM.matcher(IN_ROOM.matcher(sentence).replaceAll(""))
                .replaceAll("")
                .replaceAll("\\s+", " ");
    }

    /** Whether a place is named that is none of the rooms. */
    static boolean namesOtherPlace(String sentence) {
        return PLACE.matcher(IN_ROOM.matcher(sentence).replaceAll("")).find();
    }

    /** The rooms there are, as a question. */
    static String whichRoom() {
        return "Which room: " + String.join(", ", ROOMS.subList(0, ROOMS.size() - 1)) + " or " + ROOMS.getLast() + "?";
    }

    /** The one number that is named; null for none or several. */
    static @Nullable String number(String sentence) {
        return only(NUMBER, 0, sentence);
    }

    /** What belongs in this place; null if the sentence has nothing for it, or more than one thing. */
    @Nullable
    String value(String place, String sentence) {
        return switch (place) {
            case "room" -> room(sentence);
            case "level" -> number(sentence);
            case "city" -> city(sentence);
            case "item" -> item(sentence);
            case "person" -> person(sentence);
            case "thing" -> only(THING, 1, sentence);
            case "name" -> only(NAME, 1, sentence);
            default -> null;
        };
    }

    /** The value for a place in words that only answer a question for it; null if they are something else. */
    @Nullable
    String answer(String place, String sentence) {
        if (Scope.isLong(sentence)) {
            return null;
        }
        String plain = ANSWER_LEAD
                .matcher(Scope.plain(sentence).replaceAll("[.!,]+$", ""))
                .replaceFirst("")
                .strip();
        if (plain.split("\\s+", -1).length > ANSWER_WORDS || sentence.contains("?")) {
            return null;
        }
        return switch (place) {
            case "city", "name" -> capital(bare(plain));
            case "item" -> bare(plain.toLowerCase(Locale.ROOT));
            default -> value(place, plain);
        };
    }

    private static @Nullable String bare(String words) {
        String first = words.split("\\s+", -1)[0].toLowerCase(Locale.ROOT);
        return BARE.matcher(words).matches() && !NO_ANSWER.contains(first) ? words : null;
    }

    private static @Nullable String capital(@Nullable String words) {
        return words == null ? null : HouseReplies.named(words);
    }

    private static @Nullable String only(Pattern pattern, int group, String sentence) {
        List<String> found = new ArrayList<>();
        pattern.matcher(sentence).results().forEach(each -> found.add(each.group(group)));
        return found.size() == 1 ? found.getFirst() : null;
    }

    private static @Nullable String city(String sentence) {
        Matcher named = CITY.matcher(sentence);
        if (named.find()) {
            String city = named.group("city") == null ? named.group("owner") : named.group("city");
            return city == null ? named.group("only") : city;
        }
        Matcher known = KNOWN_CITY.matcher(sentence);
        return known.find() ? known.group("city") : null;
    }

    private static @Nullable String item(String sentence) {
        for (Pattern pattern : ITEMS) {
            Matcher found = pattern.matcher(sentence);
            while (found.find()) {
                String item = found.group("item").toLowerCase(Locale.ROOT);
                if (!NO_ITEMS.contains(item)) {
                    return item;
                }
            }
        }
        return null;
    }

    private @Nullable String person(String sentence) {
        List<String> found = people.stream()
                .filter(person -> Patterns.anyCase("\\b" + person + "\\b")
                        .matcher(sentence)
                        .find())
                .toList();
        return found.size() == 1 ? HouseReplies.named(found.getFirst()) : null;
    }
}
