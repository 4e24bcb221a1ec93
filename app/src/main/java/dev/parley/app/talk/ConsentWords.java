package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.PlainWords;
import dev.parley.session.people.Understanding.Act;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words by which a person consents to something, or does not. Only a whole sentence of the list consents to a recording. Words of
 * refusing, ending or deleting take a consent back wherever they stand. About any other words of recording the house asks in its own.
 */
final class ConsentWords {
    private static final String RECORDING = "recording";

    private static final String OURS =
            "(?:(?:this|our|the|my|that) (?:conversations?|talk|chat|speech|call|meeting|session|voices?|words)|our voices?|the audio|what"
                    + " (?:i|we|is|was|im|were|people) ?\\w*)";

    /** What is about keeping what a person says. All patterns are for words without marks. */
    private static final Pattern ABOUT = Patterns.anyCase(
            "\\brecorded\\b(?! (?:music|song|film|message))|\\brecordings?\\b(?! (?:studio|of (?!this|us|me|our|what)))|\\brecord(?= (?:me|us|this|that|it|anything|everything"
                    + "|nothing|nobody|anybody|anyone|a word|any of|all of|in here|here|any ?more|any longer|again|sound|audio|now|"
                    + OURS + ")\\b|$)(?<!\\b(?:a|the|world) record)"
                    + "|\\b(?:keep|keeping|store|storing|save|saving|remember|remembering|retain|hold on to|use|using|listen to|log)\\b(?: \\p{L}+)? "
                    + OURS + "\\b");

    private static final String WHAT =
            "(?:me|us|this|everything(?: (?:i|we) say)?|(?:this|our|my) (?:conversation|talk|chat|call|meeting|session|voice|words)|the"
                    + " (?:conversation|talk|chat|call|meeting|session)|what (?:i|we) (?:say|tell you)|what is (?:being )?said(?: here)?)";
    private static final String TO_RECORD =
            "(?:record(?: " + WHAT + ")?|make a recording(?: of " + WHAT + ")?|(?:keep|store|save|remember|retain) "
                    + "(?:my voice|my words|what (?:i|we) (?:say|tell you)|(?:this|our) (?:conversation|talk|chat|call|meeting)))";
    private static final String RECORDED = "(?:be(?:ing)? recorded|(?:the|this|a|your) recording(?: of " + WHAT + ")?)";

    /** The whole sentences that consent to a recording. None of them denies, ends or deletes anything. */
    private static final Pattern GRANTS = Patterns.anyCase(
            "(?:(?:yes|yeah|yep|ok|okay|of course|certainly|all right|alright|hello|thanks|please) ){0,3}(?:"
                    + "you (?:may|are (?:allowed|free|welcome) to|have my (?:permission|consent) to) " + TO_RECORD
                    + "|you have my (?:permission|consent) (?:to|for) (?:the|this) recording"
                    + "|(?:feel free to|go ahead and) " + TO_RECORD
                    + "|i (?:hereby )?(?:allow|permit) (?:you to " + TO_RECORD + "|(?:the|this) recording)"
                    + "|i (?:hereby )?(?:give|grant) (?:you )?(?:my )?(?:permission|consent) (?:to " + TO_RECORD
                    + "|(?:to|for) (?:the|this) recording)"
                    + "|i (?:hereby )?(?:consent|agree) to " + RECORDED + "|i agree that you (?:may )?" + TO_RECORD
                    + "|(?:being recorded|(?:the |this )?recording(?: " + WHAT
                    + ")?) is (?:fine|okay|ok|all right|alright) (?:with|by|for) me"
                    + "|(?:it is|its) (?:fine|okay|ok|all right|alright)(?: (?:with|by|for) me)? (?:if you|that you|to) "
                    + TO_RECORD
                    + "|(?:i am|im) (?:happy to be|(?:fine|okay|ok|comfortable) with being) recorded"
                    + ")(?: (?:please|now|right now|thanks|thank you|here|today|on file)){0,2}");

    /** They have words of refusing and refuse nothing; taken alone they are no consent either. */
    private static final Pattern FINE = Patterns.anyCase(
            "\\b(?:dont|do not) (?:mind|object|have (?:a problem|anything against|any objections?))\\b|\\bno (?:objections?|problem|issue)\\b|\\bnothing"
                    + " against\\b|\\bwhy not\\b|\\bnot a problem\\b");
    /** The end of a recording is refused. */
    private static final Pattern GOES_ON = Patterns.anyCase(
            "\\b(?:dont|do not|never|not|cannot|cant|mustnt) (?:ever |yet |now )?(?:stop|end|finish|cancel|delete|erase|switch|turn)\\b");

    private static final Pattern OVER = Patterns.anyCase(
            "\\b(?:no longer|any ?more|any longer|stop\\w*|quit|cease|take (?:back|my)|taking back|withdraw\\w*|revok\\w*|cancel\\w*|end|finish|over|changed my"
                    + " mind|off|no more|enough|delet\\w*|eras\\w*|wipe|destroy|discard|throw away|get rid|forget|remove)\\b");
    private static final Pattern AGAINST = Patterns.anyCase(
            "\\b(?:not|(?:do|does|did|is|are|was|wo|would|should|must|could|ca|have|has|need|ai)nt|never|no|nor|neither|nothing|nobody|none|cannot|refus\\w*"
                    + "|forbid\\w*|object|against|without|disagree|deny|declin\\w*|prohibit\\w*|hate)\\b");
    private static final Pattern WISH = Patterns.anyCase(
            "^(?:please |hey |(?:can|could|would|will) you (?:please )?|i (?:want|would like|d like|id like) (?:you )?to )*(?:start|begin|record|make a recording|keep a recording|take a recording)\\b");
    /** Who is polite asks for an end as if it were a question. */
    private static final Pattern ENDS = Patterns.anyCase(
            "^(?:please )?(?:will|shall|may|do|does) (?:you|i|we)(?: please)?(?: ask you to)? (?:stop|quit|end|switch|turn|not record)\\b");

    private static final Pattern CONSENT = Patterns.anyCase(
            "i (?:consent|agree) to (?:the )?(?<purpose>(?!(?:be|nothing|disagree|differ|it|this|that|everything|anything|stop|recordings)\\b)\\p{L}+)");
    private static final Pattern REVOKE = Patterns.anyCase(
            "(?:i |please )(?:want to |would like to |hereby )?(?:take (?:back )?my consent(?: back)?|(?:revoke|withdraw) (?:my consent|the consent i gave(?: you)?))(?: (?:to|for)"
                    + " (?:the )?(?<purpose>\\p{L}+))?");
    private static final Pattern ASKS = Patterns.anyCase(
            "^(?:are|is|was|were|did|do|does|have|has|had|why|when|who|what|how|where|which|will|should|shall|may)\\b(?! not)");

    private static final Pattern QUOTES =
            Pattern.compile("[\"\u201C\u201D\u201E\u201F\u00AB\u00BB\u300C-\u300F\uFF02]");

    private ConsentWords() {}

    static List<Act> acts(String sentence) {
        PlainWords words = PlainWords.of(sentence);
        String plain = words.joined();
        Matcher named = CONSENT.matcher(plain);
        if (isPlain(words, sentence) && named.matches()) {
            return granted(named.group("purpose"));
        }
        Matcher back = REVOKE.matcher(plain);
        if (!words.asks() && back.matches()) {
            String purpose = back.group("purpose");
            return List.of(step("revoke", purpose == null ? RECORDING : purpose));
        }
        return ABOUT.matcher(plain).find() ? recording(sentence, words, plain) : List.of();
    }

    /** Whether a sentence is about recording, so that no part of it is taken for the whole. */
    static boolean isAbout(String sentence) {
        return ABOUT.matcher(PlainWords.of(sentence).joined()).find();
    }

    /** Whether a sentence has nothing that could turn it: no question mark, sign or foreign letter, and no quotation. */
    private static boolean isPlain(PlainWords words, String sentence) {
        return words.clean() && !words.asks() && !QUOTES.matcher(sentence).find();
    }

    private static List<Act> recording(String sentence, PlainWords words, String plain) {
        if (isPlain(words, sentence) && GRANTS.matcher(plain).matches()) {
            return granted(RECORDING);
        }
        if (Scope.isHeld(sentence, "quoted") || Scope.isHeld(sentence, "conditional")) {
            return List.of();
        }
        boolean isQuestion = ASKS.matcher(plain).find() && !ENDS.matcher(plain).find();
        if (isQuestion && !WISH.matcher(plain).find()) {
            return List.of();
        }
        String rest = FINE.matcher(plain).replaceAll(" ");
        if (GOES_ON.matcher(rest).find()) {
            return List.of(step("consent_request", RECORDING));
        }
        if (OVER.matcher(rest).find()) {
            return List.of(step("revoke", RECORDING));
        }
        return List.of(step(AGAINST.matcher(rest).find() ? "explicit_denial" : "consent_request", RECORDING));
    }

    private static List<Act> granted(String purpose) {
        return List.of(step("consent_request", purpose), step("explicit_grant", purpose));
    }

    private static Act step(String action, String purpose) {
        return new Act("consent", action, "", Json.Obj.EMPTY.with("purpose", purpose));
    }
}
