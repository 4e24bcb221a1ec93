package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the people of a house say to it about themselves and each other, by plain rules.
 *
 * @param names whom the house knows
 */
record HouseWords(List<String> names) implements Understanding {
    private static final String SLOWER = "0.8";
    private static final String FASTER = "1.2";

    private static final Pattern CLAIM = Intents.pattern(
            "^(?:hello,? |hi,? )?(?:i am|i'?m|it'?s me,?|it is me,?|this is|my name is) (?<name>\\p{L}+)[.!]*$");
    private static final Pattern ADDRESS =
            Intents.pattern("\\b(?:you can |please |you may )?call me (?<name>\\p{L}+)[.!]*$");
    private static final Pattern LEND = Intents.pattern("^(?:please )?(?:let (?<name>\\p{L}+) use|(?<other>\\p{L}+)"
            + " (?:may|can|is allowed to) use) (?:the |my |our )?(?<what>[\\p{L} ]+?)(?: until .+)?[.!]*$");
    private static final Pattern CAME =
            Intents.pattern("^(?<name>\\p{L}+) (?:has arrived|arrived|is here|came in|just came in|has come)[.!]*$");
    private static final Pattern LEFT =
            Intents.pattern("^(?<name>\\p{L}+) (?:has left|left|is gone|went home|has gone)[.!]*$");
    private static final Pattern SPEAK = Intents.pattern(
            "\\b(?:speak|talk)(?: (?:a bit|a little|more))?" + " (?<how>slower|slowly|faster|quicker|quickly)\\b");
    private static final Pattern CAPTIONS =
            Intents.pattern("\\b(?:show (?:me )?)?(?:captions|subtitles)\\b(?: please| on)?");

    @Override
    public @Nullable String statement(String sentence) {
        return Intents.statement(sentence);
    }

    @Override
    public @Nullable Note note(String sentence) {
        return Intents.note(sentence);
    }

    @Override
    public List<Act> acts(String sentence) {
        String plain = sentence.strip();
        Act claimed = claimed(plain);
        Act addressed = claimed == null ? addressed(plain) : claimed;
        Act lent = addressed == null ? lent(plain) : addressed;
        if (lent != null && !Intents.isNoWish(plain)) {
            return List.of(lent);
        }
        Act moved = moved(plain);
        return moved == null ? List.of() : List.of(moved);
    }

    private @Nullable Act moved(String sentence) {
        Matcher came = CAME.matcher(sentence);
        Matcher left = LEFT.matcher(sentence);
        Matcher found = came.find() ? came : left.find() ? left : null;
        String name = found == null ? "" : found.group("name").toLowerCase(Locale.ROOT);
        if (found == null || !names.contains(name)) {
            return null;
        }
        Json.Obj who = Json.Obj.EMPTY.with("person", name);
        return found == came
                ? new Act("mode", "participant_detected", "", who.with("known", true))
                : new Act("mode", "participant_left", "", who);
    }

    private @Nullable Act claimed(String sentence) {
        Matcher found = CLAIM.matcher(sentence);
        String name = found.find() ? found.group("name").toLowerCase(Locale.ROOT) : "";
        return names.contains(name)
                ? new Act("identity", "explicit_identity_claim", name, Json.Obj.EMPTY.with("person", name))
                : null;
    }

    private static @Nullable Act addressed(String sentence) {
        Matcher found = ADDRESS.matcher(sentence);
        return found.find()
                ? new Act("addressing", "explicit_preference", "", Json.Obj.EMPTY.with("name", found.group("name")))
                : null;
    }

    private @Nullable Act lent(String sentence) {
        Matcher found = LEND.matcher(sentence);
        if (!found.find()) {
            return null;
        }
        String name = found.group("name") == null ? found.group("other") : found.group("name");
        String to = name.toLowerCase(Locale.ROOT);
        String group = group(found.group("what").toLowerCase(Locale.ROOT));
        return names.contains(to) && group != null
                ? new Act(
                        "delegation",
                        "delegation_intent_detected",
                        to,
                        Json.Obj.EMPTY.with("group", group).with("to", to))
                : null;
    }

    private static @Nullable String group(String what) {
        return switch (what.strip()) {
            case "garage", "door", "front door", "lights", "light" -> "home_automation";
            case "music", "volume", "stereo" -> "media";
            case "alarm" -> "security";
            default -> null;
        };
    }

    /** What holds for this conversation, unless somebody says that it holds everywhere. */
    @Override
    public Json.@Nullable Obj manner(String sentence) {
        if (Intents.isNoWish(sentence)) {
            return null;
        }
        Matcher speak = SPEAK.matcher(sentence);
        Json.Obj scope = Json.Obj.EMPTY.with(
                "scope", sentence.toLowerCase(Locale.ROOT).contains("everywhere") ? "user" : "session");
        if (speak.find()) {
            boolean slower = speak.group("how").toLowerCase(Locale.ROOT).startsWith("slow");
            return scope.with("speech_rate", new Json.Num(new BigDecimal(slower ? SLOWER : FASTER)));
        }
        return CAPTIONS.matcher(sentence).find() ? scope.with("forced_captions", true) : null;
    }
}
