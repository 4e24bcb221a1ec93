package dev.parley.app.talk;

import dev.parley.session.people.Understanding.Note;
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
                    + " (?<field>[\\p{L} ]+?) is (?<value>.+)$");
    private static final Pattern KEEP_IT = Patterns.anyCase(
            "^my (?<field>[\\p{L} ]+?) is (?<value>.+?),? (?:please )?(?:remember|note|keep) (?:that|it)[.!]*$");
    private static final Pattern PROFILE = Patterns.anyCase(
            "^(?:please |could you |can you )*(?:put|add|note|write|store|save|enter|keep)(?: it)?(?: down)? (?:in|to|into|on) my profile that"
                    + " (?<value>.+)$");
    private static final Pattern STRANGER = Patterns.anyCase(
            "^(?:the|a|an) (?!weather|door|garage|alarm|music|light)\\p{L}+ (?:is here|is at the door|has"
                    + " arrived|arrived|came in|just came in)[.!]*$|^(?:there is |there'?s"
                    + " )?(?:somebody|someone)\\b.*\\b(?:came in|is here|arrived|entered|walked in)\\b[^?]*$");
    private static final Pattern NEWCOMER = Patterns.anyCase(
            "(?:^|[,.;] )(?:hello,? |hi,? |hey,? |and |i am new here,? (?:and )?)*my name(?: is|'s) (?<name>\\p{L}{2,20})[.!]*$");
    private static final Pattern TELL = Patterns.anyCase("^what(?: is|'s) my (?<field>[\\p{L} ]+)\\?*$");

    private static final Pattern ANOTHER = Patterns.anyCase(
            "^(?:tell me )?(?:what(?: is|'s)|when is) (?<name>\\p{L}{2,20})'s (?:birthday|birthdate|date of birth|age|allergy|address|name|profile|favou?rite [\\p{L} ]+)\\?*$|^how old is (?<who>(?!it\\b|that\\b|this\\b|the\\b)\\p{L}{2,20})\\?*$");

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
                || asksForMemories(sentence)
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
            case "thank you", "thanks", "thank you very much", "thanks a lot", "many thanks" -> "You are welcome.";
            case "bye", "goodbye", "bye bye", "see you", "see you later", "im leaving", "i am leaving" -> "Goodbye.";
            case "good night" -> "Good night.";
            case "never mind", "forget it", "ok", "okay", "all right" -> "All right.";
            case "yes", "yeah", "yep", "yes please" -> "There is nothing to say yes to.";
            case "no", "nope", "no thanks", "no thank you" -> "There is nothing to say no to.";
            case "are you recording me", "are you recording", "do you record me" ->
                "I write down what is said and decided. Sound I keep only with your consent.";
            case "why", "why not", "why did you do that", "why did you not do that" ->
                "Type /why, and I tell the reason for the last thing.";
            default -> null;
        };
    }

    /** Whether somebody only wants it to be quiet. */
    static boolean stops(String sentence) {
        return STOPS.matcher(sentence.strip()).matches();
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
            case "who is here",
                    "who is in the house",
                    "whos here",
                    "who else is here",
                    "is anybody else here",
                    "are we alone" -> "others";
            default -> null;
        };
    }

    /** Of whom somebody wants to know something by name; null if of nobody. */
    static @Nullable String asksAboutAnother(String sentence) {
        Matcher found = ANOTHER.matcher(sentence.strip());
        if (!found.find()) {
            return null;
        }
        return found.group("name") == null ? found.group("who") : found.group("name");
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
}
