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
    private static final String POLITE =
            "(?: (?:please|now|right now|today|tomorrow|tonight|for me|thanks|thank you))*[.!?]*$";
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
    private static final Pattern NO_WISH = pattern("\\b(?:don'?t|do not|need"
            + " ?n[o']t|shouldn'?t|mustn'?t|isn'?t|aren'?t|wasn'?t|doesn'?t|hasn'?t|haven'?t|never|not|no"
            + " need|won'?t|without|rather not|nobody|no one|did|didn'?t|was|were|has been|have"
            + " been|had|who|why|when|what if|if|(?:i|you|he|she|we|they|somebody|someone) (?:just |already"
            + " )?(?:turned|opened|closed|switched|ordered))\\b");

    /** Somebody did something, by name. */
    private static final Pattern STORY =
            Pattern.compile("^\\p{Lu}\\p{L}+ (?:turned|opened|closed|switched|ordered|paused|disabled)\\b");

    /** A question whether something is so asks for nothing, unless it is about the weather. */
    private static final Pattern WHETHER = pattern(
            "^(?:is|are|do|does)\\b(?!.*\\b(?:weather|rain\\w*|snow\\w*|sunny|wind\\w*|cold|warm|umbrella)\\b)");

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
            rule("\\b(?:pause|stop|halt) (?:the |that )?(?:music|song)\\b", "pause_music", Intents::nothing),
            rule("\\b(?:delete|forget|erase) (?:all|everything)\\b", "delete_all_data", Intents::nothing),
            rule("\\bout of (?<item>[\\p{L}]+)\\b.*\\b(?:buy|order|get)\\b", "order", Intents::item),
            rule("\\b(?:order|buy|get me) (?:some |a |an |the |us )?(?<item>[\\p{L}\\p{N} ]+)", "order", Intents::item),
            rule(
                    "\\b(?:weather|forecast) (?:like |be |be like )?(?:in|for|at) (?<city>[\\p{L} ]+)",
                    "weather",
                    Intents::city),
            rule(
                    "^(?:the |what(?:'s| is) the |how(?:'s| is) the )?(?:weather|forecast)(?: like)?(?: today)?[.!?]*$",
                    "weather",
                    Intents::here),
            rule("\\bdoes it (?:rain|snow) in (?<city>[\\p{L} ]+)", "weather", Intents::city),
            rule("\\bis it (?:raining|snowing|sunny|cold|warm) in (?<city>[\\p{L} ]+)", "weather", Intents::city));

    private static final Pattern HELLO = pattern("\\b(?:hello|hi|good morning|good evening)\\b");
    private static final Pattern GREETS =
            pattern("^(?:hello|hi|good morning|good evening|hey)[.!]*$|\\bhelp\\b|what can you do");
    private static final Pattern ABOUT_VOLUME = pattern("\\bvolume\\b");
    private static final Pattern KEEP =
            pattern("^(?:please )?(?:remember|note|keep in mind|know|(?:don'?t|do not) forget)(?: that)? my"
                    + " (?<field>[\\p{L} ]+?) is (?<value>.+)$");
    private static final Pattern KEEP_IT = pattern(
            "^my (?<field>[\\p{L} ]+?) is (?<value>.+?),? (?:please )?(?:remember|note|keep) (?:that|it)[.!]*$");
    private static final Pattern STRANGER =
            pattern("^(?:the|a|an) (?!weather|door|garage|alarm|music|light)\\p{L}+ (?:is here|is at the door|has"
                    + " arrived|arrived|came in|just came in)[.!]*$|^(?:there is |there'?s"
                    + " )?(?:somebody|someone)\\b.*\\b(?:came in|is here|arrived|entered|walked in)\\b[^?]*$");
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
        return NO_WISH.matcher(sentence).find()
                || STORY.matcher(sentence).find()
                || WHETHER.matcher(sentence).find();
    }

    static @Nullable Wish of(String sentence) {
        if (isNoWish(sentence)) {
            return null;
        }
        String said = ABOUT_VOLUME.matcher(sentence).find() ? Slots.number(sentence) : null;
        Long level = said == null ? null : level(said);
        if (level != null) {
            return new Wish("set_volume", Json.Obj.EMPTY.with("level", level));
        }
        for (Rule rule : RULES) {
            Matcher found = rule.pattern().matcher(sentence);
            Json.Obj arguments = found.find() ? rule.arguments().apply(found) : null;
            if (arguments != null) {
                return new Wish(rule.tool(), arguments.has("room") ? inRoom(arguments, sentence) : arguments);
            }
        }
        return null;
    }

    /** A room that is named anywhere in the sentence. */
    private static Json.Obj inRoom(Json.Obj arguments, String sentence) {
        String room = Slots.room(sentence);
        return room == null ? arguments : arguments.with("room", room);
    }

    /** What is wrong with the values of a sentence that would be a wish otherwise; null where nothing is. */
    static @Nullable String outOfRange(String sentence) {
        String said = ABOUT_VOLUME.matcher(sentence).find() ? Slots.number(sentence) : null;
        return said != null && level(said) == null && !isNoWish(sentence)
                ? "The volume goes from 0 to " + LOUDEST + "."
                : null;
    }

    static @Nullable Note note(String sentence) {
        Matcher first = KEEP.matcher(sentence.strip());
        Matcher second = KEEP_IT.matcher(sentence.strip());
        Matcher keep = first.find() ? first : second.find() ? second : null;
        if (keep != null) {
            String value = keep.group("value").replaceAll("[.!]+$", "").strip();
            String field = field(keep.group("field"));
            String kept = field.equals("birthdate") ? Dates.iso(value) : value;
            return kept == null || kept.isEmpty() ? null : new Note(field, kept);
        }
        Matcher tell = TELL.matcher(sentence.strip());
        return tell.find() ? new Note(field(tell.group("field")), null) : null;
    }

    /** Whether there is an answer to this sentence, a call or words. */
    static boolean isAnswered(String sentence) {
        String lower = sentence.toLowerCase(Locale.ROOT);
        return of(sentence) != null
                || outOfRange(sentence) != null
                || asksForMemories(sentence)
                || asksWho(sentence) != null
                || GREETS.matcher(lower).find();
    }

    /** Whether somebody only greets, or asks for help. */
    static boolean greets(String sentence) {
        return HELLO.matcher(sentence).find();
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
            default -> STRANGER.matcher(sentence.strip()).find() ? "someone arrived" : null;
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

    private static @Nullable Long level(String said) {
        String plain = said.toLowerCase(Locale.ROOT);
        Integer word = NUMBERS.get(plain);
        if (word != null) {
            return (long) word;
        }
        return plain.matches("\\d{1,2}") && Integer.parseInt(plain) <= LOUDEST ? Long.valueOf(plain) : null;
    }

    private static Json.@Nullable Obj item(Matcher found) {
        String item = tidy(found.group("item"))
                .replaceFirst("(?i)^(?:(?:for|us|me|some|a|an|the|more)\\b ?)+", "")
                .strip();
        return item.isEmpty() || item.matches("(?i)it|that|this|one|more|something|anything|things?")
                ? null
                : Json.Obj.EMPTY.with("item", item);
    }

    private static Json.@Nullable Obj city(Matcher found) {
        String city = found.group("city");
        return city == null ? null : Json.Obj.EMPTY.with("city", tidy(city));
    }

    /** A question about the weather alone is about the weather here. */
    private static Json.Obj here(Matcher ignored) {
        return Json.Obj.EMPTY.with("city", "Rome");
    }

    private static String tidy(String words) {
        return words.strip().replaceAll("(?i)" + POLITE, "").strip();
    }
}
