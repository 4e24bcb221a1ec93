package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding.Note;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a typed sentence asks for, by plain rules: the first that matches wins, and no match asks for nothing. A sentence that
 * denies, wonders or tells of the past asks for nothing either, whatever words it has.
 */
final class Intents {
    /** A tool and its arguments. */
    record Wish(String tool, Json.Obj arguments) {}

    /** @param arguments null for values that the tool does not take */
    private record Rule(Pattern pattern, String tool, Function<Matcher, Json.@Nullable Obj> arguments) {}

    private static final int LOUDEST = 10;
    private static final String ROOMS = "kitchen|bedroom|living room|bathroom|hall(?:way)?";
    private static final String LIGHTS = "(?:the )?(?:(?<room>[\\p{L} ]+?) )?(?:lights?|lamps?)\\b";
    private static final String LIT = "(?:turn|switch|put|flip|get)";
    private static final String POLITE = "(?: (?:please|now|for me|thanks|thank you))*[.!?]*$";
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("zero", 0),
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9),
            Map.entry("ten", 10));

    /** Words that turn a wish into its opposite, a question about others, or a story. */
    private static final Pattern NO_WISH = pattern(
            "\\b(?:don'?t|do not|need ?n[o']t|never|not|no need|won'?t|without|rather not|did|didn'?t|was|were|has"
                    + " been|have been|had|turned|opened|closed|switched|ordered|who|why|when|what if|if)\\b");

    private static final List<Rule> RULES = List.of(
            rule(LIT + " on " + LIGHTS, "turn_on_light", Intents::room),
            rule(LIT + " off " + LIGHTS, "turn_off_light", Intents::room),
            rule(LIT + " " + LIGHTS + " on\\b", "turn_on_light", Intents::room),
            rule(LIT + " " + LIGHTS + " off\\b", "turn_off_light", Intents::room),
            rule("(?:light up|illuminate|brighten)(?: the)? (?<room>" + ROOMS + ")\\b", "turn_on_light", Intents::room),
            rule("(?:darken|black out)(?: the)? (?<room>" + ROOMS + ")\\b", "turn_off_light", Intents::room),
            rule("\\b(?<room>" + ROOMS + ") (?:lights?|lamps?) on\\b", "turn_on_light", Intents::room),
            rule("\\b(?<room>" + ROOMS + ") (?:lights?|lamps?) off\\b", "turn_off_light", Intents::room),
            rule("\\b(?:close|shut) (?:the )?(?:front )?door\\b", "close_door", Intents::nothing),
            rule("\\bopen (?:up )?(?:the |my |our )?garage\\b", "open_garage", Intents::nothing),
            rule(
                    "\\b(?:disable|disarm|deactivate|turn off|switch off) (?:the )?alarm\\b",
                    "disable_alarm",
                    Intents::nothing),
            rule("\\b(?:turn|switch) the alarm off\\b", "disable_alarm", Intents::nothing),
            rule("\\bvolume (?:(?:down|up) )?(?:to |at )?(?<level>[\\p{L}\\p{N}.-]+)", "set_volume", Intents::level),
            rule("\\b(?:pause|stop|halt) (?:the |that )?(?:music|song)\\b", "pause_music", Intents::nothing),
            rule("\\b(?:delete|forget|erase) (?:all|everything)\\b", "delete_all_data", Intents::nothing),
            rule("\\bout of (?<item>[\\p{L}]+)\\b.*\\b(?:buy|order|get)\\b", "order", Intents::item),
            rule("\\b(?:order|buy|get me) (?:some |a |an |the |us )?(?<item>[\\p{L}\\p{N} ]+)", "order", Intents::item),
            rule("\\b(?:weather|forecast)(?: (?:like )?(?:in|for|at) (?<city>[\\p{L} ]+))?", "weather", Intents::city),
            rule("\\bdoes it (?:rain|snow) in (?<city>[\\p{L} ]+)", "weather", Intents::city),
            rule("\\bis it (?:raining|snowing|sunny|cold|warm) in (?<city>[\\p{L} ]+)", "weather", Intents::city));

    private static final Pattern KEEP =
            pattern("^(?:please )?remember(?: that)? my (?<field>[\\p{L} ]+?) is (?<value>.+)$");
    private static final Pattern TELL = pattern("^what(?: is|'s) my (?<field>[\\p{L} ]+)\\?*$");

    private Intents() {}

    private static Rule rule(String pattern, String tool, Function<Matcher, Json.@Nullable Obj> arguments) {
        return new Rule(pattern(pattern), tool, arguments);
    }

    static Pattern pattern(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** Whether a sentence only denies something, asks about it or tells of it. */
    static boolean isNoWish(String sentence) {
        return NO_WISH.matcher(sentence).find();
    }

    static @Nullable Wish of(String sentence) {
        if (isNoWish(sentence)) {
            return null;
        }
        for (Rule rule : RULES) {
            Matcher found = rule.pattern().matcher(sentence);
            Json.Obj arguments = found.find() ? rule.arguments().apply(found) : null;
            if (arguments != null) {
                return new Wish(rule.tool(), arguments);
            }
        }
        return null;
    }

    /** What is wrong with the values of a sentence that would be a wish otherwise; null where nothing is. */
    static @Nullable String outOfRange(String sentence) {
        boolean aboutVolume = pattern("\\bvolume (?:(?:down|up) )?(?:to |at )?[\\p{L}\\p{N}.-]+")
                .matcher(sentence)
                .find();
        return aboutVolume && !isNoWish(sentence) ? "The volume goes from 0 to " + LOUDEST + "." : null;
    }

    static @Nullable Note note(String sentence) {
        Matcher keep = KEEP.matcher(sentence.strip());
        if (keep.find()) {
            String value = keep.group("value").replaceAll("[.!]+$", "").strip();
            String field = field(keep.group("field"));
            String kept = field.equals("birthdate") ? Dates.iso(value) : value;
            return kept == null || kept.isEmpty() ? null : new Note(field, kept);
        }
        Matcher tell = TELL.matcher(sentence.strip());
        return tell.find() ? new Note(field(tell.group("field")), null) : null;
    }

    /** Whether somebody asks what the house remembers of them. */
    static boolean asksForMemories(String sentence) {
        return plain(sentence).matches("what do you (?:remember|know)(?: (?:about|of) me)?");
    }

    /** Whether somebody asks who they are ("me") or who else is here ("others"); null if neither. */
    static @Nullable String asksWho(String sentence) {
        return switch (plain(sentence)) {
            case "who am i", "do you know who i am", "do you know me" -> "me";
            case "who is here", "whos here", "who else is here", "is anybody else here", "are we alone" -> "others";
            default -> null;
        };
    }

    /** The field of a profile that people call so. */
    static String field(String said) {
        String field = said.strip().toLowerCase(Locale.ROOT).replace(' ', '_');
        return field.equals("birthday") || field.equals("date_of_birth") ? "birthdate" : field;
    }

    /** What the sentence says about who is here, in the words of the mode machine, or null. */
    static @Nullable String statement(String sentence) {
        return switch (plain(sentence)) {
            case "someone arrived",
                    "somebody arrived",
                    "someone is here",
                    "somebody is here",
                    "someone came in",
                    "somebody came in",
                    "a stranger arrived",
                    "a stranger is here",
                    "there is a stranger here",
                    "we have a visitor",
                    "we have visitors",
                    "a visitor is here",
                    "a visitor arrived",
                    "i have a visitor" -> "someone arrived";
            case "we are alone",
                    "i am alone",
                    "were alone",
                    "im alone",
                    "we are alone now",
                    "i am alone now",
                    "we are alone again",
                    "everybody has left",
                    "everyone has left",
                    "nobody else is here" -> "we are alone";
            default -> null;
        };
    }

    private static String plain(String sentence) {
        return sentence.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L} ]", "").strip();
    }

    private static Json.Obj nothing(Matcher ignored) {
        return Json.Obj.EMPTY;
    }

    private static Json.Obj room(Matcher found) {
        String room = found.group("room");
        return Json.Obj.EMPTY.with(
                "room", room == null ? "living room" : room.strip().toLowerCase(Locale.ROOT));
    }

    private static Json.@Nullable Obj level(Matcher found) {
        String said = found.group("level").toLowerCase(Locale.ROOT).replaceAll("[.-]+$", "");
        Integer word = NUMBERS.get(said);
        if (word != null) {
            return Json.Obj.EMPTY.with("level", (long) word);
        }
        boolean fits = said.matches("\\d{1,2}") && Integer.parseInt(said) <= LOUDEST;
        return fits ? Json.Obj.EMPTY.with("level", Long.parseLong(said)) : null;
    }

    private static Json.@Nullable Obj item(Matcher found) {
        String item = tidy(found.group("item"));
        return item.isEmpty() || item.matches("(?i)some|it|that|this|one|more")
                ? null
                : Json.Obj.EMPTY.with("item", item);
    }

    private static Json.Obj city(Matcher found) {
        String city = found.group("city");
        return Json.Obj.EMPTY.with("city", city == null ? "Rome" : tidy(city));
    }

    private static String tidy(String words) {
        return words.strip().replaceAll("(?i)" + POLITE, "").strip();
    }
}
