package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding.Act;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Words by which somebody lets another use a thing of the house, or takes that back.
 *
 * @param names whom the house knows
 */
record LoanWords(List<String> names) {
    private static final String WHO = "(?<name>(?!(?:hey|hi|hello|please|well|oh)\\b)\\p{L}+)";
    private static final String FIRST = "^(?:(?:hey|ok|okay|yes|so|well|now|please|from now on),? )*";
    private static final String I =
            "(?:i |i'm |i am |i'd like to |i would like to |i want to |i hereby |you (?:can|may|should) |could you |can you )?"
                    + "(?:please )?";
    private static final List<Pattern> LEND = patterns(
            FIRST + I + "(?:let|allow|permit|authori[sz]e|enable|letting|allowing) " + WHO + "(?: to)? (?<what>.+)$",
            FIRST + WHO
                    + " (?:may|can|could|should be (?:able|allowed) to|(?:is|'s) (?:now )?(?:allowed|permitted|free|welcome|entitled|authori[sz]ed)"
                    + " to|has (?:got )?(?:my |the |full )?(?:permission|rights?|access|leave|okay|ok|authority|blessing|control)"
                    + " (?:to|for|of|over)|gets? (?:my |the |full )?(?:permission|rights?|access|control)"
                    + " (?:to|for|of|over)|gets? to|(?:is|'s) in charge of|(?:is|'s) responsible for|takes (?:care|charge)"
                    + " of) (?<what>.+)$",
            FIRST + I
                    + "(?:give|giving|grant|granting|hand|handing|lend|lending|entrust|entrusting|trust|trusting)(?: over)? "
                    + WHO + " (?<what>.+)$",
            FIRST + "i(?:'d like| would like| want) " + WHO
                    + " to (?:be able to|be allowed to|have|get|use|control) (?<what>.+)$",
            FIRST + I
                    + "(?:give|giving|lend|lending|hand|handing|entrust|entrusting)(?: over)? (?<what>the .+?) (?:over )?to "
                    + WHO + "\\b.*$");
    private static final Pattern TAKE_BACK = Patterns.anyCase(
            "^(?:please )?(?:(?<name>\\p{L}+) (?:may|can|is) (?:no longer|not) (?:use|open|control|close|disable|allowed to)"
                    + "|(?:do not|don'?t) let (?<other>\\p{L}+)|stop letting (?<third>\\p{L}+)|take back what"
                    + " i lent (?:to )?(?<fourth>\\p{L}+)|take (?:that|it|this|the \\p{L}+) (?:back |away )(?:again )?from"
                    + " (?<fifth>\\p{L}+)|take (?:back|away) (?:that|it|this|the \\p{L}+) from (?<sixth>\\p{L}+))\\b(?<what>.*)$");
    private static final Pattern FORBID = Patterns.anyCase(
            "^(?:please )?(?:(?<name>\\p{L}+) (?:may not|may never|must not|mustn'?t|is not allowed to|isn'?t allowed to)|never let"
                    + " (?<other>\\p{L}+)) .*$");
    private static final Pattern ENDS =
            Patterns.anyCase("\\b(?:no longer|any ?more|any longer|take|stop|don'?t let|do not let)\\b");

    /** Words that are no names, although they stand where one may. */
    private static final Pattern NOBODY = Patterns.anyCase(
            "me|us|you|i|we|it|there|he|she|they|him|her|them|the|that|this|these|a|an|some|someone|somebody|everyone|everybody|anyone"
                    + "|anybody|my|our|light|lights|music|what|who|how|which|nobody|all|more|your|his|hers|their|everything");

    /** What goes on with somebody else. */
    private static final Pattern ANOTHER = Patterns.anyCase("^(?:and|or) ");

    private static final Pattern ASKED = Patterns.anyCase("\\?\\s*$");

    private static List<Pattern> patterns(String... all) {
        List<Pattern> patterns = new ArrayList<>();
        for (String each : all) {
            patterns.add(Patterns.anyCase(each));
        }
        return List.copyOf(patterns);
    }

    /** A loan, or its end; null if the sentence is about none, or not clear. */
    @Nullable
    Act act(String sentence) {
        Matcher back = TAKE_BACK.matcher(sentence);
        if (back.find() && ENDS.matcher(sentence).find()) {
            boolean isNamedBefore = back.group("fifth") != null || back.group("sixth") != null;
            return act("revoke_command", named(back), isNamedBefore ? sentence : back.group("what"), true);
        }
        Matcher lent = lent(sentence);
        return lent == null || ANOTHER.matcher(lent.group("what")).find()
                ? null
                : act("delegation_intent_detected", lent.group("name"), lent.group("what"), false);
    }

    /** What to ask if somebody is let to do something and it is not clear who, or what; null if that is clear. */
    FreeWords.@Nullable Reading question(String sentence) {
        Matcher forbidden = FORBID.matcher(sentence.strip());
        if (forbidden.find() && act(sentence) == null) {
            String whose = known(forbidden.group(forbidden.group("name") == null ? "other" : "name"));
            return whose.isEmpty()
                    ? null
                    : new FreeWords.Reading(
                            "",
                            "I can only take back what was lent. Shall I take back what " + HouseReplies.named(whose)
                                    + " was lent?",
                            "take back what I lent " + whose);
        }
        Matcher lent = lent(sentence);
        if (lent == null || act(sentence) != null) {
            return null;
        }
        String name = lent.group("name");
        if (ANOTHER.matcher(lent.group("what")).find()) {
            return FreeWords.Reading.asks("One person at a time, please. Whom shall I let use it first?");
        }
        return known(name).isEmpty()
                ? new FreeWords.Reading(
                        "",
                        "I do not know anybody called " + name + ". Whom do you mean?",
                        "let {person} use " + lent.group("what"))
                : new FreeWords.Reading(
                        "",
                        "I can lend out the lights, the door, the garage, the music, the volume and the alarm. Which of them do you mean?",
                        "let " + name + " use the {thing}");
    }

    private static @Nullable Matcher lent(String sentence) {
        for (Pattern each : LEND) {
            Matcher found = each.matcher(sentence.strip());
            if (found.find()
                    && !NOBODY.matcher(found.group("name")).matches()
                    && !ASKED.matcher(sentence).find()
                    && !Scope.isHeld(found.group("what"), "denied")
                    && !Scope.isHeld(found.group("what"), "quoted")
                    && !Scope.isHeld(found.group("what"), "conditional")) {
                return found;
            }
        }
        return null;
    }

    private static String named(Matcher found) {
        for (String group : List.of("name", "other", "third", "fourth", "fifth", "sixth")) {
            if (found.group(group) != null) {
                return found.group(group);
            }
        }
        return "";
    }

    private @Nullable Act act(String action, String name, @Nullable String what, boolean isWhole) {
        String to = known(name);
        String group = what == null ? null : group(what);
        if (to.isEmpty() || (group == null && !(isWhole && (what == null || !Scope.namesThing(what))))) {
            return null;
        }
        Json.Obj whom = Json.Obj.EMPTY.with("to", to);
        return new Act("delegation", action, to, group == null ? whom : whom.with("group", group));
    }

    private String known(String name) {
        String id = name.toLowerCase(Locale.ROOT);
        return names.contains(id) ? id : "";
    }

    /** What is lent, as the group of the catalogue; null if that is nothing of the house, or two things. */
    private static @Nullable String group(String what) {
        Set<String> all = new LinkedHashSet<>();
        String[] words = what.toLowerCase(Locale.ROOT).split("[^\\p{L}]+", -1);
        for (String word : words) {
            switch (word) {
                case "garage", "door", "lights", "light", "lamps", "house", "automation" -> all.add("home_automation");
                case "music", "volume", "stereo", "sound", "media" -> all.add("media");
                case "alarm", "security" -> all.add("security");
                case "robot", "robots", "vacuum", "mower" -> all.add("robot_control");
                case "delete", "erase" -> all.add("system");
                default -> {}
            }
        }
        if (all.isEmpty() && List.of(words).contains("system")) {
            return "system";
        }
        return all.size() == 1 ? all.iterator().next() : null;
    }
}
