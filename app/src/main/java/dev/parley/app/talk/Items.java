package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is to be ordered, without the words around its name. */
final class Items {
    /** Where the name of a thing ends. */
    private static final Pattern ITEM_END = Patterns.anyCase(
            "[,.;!?]|\\b(?:from|for|at|in|on|by|with|to|before|when|so|because|please|now|right now|today|tomorrow|tonight|later|dear|darling|honey|sweetie|asap|as soon|online|quickly|again|then|since|if|would|will|ordered|delivered|this|next)\\b.*$");

    /** What cannot be ordered: words that stand for something else, and what belongs to another meaning of the verb. */
    private static final Pattern NO_ITEM = Patterns.anyCase(
            "^(?:it|that|this|these|those|one|ones|more|nothing|none|no|nobody|what|whatever|the usual|usual|same|him|her|them|you|myself|out|up|off|on|in|into"
                    + "|to|home|there|here|back|down|away|going|started|ready|around|over|through|past|by|for|from|with|of|else|again|now|all|everything|and|or|but|is|was|time)\\b"
                    + "|\\b(?:some|any)thing\\b|\\b(?:things?|stuff)$|^food$|^(?:bottle|pack|packet|box|bag|can|carton|dozen)$");

    private Items() {}

    /** The thing that a rule found; null for several things, and for nothing that can be named. */
    static Json.@Nullable Obj of(Matcher found) {
        String item = ITEM_END.matcher(found.group("item"))
                .replaceFirst("")
                .strip()
                .replaceFirst(
                        "(?i)^(?:(?:for|us|me|some|a|an|the|more|another|new|any)\\b ?|(?:bottle|pack|packet|box|bag|can|carton)s? of )+",
                        "")
                .strip();
        return item.isEmpty() || NO_ITEM.matcher(item).find() ? null : Json.Obj.EMPTY.with("item", item);
    }
}
