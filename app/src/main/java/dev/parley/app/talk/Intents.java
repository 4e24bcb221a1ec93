package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a typed sentence asks for, by plain rules: the first that matches wins, and no match asks for nothing. What the words
 * around it say ({@link Scope}) and what its tool takes decide whether it is a wish, or what is asked back.
 */
final class Intents {
    /** A tool and its arguments. */
    record Wish(String tool, Json.Obj arguments) {}

    /**
     * What was found in a sentence.
     *
     * @param instead what is said instead of doing it; null if it can be done
     */
    record Found(Wish wish, @Nullable String instead) {
        /** What an answer to the question completes; null if nothing is asked, or something else. */
        @Nullable
        String offer() {
            return instead == null ? null : Offers.of(wish, instead);
        }
    }

    /** @param arguments null for values that the tool does not take */
    private record Rule(Pattern pattern, String tool, Function<Matcher, Json.@Nullable Obj> arguments) {}

    private static final String ROOMS = String.join("|", Slots.ROOMS) + "|hallway";
    private static final String LIGHTS =
            "(?:the |my |our |some |a )?(?:(?<room>[\\p{L}' ]{1,60}?) )?(?:lights?|lamps?|lighting)\\b";
    private static final String LIT = "\\b(?:turn|switch|put|flip|get|have|turning|switching|putting)";
    private static final String WANTED = "\\b(?:want|need|(?:would|'d) like) ";
    private static final String PLACE = " in (?:the |my |our )?(?:" + ROOMS + ")";
    private static final String LAMPS = "(?:lights?|lamps?|lighting),?";
    private static final String DOOR = "(?:the |that |this |my |our )?(?:front |house |entrance )?door\\b";
    private static final String POLITE =
            "(?: (?:please|now|right now|at the moment|at present|currently|today|tomorrow|tonight|for me|for us|thanks|thank you|there|over there))*[.!?]*$";

    private static final List<String> NUMBERS =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

    /** Somebody did something, by name. */
    private static final Pattern STORY =
            Pattern.compile("^\\p{Lu}\\p{L}+ (?:turned|opened|closed|switched|ordered|paused|disabled)\\b");

    /** The side of each tool whose words have an opposite. */
    private static final Map<String, String> SIDES = Map.of(
            "turn_on_light", "on",
            "turn_off_light", "off",
            "close_door", "closed",
            "open_garage", "open",
            "disable_alarm", "off",
            "pause_music", "off");

    /** The thing of each tool that can be done in one direction only. */
    private static final Map<String, Pattern> ONE_WAY = Map.of(
            "close_door", Patterns.anyCase("\\b(?:front |house )?door\\b(?<!garage door)"),
            "open_garage", Patterns.anyCase("\\bgarage\\b"),
            "disable_alarm", Patterns.anyCase("\\balarm\\b"),
            "pause_music", Patterns.anyCase("\\b(?:music|song)\\b"));

    private static final Pattern SETS_ALARM =
            Patterns.anyCase("\\bset (?:the|our|my) (?:burglar )?alarm\\b(?! (?:clock|for|to|at|off))");

    private static final Set<String> PLACED =
            Set.of("turn_on_light", "turn_off_light", "close_door", "open_garage", "disable_alarm");

    private static final List<Rule> RULES = List.of(
            rule(LIT + " on " + LIGHTS, "turn_on_light", Intents::room),
            rule(LIT + " off " + LIGHTS, "turn_off_light", Intents::room),
            rule(LIT + " " + LIGHTS + " on\\b", "turn_on_light", Intents::room),
            rule(LIT + " " + LIGHTS + " (?:off|out)\\b", "turn_off_light", Intents::room),
            rule("\\b(?:activate|enable|start|fire up) (?=the |my |our )" + LIGHTS, "turn_on_light", Intents::room),
            rule("\\bgive (?:me|us) (?=some |more )(?:more )?" + LIGHTS, "turn_on_light", Intents::room),
            rule("\\bget " + LIGHTS + " going\\b", "turn_on_light", Intents::room),
            rule(
                    "\\b(?:extinguish|kill|cut|deactivate|disable|put out|shut off|shut down) (?=the |my |our )"
                            + LIGHTS,
                    "turn_off_light",
                    Intents::room),
            rule(
                    "(?:light up|illuminate|brighten)(?: the| our| my)? (?<room>" + ROOMS + ")\\b",
                    "turn_on_light",
                    Intents::room),
            rule("(?:darken|black out)(?: the| our| my)? (?<room>" + ROOMS + ")\\b", "turn_off_light", Intents::room),
            rule("^(?:the )?(?<room>[\\p{L}]+(?: room)?) " + LAMPS + " on\\b", "turn_on_light", Intents::room),
            rule(
                    "^(?:the )?(?<room>[\\p{L}]+(?: room)?) " + LAMPS + " (?:off|out)\\b",
                    "turn_off_light",
                    Intents::room),
            rule("^(?:the )?" + LAMPS + " on in (?:the )?(?<room>[\\p{L}' ]+)", "turn_on_light", Intents::room),
            rule(
                    "^(?:the )?" + LAMPS + " (?:off|out) in (?:the )?(?<room>[\\p{L}' ]+)",
                    "turn_off_light",
                    Intents::room),
            rule(LIT + " " + LIGHTS + PLACE + " on\\b", "turn_on_light", Intents::room),
            rule(LIT + " " + LIGHTS + PLACE + " (?:off|out)\\b", "turn_off_light", Intents::room),
            rule(WANTED + LIGHTS + "(?:" + PLACE + ")?(?: to be)? on\\b", "turn_on_light", Intents::room),
            rule(WANTED + LIGHTS + "(?:" + PLACE + ")?(?: to be)? (?:off|out)\\b", "turn_off_light", Intents::room),
            rule(WANTED + "(?:the |my |our )?(?<room>" + ROOMS + ") lit\\b", "turn_on_light", Intents::room),
            rule(WANTED + "(?=some )" + LIGHTS + PLACE + "\\b", "turn_on_light", Intents::room),
            rule("\\bmake it (?:bright|light)(?:er)? in (?:the )?(?<room>[\\p{L}' ]+)", "turn_on_light", Intents::room),
            rule("\\bmake it dark(?:er)? in (?:the )?(?<room>[\\p{L}' ]+)", "turn_off_light", Intents::room),
            rule("\\b(?:close|shut|closing|shutting) " + DOOR, "close_door", Intents::nothing),
            rule("\\bmake sure (?:that )?" + DOOR + " is (?:closed|shut)\\b", "close_door", Intents::nothing),
            rule(
                    "\\b(?:get|have|pull|push|swing|want) " + DOOR + " (?:closed|shut)\\b",
                    "close_door",
                    Intents::nothing),
            rule("\\bfront door\\b[\\p{L}' ]*, (?:please )?(?:close|shut) it\\b", "close_door", Intents::nothing),
            rule("\\bopen(?:ing)? (?:up )?(?:the |my |our )?garage\\b", "open_garage", Intents::nothing),
            rule(
                    "\\b(?:want|need|(?:would|'d) like|let|put|roll|get|pop) (?:the |my |our )?garage(?: door)?(?: to be)? (?:open|opened|up)\\b",
                    "open_garage",
                    Intents::nothing),
            rule(
                    "\\b(?:disable|disarm|deactivate|turn off|switch off|shut off|kill|stop) (?:the |that |this |my |our )?(?:burglar )?alarm\\b",
                    "disable_alarm",
                    Intents::nothing),
            rule(
                    "\\b(?:turn|switch|shut|get|have) (?:the|that|this|my|our) (?:burglar )?alarm(?: system)? (?:switched off|turned off|off|disabled|disarmed|deactivated)\\b",
                    "disable_alarm",
                    Intents::nothing),
            rule(
                    "\\b(?:shut (?:the |my |our )?(?:(?:burglar|security|house) )?alarm (?:system )?down|(?:shut|turn|switch) (?:the |my |our )?(?:(?:burglar|security|house) )?alarm (?:system )?off)\\b",
                    "disable_alarm",
                    Intents::nothing),
            rule("\\bcancel (?:the |our )?(?:burglar |security |house )?alarm\\b", "disable_alarm", Intents::nothing),
            rule("^(?:the )?alarm off\\b", "disable_alarm", Intents::nothing),
            rule(
                    WANTED + "(?:the|my|our) (?:burglar )?alarm(?: to be)? (?:off|disabled|disarmed)\\b",
                    "disable_alarm",
                    Intents::nothing),
            rule(
                    "\\b(?:pause|stop|halt|hold(?! \\p{L}+ tune)|freeze|interrupt|pausing|stopping) (?:the |that |this |my |our )?(?:music|song|track|tune|playback)\\b",
                    "pause_music",
                    Intents::nothing),
            rule(
                    "\\bgive (?:the |that |this )?music a (?:break|rest)\\b|\\b(?:hit|press) pause\\b|\\bput (?:the )?(?:music|song) on (?:pause|hold)\\b",
                    "pause_music",
                    Intents::nothing),
            rule("^(?:please )?pause(?: (?:it|that|please|now))*[.!]*$", "pause_music", Intents::nothing),
            rule(
                    "\\b(?:delete|forget|erase|wipe|clear) (?:everything|all(?: of)?(?: (?:my|our|the|your|this|that|it))?(?:"
                            + " (?:data|memor\\w+|records?|information|of it))?)(?=[ ,.!?]*$| please| now| you| that| about| i | we |"
                            + " for |,)",
                    "delete_all_data",
                    Intents::nothing),
            rule(
                    "\\bout of (?<item>\\p{L}+(?: (?!(?:please|so|and|could|can|again)\\b)\\p{L}+)?)\\b.*\\b(?:buy|order|get)(?: (?:some|more|it|us|me|a|new|another|one|that))*[.!]*$",
                    "order",
                    Items::of),
            rule(
                    "\\bget (?:some|a|an) (?<item>[\\p{L}]+) from the (?:shop|store|supermarket|market)\\b",
                    "order",
                    Items::of),
            rule(
                    "\\b(?:place|put in|make) an order for (?:some |a |an |the )?(?<item>[\\p{L}\\p{N} ]+)",
                    "order",
                    Items::of),
            rule(
                    "(?<!\\bin )(?<!\\ban )\\b(?:order|buy|purchase|ordering|buying|get me|get us) (?:some |a |an |the |us |me )?(?<item>[\\p{L}\\p{N} ]+)",
                    "order",
                    Items::of),
            rule(
                    "\\b(?:weather|forecast) (?:today |now |going to )?(?:like |be |be like |today |over )*(?:in|for|at) (?<city>[\\p{L} ]+)",
                    "weather",
                    Intents::city),
            rule("^(?<city>" + Slots.CITIES + ")(?:'s)? (?:weather|forecast),?" + POLITE, "weather", Intents::city),
            rule(
                    "^(?:the |what(?:'s| is) the |how(?:'s| is) the )?(?:weather|forecast)(?: like)?(?: today)?[.!?]*$",
                    "weather",
                    Intents::anywhere),
            rule(
                    "\\bhow the weather (?:is|looks)(?: like)? (?:today |now )?in (?<city>[\\p{L} ]+)",
                    "weather",
                    Intents::city),
            rule(
                    "\\b(?:whether|if) it(?:'s| is) (?:raining|snowing|sunny|cold|warm) in (?<city>[\\p{L} ]+)",
                    "weather",
                    Intents::city),
            rule(
                    "^[\\p{L}' ]*\\b(?:in|to) (?<city>" + Slots.CITIES
                            + "|(?-i:\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)), (?:what|how)(?:'s| is) the (?:weather|forecast)(?: like)? there\\b",
                    "weather",
                    Intents::city),
            rule("\\bdoes it (?:rain|snow) in (?<city>[\\p{L} ]+)", "weather", Intents::city),
            rule("\\bis it (?:raining|snowing|sunny|cold|warm) in (?<city>[\\p{L} ]+)", "weather", Intents::city));

    private static final Pattern ABOUT_VOLUME =
            Patterns.anyCase("\\bvolume\\b|\\b(?:turn|set|bring|put) (?:the )?sound (?:up |down )?to\\b");
    private static final Set<String> VOLUME = Scope.words("""
            a adjust again all ana and as at audio be ben bit blast bring bump can change could crank decrease
            down drop eight eleven enough exactly fifty fine five for forty four full get go goes good
            have hey high hundred i i'd i'm increase is it just keep kindly less let's level like little
            loud louder loudest loudness low lower make max maximum me minus more move much music must mute
            muted my need nine now number of ok okay on one only our out parley play playing please possible
            put quiet quieter raise reduce right say set seven should silence silent six take so softer sound
            sounds speaker speakers ten than thank thanks that the thirty this three to too turn turned
            twelve twenty two up us volume want way we will would you zero
            """);
    /** What stands between the words of a pattern. */
    private static final Pattern NO_WORD = Pattern.compile("(?:\\\\p\\{\\w+}|\\\\\\w|\\(\\?<\\w+>|[^\\p{L}'])+");

    private static final Pattern CLAUSES = Pattern.compile("[,.;!?]+");
    private static final Pattern DIGITS = Pattern.compile("\\p{N}+");

    private Intents() {}

    private static Rule rule(String pattern, String tool, Function<Matcher, Json.@Nullable Obj> arguments) {
        return new Rule(Patterns.anyCase(pattern), tool, arguments);
    }

    /** The words that the rules know. */
    static Set<String> words() {
        Set<String> words = new TreeSet<>(VOLUME);
        Stream.concat(Stream.of(ABOUT_VOLUME), RULES.stream().map(Rule::pattern))
                .flatMap(pattern -> NO_WORD.splitAsStream(pattern.pattern()))
                .filter(word -> word.length() > 2 && !word.equals("ing"))
                .forEach(words::add);
        return words;
    }

    /** Whether a sentence only denies something, asks about it, waits for it or tells of it. */
    static boolean isNoWish(String sentence) {
        return Scope.isHeld(sentence) || STORY.matcher(sentence).find();
    }

    /** What is to be done because of this sentence; null if nothing is. */
    static @Nullable Wish of(String sentence) {
        Found found = read(sentence);
        return found == null || found.instead() != null ? null : found.wish();
    }

    /** The tool that is meant by words which the rules know; "people" if it is none. */
    static String tool(String known) {
        Found found = read(known.replaceAll("\\{room}", "kitchen")
                .replaceAll("\\{level}", "5")
                .replaceAll("\\{\\w+}", "tea"));
        return found == null ? "people" : found.wish().tool();
    }

    /** What the rules find in a sentence, and what keeps it from being done; null if they find nothing. */
    static @Nullable Found read(String sentence) {
        String plain = Scope.isLong(sentence) ? "" : Scope.plain(sentence);
        if (STORY.matcher(plain).find()) {
            return null;
        }
        if (ABOUT_VOLUME.matcher(plain).find() && Slots.number(plain) != null) {
            return volume(plain, String.valueOf(Slots.number(plain)));
        }
        for (Rule rule : RULES) {
            Matcher found = rule.pattern().matcher(plain);
            Json.Obj arguments = found.find() ? rule.arguments().apply(found) : null;
            if (arguments != null) {
                Found read = arguments.has("room")
                        ? lit(rule.tool(), String.valueOf(arguments.text("room")), plain)
                        : checked(new Wish(rule.tool(), arguments), plain);
                boolean isBare = read.instead() != null || Scope.isBare(plain, found.start(), found.end());
                return isBare ? read : new Found(read.wish(), "Do you want me to " + Offers.does(read.wish()) + "?");
            }
        }
        return null;
    }

    private static Found volume(String plain, String said) {
        Long level = level(said);
        Wish wish = new Wish("set_volume", Json.Obj.EMPTY.with("level", level == null ? -1 : level));
        Found found = checked(wish, plain);
        return level != null || found.instead() != null
                ? found
                : new Found(wish, "The volume goes from 0 to " + Slots.LOUDEST + ". Which level shall it be?");
    }

    /** The clauses that are about the volume. */
    private static String aboutVolume(String plain) {
        return CLAUSES.splitAsStream(plain)
                .filter(clause -> ABOUT_VOLUME.matcher(clause).find() || Slots.number(clause) != null)
                .collect(Collectors.joining(" "));
    }

    private static Found lit(String tool, String said, String plain) {
        Set<String> rooms = Slots.rooms(plain);
        String room = rooms.size() == 1 ? rooms.iterator().next() : said;
        Found found = checked(new Wish(tool, Json.Obj.EMPTY.with("room", room)), plain);
        if (found.instead() != null) {
            return found;
        }
        return rooms.size() > 1
                ? new Found(found.wish(), "One room at a time, please. Which one first?")
                : Slots.ROOMS.contains(room) ? found : new Found(found.wish(), Slots.whichRoom());
    }

    /** Whether the words around a wish let it be done. */
    static Found checked(Wish wish, String plain) {
        String tool = wish.tool();
        if ("".equals(wish.arguments().text("city"))) {
            return new Found(wish, "In which city?");
        }
        Scope.Hold hold = Scope.of(plain, tool);
        if (hold != null) {
            return new Found(wish, said(hold, wish));
        }
        boolean isList = String.valueOf(wish.arguments().text("item")).matches("(?i).*\\b(?:and|or)\\b.*");
        if (tool.equals("set_volume")
                && !Scope.has(DIGITS.matcher(aboutVolume(plain)).replaceAll(""), VOLUME)) {
            return new Found(wish, "The volume goes from 0 to " + Slots.LOUDEST + ". Which level shall it be?");
        }
        if (isList || Scope.isSeveral(Clauses.wish(plain), tool)) {
            return new Found(wish, "One thing at a time, please. What shall I do first?");
        }
        if (Scope.isOpposed(plain, SIDES.get(tool))) {
            return new Found(wish, "I am not sure what you mean. Shall I " + Offers.does(wish) + "?");
        }
        return PLACED.contains(tool) && Slots.namesOtherPlace(Clauses.wish(plain))
                ? new Found(
                        wish,
                        tool.endsWith("light")
                                ? Slots.whichRoom()
                                : "I do not know that one. Shall I " + HouseModel.spoken(tool) + "?")
                : new Found(wish, null);
    }

    /** What to say if somebody asks for the opposite of what the house can do with a thing; null if nobody does. */
    static @Nullable String opposite(String plain) {
        for (Map.Entry<String, Pattern> each : ONE_WAY.entrySet()) {
            String side = SIDES.get(each.getKey());
            boolean isOpposed = Scope.isOpposed(plain, side)
                    || (each.getKey().equals("disable_alarm")
                            && SETS_ALARM.matcher(plain).find());
            if (each.getValue().matcher(plain).find()
                    && isOpposed
                    && !Scope.isOn(plain, side)
                    && !Scope.isHeld(plain)) {
                return "I can " + HouseModel.spoken(each.getKey()) + ", but not the opposite. What shall I do?";
            }
        }
        return null;
    }

    private static String said(Scope.Hold hold, Wish wish) {
        return hold.says().replace("{does}", Offers.does(wish)).replace("{rooms}", Slots.whichRoom());
    }

    private static Json.Obj nothing(Matcher ignored) {
        return Json.Obj.EMPTY;
    }

    /** The room as it is named, or empty. */
    private static Json.Obj room(Matcher found) {
        String room = found.group("room");
        return Json.Obj.EMPTY.with("room", room == null ? "" : room.strip().toLowerCase(Locale.ROOT));
    }

    /** What these words want with the lights of no room in particular; null if they name one or want nothing. */
    static @Nullable Wish roomless(String sentence) {
        Found found = read(sentence);
        return found != null
                        && "".equals(found.wish().arguments().text("room"))
                        && Slots.whichRoom().equals(found.instead())
                        && !Slots.namesOtherPlace(Scope.plain(sentence))
                ? found.wish()
                : null;
    }

    private static @Nullable Long level(String said) {
        String plain = said.toLowerCase(Locale.ROOT);
        int word = NUMBERS.indexOf(plain);
        if (word >= 0) {
            return (long) word;
        }
        return plain.matches("\\d{1,2}") && Integer.parseInt(plain) <= Slots.LOUDEST ? Long.valueOf(plain) : null;
    }

    private static Json.@Nullable Obj city(Matcher found) {
        String city = tidy(String.valueOf(found.group("city")));
        return city.isEmpty() || city.matches("(?i)(?:the|my|our|here|there|this|general|a)\\b.*")
                ? null
                : Json.Obj.EMPTY.with("city", city);
    }

    /** The house does not know where it is. */
    private static Json.Obj anywhere(Matcher ignored) {
        return Json.Obj.EMPTY.with("city", "");
    }

    private static String tidy(String words) {
        return words.strip().replaceAll("(?i)" + POLITE, "").strip();
    }
}
