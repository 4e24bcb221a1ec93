package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding.Act;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words by which somebody consents to something, or does not. What is said here may be kept only with a yes, so a sentence about
 * that is read by its side: for, against, no longer.
 */
final class ConsentWords {
    private static final String RECORDING = "recording";

    private static final String OURS =
            "(?:(?:this|our|the|my|that) (?:conversations?|talk|chat|speech|call|meeting|session|voices?|words)|my voice|our voices?|the audio|what"
                    + " (?:i|we|is|was|i'm|we're|people) ?\\w*)";

    /** What is about keeping what somebody says. */
    private static final Pattern ABOUT = Patterns.anyCase(
            "\\brecorded\\b(?! (?:music|song|film|message))|\\brecordings?\\b(?! (?:studio|of (?!this|us|me|our|what)))|\\brecord(?= (?:me|us|this|that|it|anything|everything"
                    + "|now|" + OURS + ")\\b|[.!?]*$)(?<!\\b(?:a|the|world) record)"
                    + "|\\b(?:keep|keeping|store|storing|save|saving|remember|remembering|retain|hold on to|use|using|listen to|log)\\b(?: \\p{L}+)? "
                    + OURS + "\\b");

    private static final Pattern FINE = Patterns.anyCase(
            "\\b(?:don'?t|do not) (?:mind|object|have (?:a problem|anything against|any objections?))\\b|\\bno (?:objections?|problem)\\b|\\bnothing"
                    + " against\\b|\\bwhy not\\b|\\bnot a problem\\b|\\bno issue\\b");
    private static final Pattern OVER = Patterns.anyCase(
            "\\b(?:no longer|any ?more|any longer|stop|take (?:back|my)|taking back|withdraw\\w*|revok\\w*|cancel\\w*|end|finish|over|changed my"
                    + " mind|off|no more|enough)\\b");
    private static final Pattern AGAINST = Patterns.anyCase(
            "n't\\b|\\b(?:not|dont|never|no|refus\\w*|forbid\\w*|object|against|without|disagree|deny|declin\\w*|rather not|mustn'?t|prohibit\\w*|hate)\\b");
    private static final Pattern FOR = Patterns.anyCase(
            "\\b(?:you (?:may|can|could)|allow\\w*|permi\\w*|consent\\w*|agree\\w*|fine|ok|okay|happy|all right|alright|yes|free to|go"
                    + " ahead|welcome to|approv\\w*|accept\\w*|good with|cool with|comfortable)\\b");
    private static final Pattern WISH = Patterns.anyCase(
            "^(?:please |hey,? |(?:can|could|would|will) you (?:please )?|i (?:want|would like|'d like) (?:you )?to )*(?:start|begin|record|make a recording|keep a recording|take a recording)\\b");
    private static final Pattern CONSENT =
            Patterns.anyCase("^i (?:consent|agree) to (?:the )?(?<purpose>\\p{L}+)[.!]*$");
    private static final Pattern REVOKE = Patterns.anyCase(
            "^i (?:(?:want to |would like to |hereby )?(?:take (?:back )?my consent(?: back)?|revoke my consent|withdraw my consent))(?: (?:to|for)"
                    + " (?:the )?(?<purpose>\\p{L}+))?[.!]*$");
    private static final Pattern ASKS = Patterns.anyCase(
            "^(?:are|is|was|were|did|do|does|have|has|had|why|when|who|what|how|where|which|will|should|shall|may)\\b(?! not)|\\?\\s*$");

    private ConsentWords() {}

    static List<Act> acts(String sentence) {
        Matcher named = CONSENT.matcher(sentence);
        if (named.find() && !named.group("purpose").equalsIgnoreCase("be")) {
            return granted(named.group("purpose").toLowerCase(Locale.ROOT));
        }
        Matcher back = REVOKE.matcher(sentence);
        if (back.find()) {
            String purpose = back.group("purpose");
            return List.of(step("revoke", purpose == null ? RECORDING : purpose.toLowerCase(Locale.ROOT)));
        }
        return ABOUT.matcher(sentence).find() ? recording(sentence) : List.of();
    }

    private static List<Act> recording(String sentence) {
        if (Scope.isHeld(sentence, "quoted") || Scope.isHeld(sentence, "conditional")) {
            return List.of();
        }
        if (WISH.matcher(sentence).find()) {
            return AGAINST.matcher(sentence).find() ? List.of() : List.of(step("consent_request", RECORDING));
        }
        if (ASKS.matcher(sentence).find()) {
            return List.of();
        }
        if (FINE.matcher(sentence).find()) {
            return granted(RECORDING);
        }
        if (OVER.matcher(sentence).find()) {
            return List.of(step("revoke", RECORDING));
        }
        if (AGAINST.matcher(sentence).find()) {
            return List.of(step("explicit_denial", RECORDING));
        }
        return FOR.matcher(sentence).find() ? granted(RECORDING) : List.of();
    }

    private static List<Act> granted(String purpose) {
        return List.of(step("consent_request", purpose), step("explicit_grant", purpose));
    }

    private static Act step(String action, String purpose) {
        return new Act("consent", action, "", Json.Obj.EMPTY.with("purpose", purpose));
    }
}
