package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding;
import dev.parley.session.port.People;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
    private static final String RECORDING = "recording";
    private static final Set<String> NO_NAMES = Set.of(
            "hello",
            "hi",
            "help",
            "thanks",
            "thank",
            "stop",
            "what",
            "why",
            "who",
            "nothing",
            "nobody",
            "good",
            "please",
            "maybe",
            "later",
            "whatever",
            "anything",
            "fine",
            "weather",
            "order",
            "alone");

    private static final Pattern CLAIM = Intents.pattern("^(?:hello,? |hi,? |no,? )?(?:i am|i'?m|it'?s me,?|it is me,?"
            + "|it'?s|this is|my name is)(?: really)? (?<name>\\p{L}+)(?: again)?"
            + "(?:[,.;]? (?:and )?(?:my |the )?(?:pin|code)?(?: is)?:? ?\\[pin\\])?[.!]*$");
    private static final Pattern ADDRESS = Intents.pattern(
            "\\b(?:call me|address me as|i (?:want|would like|'d like) to be called) (?<name>\\p{L}+)(?: from now on|"
                    + " please)?[.!]*$");
    private static final Pattern NAME =
            Intents.pattern("^(?:just |as |please )?(?<name>\\p{L}{2,20})(?:,? please)?[.!]*$");
    private static final Pattern LEND = Intents.pattern(
            "^(?:please )?(?:(?:let|allow) (?<name>\\p{L}+) (?:to )?(?:use|open|control)|(?<other>\\p{L}+)"
                    + " (?:may|can|is allowed to) (?:use|open|control)|lend (?<third>\\p{L}+)|give (?<fourth>\\p{L}+)"
                    + " access to) (?:the |my |our )?(?<what>[\\p{L} ]+?)(?: (?:until|while|as long as|for"
                    + " now|today|tonight)\\b.*)?[.!]*$");
    private static final Pattern TAKE_BACK =
            Intents.pattern("^(?:please )?(?:(?<name>\\p{L}+) (?:may|can|is) no longer (?:use|open|control|allowed to"
                    + " use)|(?:do not|don'?t) let (?<other>\\p{L}+) use|stop letting (?<third>\\p{L}+) use|take back what"
                    + " i lent (?:to )?(?<fourth>\\p{L}+))(?: (?:the |my |our )?(?<what>[\\p{L} ]+?))?(?: any ?more| any"
                    + " longer)?[.!]*$");
    private static final Pattern CAME = Intents.pattern(
            "^(?<name>\\p{L}+)(?: and (?<other>\\p{L}+))? (?:has arrived|have arrived|arrived|is here|are here|is home"
                    + "|came in|just came in|has come|is back|came home|has joined us|joined us)(?: now| too)?[.!]*$");
    private static final Pattern LEFT = Intents.pattern(
            "^(?<name>\\p{L}+)(?: and (?<other>\\p{L}+))? (?:has left|have left|left|is gone|are gone|has gone"
                    + " home|isn'?t here any ?more|went home|has gone|went away|is no longer here)(?: now)?[.!]*$");
    private static final Pattern STRANGER_LEFT = Intents.pattern(
            "^(?:the|our) (?:stranger|visitor|guest|plumber|man|woman) (?:has left|left|is gone|went (?:home|away)|has"
                    + " gone)[.!]*$");
    private static final Pattern MAY_RECORD = Intents.pattern(
            "^(?:yes,? )?(?:you (?:may|can) record|i (?:consent|agree) to (?:being recorded|be recorded|the recording)"
                    + "|i (?:am|'m) (?:fine|ok|okay) with (?:being recorded|the recording))\\b[^?]*$");
    private static final Pattern CONSENT =
            Intents.pattern("^i (?:consent|agree) to (?:the )?(?<purpose>\\p{L}+)[.!]*$");
    private static final Pattern RECORD = Intents.pattern(
            "^(?:please |can you |could you )?(?:start recording|record (?:this|us|me|our|the|what)\\b).*$");
    private static final Pattern NO_RECORD = Intents.pattern(
            "^(?:please )?(?:stop recording|no more recording|i (?:no longer|don'?t|do not) (?:consent|agree) to"
                    + " (?:being recorded|recording|the recording)).*$");
    private static final Pattern NOT_RECORD = Intents.pattern(
            "^(?:please )?(?:(?:do not|don'?t) record|no recording|you may (?:not|no longer) record).*$");
    private static final Pattern REVOKE = Intents.pattern(
            "^i (?:take (?:back )?my consent(?: back)?|revoke my consent|withdraw my consent)(?: (?:to|for) (?:the"
                    + " )?(?<purpose>\\p{L}+))?[.!]*$");
    private static final Pattern OTHERS =
            Intents.pattern("^(?:please )?(?:remember that |note that |know that )?(?:(?:change|set) (?<name>\\p{L}+)'s"
                    + " (?<field>[\\p{L} ]+?) to|(?<other>\\p{L}+)'s (?<of>[\\p{L} ]+?) is) (?<value>.+?)[.!]*$");
    private static final Pattern BORN =
            Intents.pattern("^(?<name>\\p{L}+) (?:was|is) born (?:on )?(?:the )?(?<value>.+?)[.!]*$");
    private static final Pattern OWN_BIRTH = Intents.pattern(
            "^(?:i was born (?:on )?(?:the )?|(?:please )?(?:change|set) my (?:birthdate|birthday|date of birth) to"
                    + " |my (?:birthdate|birthday|date of birth) is )(?<value>.+?)[.!]*$");
    private static final Pattern VOUCH =
            Intents.pattern("^(?:yes,? )?i (?:vouch for|can vouch for|confirm) (?<name>\\p{L}+)(?:'s .*)?[.!]*$");
    private static final Pattern SPEAK = Intents.pattern(
            "\\b(?:speak|talk)(?: (?:a bit|a little|more|much))?" + " (?<how>slower|slowly|faster|quicker|quickly)\\b");
    private static final Pattern NORMAL = Intents.pattern(
            "\\b(?:(?:speak|talk)(?: again)? (?:normally|as before|at (?:your |the )?normal (?:speed|pace))|normal"
                    + " speed|(?:no more|switch off|turn off|stop the|without)"
                    + " (?:captions|subtitles)|(?:captions|subtitles) off|stop that)\\b");
    private static final Pattern CAPTIONS =
            Intents.pattern("\\b(?:show (?:me )?)?(?:captions|subtitles)\\b(?: please| on)?");

    /** Whether these rules take anything from a sentence. */
    boolean knows(String sentence) {
        return statement(sentence) != null
                || note(sentence) != null
                || manner(sentence) != null
                || !acts(sentence).isEmpty();
    }

    @Override
    public @Nullable String statement(String sentence) {
        return Intents.statement(sentence);
    }

    @Override
    public @Nullable Note note(String sentence) {
        Matcher born = OWN_BIRTH.matcher(sentence.strip());
        String date = born.find() ? Dates.iso(born.group("value")) : null;
        return date == null ? Intents.note(sentence) : new Note("birthdate", date);
    }

    @Override
    public @Nullable String address(String sentence) {
        Matcher said = ADDRESS.matcher(sentence.strip());
        Matcher alone = NAME.matcher(sentence.strip());
        String name = said.find() ? said.group("name") : alone.find() ? alone.group("name") : "";
        return name.isEmpty() || NO_NAMES.contains(name.toLowerCase(Locale.ROOT)) ? null : name;
    }

    @Override
    public List<Act> acts(String sentence) {
        String plain = sentence.strip();
        List<Act> consent = consent(plain);
        if (!consent.isEmpty()) {
            return consent;
        }
        Act back = takenBack(plain);
        if (back != null) {
            return List.of(back);
        }
        Act told = Intents.isNoWish(plain) ? null : first(claimed(plain), addressed(plain), lent(plain));
        Act known = told == null ? first(vouched(plain), ofAnother(plain)) : told;
        return known == null ? moved(plain) : List.of(known);
    }

    private static @Nullable Act first(@Nullable Act... acts) {
        for (Act act : acts) {
            if (act != null) {
                return act;
            }
        }
        return null;
    }

    private static List<Act> consent(String sentence) {
        Matcher named = CONSENT.matcher(sentence);
        if (MAY_RECORD.matcher(sentence).find() || named.find()) {
            String purpose = MAY_RECORD.matcher(sentence).find()
                    ? RECORDING
                    : named.group("purpose").toLowerCase(Locale.ROOT);
            return List.of(step("consent_request", purpose), step("explicit_grant", purpose));
        }
        if (NOT_RECORD.matcher(sentence).find()) {
            return List.of(step("explicit_denial", RECORDING));
        }
        if (NO_RECORD.matcher(sentence).find()) {
            return List.of(step("revoke", RECORDING));
        }
        Matcher back = REVOKE.matcher(sentence);
        if (back.find()) {
            String purpose = back.group("purpose");
            return List.of(step("revoke", purpose == null ? RECORDING : purpose.toLowerCase(Locale.ROOT)));
        }
        return RECORD.matcher(sentence).find() ? List.of(step("consent_request", RECORDING)) : List.of();
    }

    private static Act step(String action, String purpose) {
        return new Act("consent", action, "", Json.Obj.EMPTY.with("purpose", purpose));
    }

    private List<Act> moved(String sentence) {
        if (STRANGER_LEFT.matcher(sentence).find()) {
            return List.of(new Act("mode", "participant_left", "", Json.Obj.EMPTY));
        }
        Matcher came = CAME.matcher(sentence);
        Matcher left = LEFT.matcher(sentence);
        Matcher found = came.find() ? came : left.find() ? left : null;
        List<Act> all = new ArrayList<>();
        if (found != null) {
            for (String name : List.of(known(found.group("name")), known(found.group("other")))) {
                if (!name.isEmpty()) {
                    all.add(found == came ? came(name) : left(name));
                }
            }
        }
        return all;
    }

    private static Act came(String name) {
        return new Act(
                "mode",
                "participant_detected",
                "",
                Json.Obj.EMPTY.with("person", name).with("known", true));
    }

    private static Act left(String name) {
        return new Act("mode", "participant_left", "", Json.Obj.EMPTY.with("person", name));
    }

    /** The person of this name, or nothing. */
    private String known(@Nullable String name) {
        String id = name == null ? "" : name.toLowerCase(Locale.ROOT);
        return names.contains(id) ? id : "";
    }

    private @Nullable Act claimed(String sentence) {
        Matcher found = CLAIM.matcher(sentence);
        String name = found.find() ? known(found.group("name")) : "";
        return name.isEmpty()
                ? null
                : new Act("identity", "explicit_identity_claim", name, Json.Obj.EMPTY.with("person", name));
    }

    private static @Nullable Act addressed(String sentence) {
        Matcher found = ADDRESS.matcher(sentence);
        return found.find()
                ? new Act("addressing", "explicit_preference", "", Json.Obj.EMPTY.with("name", found.group("name")))
                : null;
    }

    private String named(Matcher found) {
        for (String group : List.of("name", "other", "third", "fourth")) {
            String name = found.group(group);
            if (name != null) {
                return known(name);
            }
        }
        return "";
    }

    private @Nullable Act lent(String sentence) {
        Matcher found = LEND.matcher(sentence);
        return found.find() ? loan("delegation_intent_detected", named(found), found.group("what")) : null;
    }

    private @Nullable Act takenBack(String sentence) {
        Matcher found = TAKE_BACK.matcher(sentence);
        return found.find() ? loan("revoke_command", named(found), found.group("what")) : null;
    }

    private static @Nullable Act loan(String action, String to, @Nullable String what) {
        String group = what == null ? null : group(what.toLowerCase(Locale.ROOT));
        if (to.isEmpty() || (what != null && group == null)) {
            return null;
        }
        Json.Obj whom = Json.Obj.EMPTY.with("to", to);
        return new Act("delegation", action, to, group == null ? whom : whom.with("group", group));
    }

    private static @Nullable String group(String what) {
        return switch (what.strip()) {
            case "garage", "door", "front door", "lights", "light", "house" -> "home_automation";
            case "music", "volume", "stereo" -> "media";
            case "alarm", "alarm system" -> "security";
            case "robot", "vacuum", "mower" -> "robot_control";
            default -> null;
        };
    }

    private @Nullable Act vouched(String sentence) {
        Matcher found = VOUCH.matcher(sentence);
        String name = found.find() ? known(found.group("name")) : "";
        return name.isEmpty() ? null : new Act("profile", "owner_confirmation_received", name, Json.Obj.EMPTY);
    }

    private @Nullable Act ofAnother(String sentence) {
        Matcher born = BORN.matcher(sentence);
        if (born.find() && !known(born.group("name")).isEmpty()) {
            return update(known(born.group("name")), "birthdate", born.group("value"));
        }
        Matcher found = OTHERS.matcher(sentence);
        if (!found.find()) {
            return null;
        }
        boolean asks = found.group("name") != null;
        String name = known(found.group(asks ? "name" : "other"));
        return name.isEmpty() ? null : update(name, found.group(asks ? "field" : "of"), found.group("value"));
    }

    private static @Nullable Act update(String name, String said, String value) {
        String field = Intents.field(said);
        String kept = field.equals("birthdate") ? Dates.iso(value) : value.strip();
        return kept == null
                ? null
                : new Act(
                        "profile",
                        "profile_update_requested",
                        name,
                        Json.Obj.EMPTY.with("field", field).with("value", kept));
    }

    /** What holds for this conversation, unless somebody says that it holds everywhere. */
    @Override
    public Json.@Nullable Obj manner(String sentence) {
        if (NORMAL.matcher(sentence).find()) {
            return Json.Obj.EMPTY.with(People.OFF, true);
        }
        if (Intents.isNoWish(sentence)) {
            return null;
        }
        Matcher speak = SPEAK.matcher(sentence);
        String lower = sentence.toLowerCase(Locale.ROOT);
        Json.Obj scope = Json.Obj.EMPTY.with(
                "scope", lower.contains("everywhere") || lower.contains("always") ? "user" : "session");
        if (speak.find()) {
            boolean slower = speak.group("how").toLowerCase(Locale.ROOT).startsWith("slow");
            return scope.with("speech_rate", new Json.Num(new BigDecimal(slower ? SLOWER : FASTER)));
        }
        return CAPTIONS.matcher(sentence).find() ? scope.with("forced_captions", true) : null;
    }
}
