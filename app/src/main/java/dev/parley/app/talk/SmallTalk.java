package dev.parley.app.talk;

import dev.parley.kernel.people.PlainWords;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.session.people.Understanding.Note;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What people say to the house that is no wish for a tool: greetings, who is here, what it is to keep or to tell of them. */
final class SmallTalk {
    private static final Pattern HELLO = Patterns.anyCase("\\b(?:hello|hi|good morning|good evening)\\b");
    private static final Pattern GREETS =
            Patterns.anyCase("^(?:hello|hi|good morning|good evening|hey)[.!]*$|\\bhelp\\b|what can you do");
    private static final Pattern STOPS = Patterns.anyCase(
            "(?:(?:please|ok|okay|hey|oh|now|just|can you|could you|would you|will you|enough),? )*(?:stop(?: it| talking| speaking| now)?|be (?:quiet|silent|still)|quiet|silence|hush|shush|shut"
                    + " up|enough(?: now)?|that'?s enough|that is enough|stop it|hold your tongue)(?:,? (?:please|now|already|thanks|will you))*[.!?]*");
    private static final Pattern KEEP =
            Patterns.anyCase("^(?:please )?(?:remember|note|keep in mind|know|(?:don'?t|do not) forget)(?: that)? my"
                    + " (?>(?<field>[\\p{L} ]+?) is )(?<value>.+)$");
    private static final Pattern KEEP_IT = Patterns.anyCase(
            "^my (?>(?<field>[\\p{L} ]+?) is )(?<value>.+?),? (?:please )?(?:remember|note|keep) (?:that|it)[.!]*$");
    private static final Pattern REMEMBER = Patterns.anyCase("^(?:please )?remember that ");
    private static final Pattern PROFILE = Patterns.anyCase(
            "^(?:please |could you |can you )*(?:put|add|note|write|store|save|enter|keep)(?: it)?(?: down)? (?:in|to|into|on) my profile that"
                    + " (?<value>.+)$");
    /** What comes and is nobody. */
    private static final String THINGS =
            "weather|door|garage|alarm|music|light|pizza|parcel|package|order|mail|post|letter|delivery|bus|train|taxi|cab|car|bill|food|dinner"
                    + "|lunch|breakfast|tea|coffee|milk|bread|cat|dog|bird|book|phone|money|key|summer|winter|spring|autumn|weekend|rain|snow"
                    + "|sun|night|day|morning|evening|end|time|moment|idea|news|message|email|glasses|things?";

    private static final Pattern STRANGER =
            Patterns.anyCase("^(?:(?:oh|hey|look),? )*(?:the|a|an|my|our) (?!.*\\b(?:" + THINGS
                    + ")s?\\b)(?!.*\\b(?:not|never|nobody|hasn't|haven't|isn't|aren't|almost|nearly|soon)\\b)(?:[\\p{L}']+[ -]){0,5}?\\p{L}+"
                    + " (?:(?:is|are) (?:just |now )?(?:here|at the door)|(?:has |have |just )*(?:arrived|come in|came (?:in|over|by)"
                    + "|walked in|showed up|dropped (?:in|by)))[.!]*$|^(?:there is |there'?s"
                    + " )?(?:somebody|someone)\\b.*\\b(?:came in|is here|arrived|entered|walked in)\\b[^?]*$");
    private static final Pattern NEWCOMER = Patterns.anyCase(
            "(?:^|[,.;] )(?:hello,? |hi,? |hey,? |and |i am new here,? (?:and )?)*my name(?: is|'s) (?<name>\\p{L}{2,20})[.!]*$");
    private static final Pattern FORGET = Patterns.anyCase(
            "^(?:(?:please|can you|could you|and|ok|okay),? )*(?:forget (?:that|what) (?!you know\\b)\\p{L}+ \\p{L}+"
                    + "|(?:delete|erase|forget|remove|clear|wipe) (?:(?:what|whatever) you (?:know|remember) (?:about|of) (?!me\\b|us\\b)\\p{L}+"
                    + "|(?:my|\\p{L}+'s) (?:profile|birth\\p{L}+|date of birth|name|nickname|allerg\\p{L}+|address|age|diet|hobb\\p{L}+"
                    + "|phone(?: number)?|email|favou?rite [\\p{L} ]+))[.!?]*$)");
    private static final Pattern WHY = Patterns.anyCase(
            "^(?:(?:but|and|so|ok|okay|hey|well|please|(?:can|could) you|tell me|explain(?: to me)?),? )*(?:why|how come)\\b"
                    + "(?!,? (?:don'?t|do not) (?:you|we)\\b| not \\p{L}).*$|^what would change (?:that|it|this)\\b.*$");
    private static final Pattern HOME = Patterns.anyCase(
            "is (?!this\\b|that\\b|it\\b|there\\b)\\p{L}+ (?:at home|home|here|in the house|back(?: home)?)(?: now| yet| already)?\\?*");
    private static final Pattern RECORDS = Patterns.anyCase(
            "(?:are you recording(?: me| us| this)?|do you record(?: me| us)?|is this being recorded)(?: right now| now)?[?.!]*");
    private static final Pattern DANGER = Patterns.anyCase(
            "^(?:(?:please|quick|quickly|help|hey|oh no|can you|could you),? )*(?:(?:call|phone|ring) (?:an? |the )?"
                    + "(?:police|ambulance|doctor|fire (?:brigade|department)|emergency(?: services?)?|911|112|999)"
                    + "|there(?: is|'?s) (?:a |an )?(?:fire|smoke|burglar)\\b[\\p{L} ]*|i fell(?: down)?|i(?: a|')?m (?:hurt|bleeding|injured))[.!]*$");
    private static final Pattern TELL = Patterns.anyCase("^(?:what(?: is|'s)|when is) my (?<field>[\\p{L} ]+)\\?*$");

    private static final Pattern ANOTHER = Patterns.anyCase(
            "^(?:tell me )?(?:what(?: is|'s)|when is) (?<name>\\p{L}{2,20})'s (?:birthday|birthdate|date of birth|age|allergy|address|name|profile|favou?rite [\\p{L} ]+)\\?*$|^what do you (?:know|remember) (?:about|of) (?<whom>(?!me\\b|us\\b|it\\b|this\\b|that\\b|the\\b|my\\b)\\p{L}{2,20})\\?*$|^how old is (?<who>(?!it\\b|that\\b|this\\b|the\\b)\\p{L}{2,20})\\?*$");

    private SmallTalk() {}

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
        Matcher profile = PROFILE.matcher(sentence.strip());
        if (profile.find()) {
            return new Note(
                    "note", profile.group("value").replaceAll("[.!]+$", "").strip());
        }
        Matcher tell = TELL.matcher(sentence.strip());
        return tell.find() ? new Note(field(tell.group("field")), null) : null;
    }

    /** Whether there is an answer to this sentence, a call or words. */
    static boolean isAnswered(String sentence) {
        String lower = sentence.toLowerCase(Locale.ROOT);
        return stops(sentence)
                || courtesy(sentence) != null
                || YesOrNo.asksAgain(sentence)
                || asksForMemories(sentence)
                || wantsForgotten(sentence)
                || asksWho(sentence) != null
                || asksAboutAnother(sentence) != null
                || GREETS.matcher(lower).find();
    }

    /** The name that somebody gives as theirs; null if they give none. */
    static @Nullable String newcomer(String sentence) {
        Matcher found = NEWCOMER.matcher(sentence.strip());
        return found.find() ? found.group("name") : null;
    }

    /** The answer to words that only want a word back; null if these are none. */
    static @Nullable String courtesy(String sentence) {
        return switch (plain(sentence)) {
            case "thank you",
                    "thanks",
                    "thank you very much",
                    "thank you so much",
                    "thanks so much",
                    "thanks a lot",
                    "thanks mate",
                    "cheers",
                    "many thanks" -> "You are welcome.";
            case "bye",
                    "goodbye",
                    "bye bye",
                    "see you",
                    "see you later",
                    "see you soon",
                    "see you tomorrow",
                    "im leaving",
                    "i am leaving" -> "Goodbye.";
            case "are you there", "are you listening", "can you hear me", "do you hear me" ->
                "Yes. What can I do for you?";
            case "are you a robot", "are you human", "are you real", "are you a machine" ->
                "I am a program that looks after this house.";
            case "good night", "sleep well" -> "Good night.";
            case "how are you", "how are you doing", "how are you today", "how is it going", "hows it going" ->
                "I am well, thank you. What can I do for you?";
            case "who are you", "what are you", "what is your name", "whats your name", "do you have a name" ->
                "I am the agent of this house. Ask me what I can do.";
            case "i love you", "well done", "good job", "you are great", "you are the best", "youre the best" ->
                "That is kind of you.";
            case "you are stupid",
                    "you are useless",
                    "youre stupid",
                    "youre useless",
                    "that is wrong",
                    "thats wrong",
                    "you are wrong",
                    "youre wrong" -> "I am sorry. Please tell me in other words what you want.";
            case "what time is it", "what is the time", "whats the time", "what day is it", "what day is it today" ->
                "I cannot tell the time or the date.";
            case "tell me a joke", "tell me a story", "sing a song", "sing me a song" ->
                "I know none. Ask me what I can do.";
            case "undo that", "undo it", "cancel that", "cancel it", "take that back", "undo" ->
                "I cannot undo what is done. Please tell me what you want instead.";
            case "never mind", "forget it", "ok", "okay", "all right" -> "All right.";
            case "yes", "yeah", "yep", "yes please", "sure", "of course" -> "There is nothing to say yes to.";
            case "no", "nope", "no thanks", "no thank you" -> "There is nothing to say no to.";
            default -> question(sentence.strip());
        };
    }

    /** The answer to why, to whether this is recorded, and to a call for help; null if this is none. */
    private static @Nullable String question(String sentence) {
        if (WHY.matcher(sentence).find()) {
            return "Type /why, and I tell the reason for the last thing.";
        }
        if (RECORDS.matcher(sentence).matches()) {
            return "I write down what is said and decided. Sound I keep only with your consent.";
        }
        return DANGER.matcher(sentence).find()
                ? "I cannot call anybody. If you need help, please phone, or ask somebody near you."
                : null;
    }

    /** Whether somebody only wants it to be quiet. */
    static boolean stops(String sentence) {
        return !Scope.isLong(sentence) && STOPS.matcher(sentence.strip()).matches();
    }

    /** Whether somebody only greets, or asks for help. */
    static boolean greets(String sentence) {
        return HELLO.matcher(sentence).find();
    }

    /** What somebody wants remembered, without their wish that it be. */
    static String told(String sentence) {
        return REMEMBER.matcher(sentence.strip()).replaceFirst("");
    }

    /** Whether somebody wants one thing forgotten that they told. */
    static boolean wantsForgotten(String sentence) {
        return FORGET.matcher(sentence.strip()).find();
    }

    /** Whether somebody asks what the house remembers of them. */
    static boolean asksForMemories(String sentence) {
        return plain(sentence)
                .matches(
                        "what (?:do you|have you) (?:remember|know|store|stored|keep|kept|have)(?: (?:about|of|on) me)?"
                                + "|what did i tell you|what have i told you|show me my data");
    }

    /** Whether somebody asks who they are ("me") or who else is here ("others"); null if neither. */
    static @Nullable String asksWho(String sentence) {
        return switch (plain(sentence)) {
            case "who am i",
                    "do you know who i am",
                    "do you know me",
                    "what is my name",
                    "whats my name",
                    "what do you call me",
                    "how do you call me" -> "me";
            case "who is here",
                    "who is in the house",
                    "whos here",
                    "who else is here",
                    "who is at home",
                    "who is home",
                    "whos home",
                    "whos at home",
                    "am i alone",
                    "am i alone here",
                    "is anybody else here",
                    "are we alone" -> "others";
            default -> HOME.matcher(sentence.strip()).matches() ? "others" : null;
        };
    }

    /** Of whom somebody wants to know something by name; null if of nobody. */
    static @Nullable String asksAboutAnother(String sentence) {
        Matcher found = ANOTHER.matcher(sentence.strip());
        boolean isAsked = found.find();
        for (String group : isAsked ? List.of("name", "whom", "who") : List.<String>of()) {
            String name = found.group(group);
            if (name != null) {
                return name;
            }
        }
        return null;
    }

    /** The field of a profile that people call so. */
    static String field(String said) {
        String field = said.strip().toLowerCase(Locale.ROOT).replace(' ', '_');
        return field.equals("birthday") || field.equals("date_of_birth") ? "birthdate" : field;
    }

    /** What the sentence says about who is here, in the words of the mode machine; null for nothing, as of a question. */
    static @Nullable String statement(String sentence) {
        if (PlainWords.asks(sentence)) {
            return null;
        }
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
}
