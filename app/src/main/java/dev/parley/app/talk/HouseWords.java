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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the people of a house say to it about themselves and each other, by plain rules. A text that is longer than what is said in
 * one breath says nothing to them ({@link Scope#isLong}).
 *
 * @param names whom the house knows
 * @param memo what was taken from the newest sentences
 * @param ahead the newest texts that were prepared, with what may be remembered of each
 */
record HouseWords(List<String> names, Memo<Taken> memo, Memo<List<String>> ahead) implements Understanding {
    /** All that these rules take from one sentence. */
    record Taken(
            List<Act> acts,
            @Nullable Note note,
            @Nullable String statement,
            @Nullable String address,
            Json.@Nullable Obj manner) {
        private static final Taken NOTHING = new Taken(List.of(), null, null, null, null);
    }

    private static final String SLOWER = "0.8";
    private static final String FASTER = "1.2";
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
            "alone",
            "back",
            "tomorrow",
            "tonight",
            "today",
            "soon",
            "again",
            "now",
            "names",
            "when",
            "crazy",
            "sometime",
            "up");

    private static final Pattern CLAIM = Patterns.anyCase(
            "^(?:hello,? |hi,? |hey,? |no,? |yes,? )*(?:i am|i'?m|it'?s me,?|it is me,?"
                    + "|it'?s|it is|this is|my name is|my name'?s|you are (?:talking|speaking) (?:to|with)|you'?re (?:talking|speaking)"
                    + " (?:to|with))(?: really| only| just)? (?<name>\\p{L}+)"
                    + "(?: again| here| speaking| talking)?(?:[,.;]? (?:and )?(?:my |the )?(?:pin|code)?(?: is)?:? ?\\[pin\\])?[.!]*$");
    private static final Pattern ADDRESS = Patterns.anyCase(
            "^(?:(?:please|you (?:may|can|should|could)|could you|can you|would you|i (?:want|would like|'d like|like|prefer) you to|i'?d (?:like|prefer) you to|i'?d"
                    + " rather you|just|hey|and|from now on|my friends|my family|everybody|everyone|they|people|all),? )*"
                    + "(?:calls? me|called me|address me as|refer to me as|addressed as|i (?:want|would like|'d like|like|prefer) to be called|i'?d"
                    + " (?:like|prefer|rather) (?:to )?be called) (?<name>(?:(?:mrs?|ms|miss|dr|doctor|sir|lady|mister)\\.? )?\\p{L}+)\\.?"
                    + "(?:,? (?:from now on|please|thanks|thank you|and so should you|you should too|you too|if you like|again))*[.!?]*$");
    private static final Pattern NAME =
            Patterns.anyCase("^(?:just |as |please )?(?<name>\\p{L}{2,20})(?:,? please)?[.!]*$");
    private static final String WHO =
            "^(?:(?:look|hey|oh|well|so|now|and|guess what|by the way),? )*(?<name>\\p{L}+?)(?: and (?<other>\\p{L}+))?";
    private static final String NOW = "(?: just| now| already| finally| also)*";
    private static final Pattern CAME = Patterns.anyCase(WHO + "(?:(?:'s| is| are)" + NOW
            + " (?:here|home|back(?: home)?|with (?:us|me)|in the (?:room|house)|at home)"
            + "|(?:'s| is| are| has| have)?" + NOW
            + " (?:arrived|come(?: in| home| back| over)?|came (?:in|home|back|over)|joined us|entered"
            + "|walked in|showed up|turned up|got (?:home|here|in|back)))"
            + "(?: now| too| again| as well| with (?:us|me)| the (?:room|house)| from \\p{L}+)*[.!]*$");
    private static final Pattern LEFT = Patterns.anyCase(WHO + "(?:'s| is| are| has| have| had)?" + NOW
            + " (?:left|gone|went (?:home|out|away|off|to (?:work|school))|gone (?:home|out|away|off|to (?:work|school))|walked (?:out|off)"
            + "|departed|driven (?:off|away)|took off|away|isn'?t here any ?more|not here any ?more|aren'?t here any ?more|no longer"
            + " (?:here|with us|with me|in the (?:room|house)))"
            + "(?: now| already| again| us| the (?:house|room|building|flat)| home| for (?:today|the day|work|school|good|now)| with us| in"
            + " the (?:room|house)| today)*[.!]*$");
    private static final Pattern STRANGER_LEFT = Patterns.anyCase(
            "^(?:the|our) (?:stranger|visitor|guest|plumber|man|woman) (?:has left|left|is gone|went (?:home|away)|has"
                    + " gone)[.!]*$");
    /** What is told of another person and belongs in their profile. */
    private static final String FIELD =
            "(?:favou?rite [\\p{L} ]+?|allerg(?:y|ies)|birthday|birthdate|date of birth|nickname|diet|language|phone"
                    + "(?: number)?|number|address|email|hobby|job|school|size|doctor|medication|medicine|name|blood type|religion|intolerance)";

    private static final Pattern OTHERS = Patterns.anyCase(
            "^(?:please )?(?:(?:remember that |note that |know that )?(?<other>\\p{L}+)'s (?<of>" + FIELD + ") is"
                    + "|(?:change|set) (?<name>\\p{L}+)'s (?<field>[\\p{L} ]+?) to) (?<value>.+?)(?<![.!])[.!]*+$");
    private static final Pattern BORN =
            Patterns.anyCase("^(?<name>\\p{L}+) (?:was|is) born (?:on )?(?:the )?(?<value>.+?)(?<![.!])[.!]*+$");
    private static final Pattern OWN_BIRTH = Patterns.anyCase(
            "^(?:i was born (?:on )?(?:the )?|(?:please )?(?:change|set) my (?:birthdate|birthday|date of birth) to"
                    + " |my (?:birthdate|birthday|date of birth) is )(?<value>.+?)(?<![.!])[.!]*+$");
    /** What somebody tells of themself and can mean for their profile alone. */
    private static final Pattern OWN = Patterns.anyCase(
            "^(?:please )?(?:(?:change|set) )?my (?<field>favou?rite [\\p{L} ]+?|allerg(?:y|ies)|diet|hobby|blood type|intolerance|medication"
                    + "|religion|phone number|email address) (?:is|are|to)"
                    + " (?<value>(?!(?:called|named|not|n't|too|so|very|really|gone)\\b)[^?]+?)(?<![.!])[.!]*+$");

    private static final Pattern VOUCH =
            Patterns.anyCase("^(?:yes,? )?i (?:vouch for|can vouch for|confirm) (?<name>\\p{L}+)(?:'s .*)?[.!]*$");
    private static final Pattern SPEAK = Patterns.anyCase(
            "\\b(?:speak|talk|say (?:it|that|things|this)|go|read)(?: to me)?(?: (?:a bit|a little|a lot|more|much|rather))*"
                    + " (?<how>slower|slowly|slow|faster|quicker|quickly|fast)\\b|\\b(?<down>slow) down\\b(?! (?:the|my|our|that|this|to)\\b)|\\b(?<up>speed) up\\b(?=.*\\b(?:talk|speak|voice|speech)\\w*)"
                    + "|^(?:please,? )?(?:(?:a (?:bit|little)|even|much|still) )?(?:slower|faster|quicker)(?:,? please)?[.!]*$");
    /** Begins once in each line, so that many words of speaking take no longer than one. */
    private static final Pattern TOO = Patterns.anyCase(
            "(?m)^(?>.*?(?<at>\\b(?:speak|talk|speaking|talking|go|going|speech|voice|you are|you're)\\b)).*\\b(?:too|so) (?<how>fast|quick|quickly|slow|slowly)\\b");

    private static final Pattern NOT_SO = Patterns.anyCase("\\bnot so (?<how>fast|quick|quickly|slow|slowly)\\b");
    private static final Pattern NORMAL = Patterns.anyCase(
            "\\b(?:(?:speak|talk)(?: again)? (?:normally|as before|at (?:your |the )?normal (?:speed|pace))|normal"
                    + " speed|(?:no more|no|hide the|hide|switch off|switch off the|turn off|turn off the|stop the|without|remove the)"
                    + " (?:captions|subtitles)|(?:captions|subtitles) off|stop that)\\b");
    private static final Pattern CAPTIONS =
            Patterns.anyCase("\\b(?:show (?:me )?)?(?:captions|subtitles)\\b(?: please| on)?");

    HouseWords(List<String> names) {
        this(names, new Memo<>(), new Memo<>());
    }

    /** Whether these rules take anything from a sentence. */
    boolean knows(String sentence) {
        Taken taken = taken(sentence);
        return taken.statement != null || taken.note != null || taken.manner != null || !taken.acts.isEmpty();
    }

    private Taken taken(String sentence) {
        return Scope.isLong(sentence) ? Taken.NOTHING : memo.of(sentence, this::take);
    }

    private Taken take(String sentence) {
        return new Taken(
                actsIn(sentence),
                noteIn(sentence),
                SmallTalk.statement(sentence),
                addressIn(sentence),
                mannerIn(sentence));
    }

    @Override
    public boolean takesLong(String sentence) {
        List<String> items = ahead.get(sentence);
        return items == null || isUnread(sentence) || items.stream().anyMatch(this::isUnread);
    }

    private boolean isUnread(String sentence) {
        return !Scope.isLong(sentence) && memo.get(sentence) == null;
    }

    @Override
    public void prepare(String sentence) {
        List<String> items = Memo.remembered(sentence);
        Stream.concat(Stream.of(sentence), items.stream()).forEach(this::taken);
        items.forEach(item -> ahead.keep(item, List.of()));
        ahead.keep(sentence, items);
    }

    @Override
    public @Nullable String statement(String sentence) {
        return taken(sentence).statement;
    }

    @Override
    public @Nullable Note note(String sentence) {
        return taken(sentence).note;
    }

    @Override
    public @Nullable String address(String sentence) {
        return taken(sentence).address;
    }

    @Override
    public List<Act> acts(String sentence) {
        return taken(sentence).acts;
    }

    @Override
    public Json.@Nullable Obj manner(String sentence) {
        return taken(sentence).manner;
    }

    private static @Nullable Note noteIn(String sentence) {
        Matcher born = OWN_BIRTH.matcher(sentence.strip());
        String date = born.find() ? Dates.iso(born.group("value")) : null;
        Note note = date == null ? SmallTalk.note(sentence) : new Note("birthdate", date);
        Matcher own = OWN.matcher(sentence.strip());
        return note == null && own.find() ? new Note(SmallTalk.field(own.group("field")), own.group("value")) : note;
    }

    private static @Nullable String addressIn(String sentence) {
        Matcher said = ADDRESS.matcher(sentence.strip());
        Matcher alone = NAME.matcher(sentence.strip());
        String name = said.find() ? said.group("name") : alone.find() ? alone.group("name") : "";
        return name.isEmpty() || NO_NAMES.contains(name.toLowerCase(Locale.ROOT)) ? null : name;
    }

    private List<Act> actsIn(String sentence) {
        String plain = sentence.strip();
        List<Act> consent = ConsentWords.acts(plain);
        if (!consent.isEmpty()) {
            return consent;
        }
        Act loan = new LoanWords(names).act(plain);
        if (loan != null) {
            return List.of(loan);
        }
        Act told = first(claimed(plain), addressed(plain));
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

    private List<Act> moved(String sentence) {
        if (STRANGER_LEFT.matcher(sentence).find()) {
            return List.of(new Act("mode", "participant_left", "", Json.Obj.EMPTY));
        }
        Matcher came = CAME.matcher(sentence);
        Matcher left = LEFT.matcher(sentence);
        Matcher found = came.find() ? came : left.find() ? left : null;
        List<Act> all = new ArrayList<>();
        boolean isUnclear = found != null
                && found.group("other") != null
                && (known(found.group("other")).isEmpty()
                        || known(found.group("name")).isEmpty());
        if (found != null && !isUnclear) {
            for (String name : List.of(known(found.group("name")), known(found.group("other")))) {
                if (!name.isEmpty()) {
                    all.add(found == came ? came(name) : left(name));
                }
            }
        }
        return all;
    }

    private static Act came(String name) {
        return new Act("mode", "participant_detected", "", Json.Obj.EMPTY.with("person", name));
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
        return found.find() && !NO_NAMES.contains(found.group("name").toLowerCase(Locale.ROOT))
                ? new Act("addressing", "explicit_preference", "", Json.Obj.EMPTY.with("name", found.group("name")))
                : null;
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
        String field = SmallTalk.field(said);
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
    private static Json.@Nullable Obj mannerIn(String sentence) {
        if (NORMAL.matcher(sentence).find()) {
            return Json.Obj.EMPTY.with(People.OFF, true);
        }
        String lower = sentence.toLowerCase(Locale.ROOT);
        Json.Obj scope = Json.Obj.EMPTY.with(
                "scope", lower.contains("everywhere") || lower.contains("always") ? "user" : "session");
        String too = tooMuch(sentence);
        if (too != null && !Scope.isHeld(sentence, "told") && !Scope.isHeld(sentence, "quoted")) {
            return rate(scope, !too.toLowerCase(Locale.ROOT).startsWith("slow"));
        }
        if (Stream.of("denied", "told", "quoted", "others", "conditional")
                .anyMatch(why -> Scope.isHeld(sentence, why))) {
            return null;
        }
        Matcher speak = SPEAK.matcher(sentence);
        if (speak.find()) {
            return rate(scope, speak.group().toLowerCase(Locale.ROOT).contains("slow"));
        }
        return CAPTIONS.matcher(sentence).find() ? scope.with("forced_captions", true) : null;
    }

    /** How somebody says that they are spoken to too fast or too slowly, by what they say first; null where they do not. */
    private static @Nullable String tooMuch(String sentence) {
        Matcher too = TOO.matcher(sentence);
        Matcher notSo = NOT_SO.matcher(sentence);
        boolean isToo = too.find();
        boolean isNotSo = notSo.find();
        return isToo && (!isNotSo || too.start("at") < notSo.start())
                ? too.group("how")
                : isNotSo ? notSo.group("how") : null;
    }

    private static Json.Obj rate(Json.Obj scope, boolean isSlower) {
        return scope.with("speech_rate", new Json.Num(new BigDecimal(isSlower ? SLOWER : FASTER)));
    }
}
