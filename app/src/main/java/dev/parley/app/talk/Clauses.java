package dev.parley.app.talk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * People tell why, and then what: "I forgot my bike open the garage please". Nobody speaks the comma between them, and without it
 * the reason would be words around the wish that nobody understands.
 */
final class Clauses {
    private static final String OPENING = "(?:(?:hey|oh|well|so|ok|okay|thanks|look|listen|sorry)\\b,? )*";

    private static final String SOMEBODY =
            "(?:it|this|that|there|every(?:one|body)|some(?:one|body)|no(?:body| one)|grandma|grandpa|granny|m[ou]m|dad|daddy|mommy|\\p{L}+s(?= are)|(?:the|my|our|your|his|her|these|those) (?:\\p{L}+ ){0,2}\\p{L}+?)";

    /** A statement about now that is whole, and that nothing is asked with. */
    private static final String REASON = "(?:" + SOMEBODY
            + "(?:'s| is| are| has| will| fell| hurts?| hurt| left| lives?| looks?| feels?| sounds?| smells?| comes?| needs?| got) [\\p{L}' ]+?"
            + "|(?:i|we)(?:'m| am|'re| are| cannot| can't| can not| can (?:barely|hardly)| forgot| want silence| love| hear| have an?| have the| got| have to| need to| want to| just got) [\\p{L}' ]+?)";

    /** A word after which no new clause begins: it wants another one. */
    private static final String OPEN =
            "(?<!\\b(?:to|who|that|which|will|can|could|would|should|must|may|might|shall|not|and|or|but|if|when|then|i|you|we|they|he|she|it|me|him|her|us|them|the|a|an|my|our|your|his|their|of|for|with|by|from|at|on|is|are|am|be|been|was|were|has|have|had|do|does|did|let|make|makes|help|helps|never|always|often|usually|called|named|why|how|where|what|people|kids|children|button|switch|yelling|screaming|shouting|begging|demanding|chanting|whispering|texting|like|all|say|yell|scream|shout|nobody|only|the band|album|essay|poem))";

    /** Somebody right before a verb is who does it, unless they belong to what comes before: "I have to talk to mom". */
    private static final String DOER =
            "(?<!(?<!\\b(?:to|in|with|for|from|of|at|by|call|calling|is|are|'s) (?:the |my |our |your |his |her )?)\\b(?:(?-i:\\p{Lu}\\p{Ll}{1,14})|ana|ben|m[ou]m|mother|dad|father|grandma|grandpa|parents|sons?|daughters?|boys?|girls?|wife|husband|brothers?|sisters?|friends?|neighbou?rs?|guests|adults|ups|men|women|teenagers|plumber|cleaner|teacher|postman|electrician|nephew|niece|cousin|uncle|aunt|man|woman|janitor|nanny|babysitter|roommate|landlord|boss|burglars?|thieves|hackers?|robots?|timers?|sensors?|apps?|any(?:one|body)|every(?:one|body)|some(?:one|body)))";

    /** Whoever tells how or why something is done wishes nothing by it. */
    private static final String NO_MANNER =
            "(?!.*\\b(?:(?<!\\bon )(?:the|an?) (?:\\p{L}+ )?(?:way|reason|ones?)|how (?!is|are)|why)\\b)";

    /** Books and films have volumes, too. */
    private static final String LOUD =
            "(?<=\\b(?:song|music|part|track|tune|band|movie|film|loud|quiet|noisy|anything|nothing|it|well|bad|deaf|old|asleep|\\p{L}{2,10}(?<!read|watch|miss|writ|finish|buy)ing|headache|party|home|here|now|please|so|just|then) )";

    private static final String WISH =
            "(?:so |please |just |now |then )*(?:(?:you (?:can|could|may)|can you|could you|would you|will you) (?:please )?)?"
                    + "(?:(?:turn|switch|put|flip|shut|close|open|pause|stop|disarm|disable|deactivate|kill|cut|roll|lift|raise) (?:on|off|out|up|it|them|the|that|this|my|our|some|more|an?) ?"
                    + "|(?:order|buy) \\p{L}+|(?:make|set|bring|turn|put|lower|take|drop|bump|reduce) (?:the|it)\\b|give (?:me|us) (?:some|more) light|(?:get|have) the \\p{L}+|light up the|pause (?:it|please)|"
                    + LOUD + "volume (?:to )?\\p{L}+"
                    + "|(?:lights?|lamps?) (?:on|off|out)\\b|(?:what(?:'s| is)|how(?:'s| is)) the (?:weather|forecast))";

    private static final Pattern REASON_FIRST = Patterns.anyCase("^" + NO_MANNER + "(" + OPENING + REASON + ")(?= "
            + WISH + ")" + OPEN + "(?:" + DOER + "|(?= (?:what|how))) ");

    private static final Pattern REASON_LAST = Patterns.anyCase(
            "(?<=\\p{L})(?<!\\b(?:that|which|the|a|once|when|whenever|if|unless|after|before|until|till|as|soon|while|than|for|and|or|but|moment|minute|time|where|who|think|believe|know|say|says|said)) (?=(?:because |since )?(?:(?:i am|i'm|we are|we're) (?:home|back|here|cold|freezing|inside|done|ready|leaving|tired|in a hurry|on (?:the|a) (?:phone|call))"
                    + "|(?:i|we) have (?:an?|to) [\\p{L}' ]+|(?:so|so that) (?:i|we) can [\\p{L}' ]+|(?:my|our) hands are full|good ?night"
                    + "|it(?:'s| is) (?:(?:too |so |very |getting )?(?:dark|bright|loud|quiet|cold|late|chilly|noisy|freezing)(?: in here| now)?|(?:just|only) [\\p{L}' ]+))[ .!]*$)");

    private static final Pattern AFTER_REASON = Patterns.anyCase("^" + OPENING + REASON + ", (?<wish>" + WISH + ".*)$");

    private Clauses() {}

    /** The sentence with a comma between its reason and its wish, where nobody wrote one. */
    static String parted(String sentence) {
        Matcher first = REASON_FIRST.matcher(sentence);
        String parted = first.find() ? first.replaceFirst("$1, ") : sentence;
        return REASON_LAST.matcher(parted).replaceFirst(", ");
    }

    /** The wish of a sentence whose reason comes first; the whole sentence if it has none. Where somebody is, is no part of it. */
    static String wish(String parted) {
        Matcher reason = AFTER_REASON.matcher(parted);
        return reason.find() ? reason.group("wish") : parted;
    }
}
