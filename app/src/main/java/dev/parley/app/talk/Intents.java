package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding;
import dev.parley.session.people.Understanding.Note;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a typed sentence asks for, by plain rules: the first that matches wins, and no match asks for nothing. */
final class Intents {
    /** A tool and its arguments. */
    record Wish(String tool, Json.Obj arguments) {}

    private record Rule(Pattern pattern, String tool, Function<Matcher, Json.Obj> arguments) {}

    private static final String LIGHTS = "(?:the )?(?<room>[\\p{L} ]+? )?lights?\\b";

    private static final List<Rule> RULES = List.of(
            rule("(?:turn|switch) on " + LIGHTS, "turn_on_light", Intents::room),
            rule("(?:turn|switch) off " + LIGHTS, "turn_off_light", Intents::room),
            rule("(?:turn|switch) (?:the )?(?<room>[\\p{L} ]+? )?lights? on\\b", "turn_on_light", Intents::room),
            rule("(?:turn|switch) (?:the )?(?<room>[\\p{L} ]+? )?lights? off\\b", "turn_off_light", Intents::room),
            rule("close (?:the )?(?:front )?door\\b", "close_door", Intents::nothing),
            rule("open (?:the )?garage\\b", "open_garage", Intents::nothing),
            rule("(?:disable|disarm|turn off|switch off) (?:the )?alarm\\b", "disable_alarm", Intents::nothing),
            rule(
                    "volume (?:to )?(?<level>\\d{1,2})\\b",
                    "set_volume",
                    found -> Json.Obj.EMPTY.with("level", Long.parseLong(found.group("level")))),
            rule("(?:pause|stop) (?:the )?music\\b", "pause_music", Intents::nothing),
            rule("(?:delete|forget) (?:all|everything)\\b", "delete_all_data", Intents::nothing),
            rule(
                    "order (?:some |a |an |the )?(?<item>[\\p{L}\\p{N} ]+)",
                    "order",
                    found -> Json.Obj.EMPTY.with("item", found.group("item").strip())),
            rule("weather(?: in (?<city>[\\p{L} ]+))?", "weather", found -> {
                String city = found.group("city");
                return Json.Obj.EMPTY.with("city", city == null ? "Rome" : city.strip());
            }));

    private Intents() {}

    private static Rule rule(String pattern, String tool, Function<Matcher, Json.Obj> arguments) {
        return new Rule(pattern(pattern), tool, arguments);
    }

    private static Pattern pattern(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    static @Nullable Wish of(String sentence) {
        for (Rule rule : RULES) {
            Matcher found = rule.pattern().matcher(sentence);
            if (found.find()) {
                return new Wish(rule.tool(), rule.arguments().apply(found));
            }
        }
        return null;
    }

    /** What a house takes from sentences by these rules. */
    static final Understanding UNDERSTANDING = new Understanding() {
        @Override
        public @Nullable String statement(String sentence) {
            return Intents.statement(sentence);
        }

        @Override
        public @Nullable Note note(String sentence) {
            return Intents.note(sentence);
        }
    };

    private static final Pattern KEEP =
            pattern("^(?:please )?remember(?: that)? my (?<field>[\\p{L} ]+?) is (?<value>.+)$");
    private static final Pattern TELL = pattern("^what(?: is|'s) my (?<field>[\\p{L} ]+)\\?*$");

    static @Nullable Note note(String sentence) {
        Matcher keep = KEEP.matcher(sentence.strip());
        if (keep.find()) {
            String value = keep.group("value").replaceAll("[.!]+$", "").strip();
            return value.isEmpty() ? null : new Note(field(keep), value);
        }
        Matcher tell = TELL.matcher(sentence.strip());
        return tell.find() ? new Note(field(tell), null) : null;
    }

    /** Whether somebody asks what the house remembers of them. */
    static boolean asksForMemories(String sentence) {
        return plain(sentence).matches("what do you (?:remember|know)(?: (?:about|of) me)?");
    }

    private static String field(Matcher found) {
        return found.group("field").strip().toLowerCase(Locale.ROOT).replace(' ', '_');
    }

    /** What the sentence says about who is here, in the words of the mode machine, or null. */
    static @Nullable String statement(String sentence) {
        return switch (plain(sentence)) {
            case "someone arrived", "somebody arrived", "someone is here" -> "someone arrived";
            case "we are alone", "i am alone" -> "we are alone";
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
        return Json.Obj.EMPTY.with("room", room == null ? "living room" : room.strip());
    }
}
