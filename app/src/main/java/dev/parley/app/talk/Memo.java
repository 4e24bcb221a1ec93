package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.session.people.Memories;
import dev.parley.session.people.Understanding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What rules made of the newest sentences of one conversation. It is worked out on another thread before the words enter the
 * conversation, which then only looks it up. Any thread may use it.
 */
final class Memo<V> {
    /** The sentence, what it is mended to, what it is taken for, and each thing that may be remembered of it. */
    private static final int ENTRIES_MAX = 3 + Memories.ITEMS_MAX;

    /** As many as there are sentences that may wait to enter, with everything that is kept for each. */
    static final int KEPT_MAX = Understanding.AHEAD_MAX * ENTRIES_MAX;

    /** What so many sentences have together, each as long as the rules look at it; a text of many lines counts for as many. */
    private static final int CHARS_MAX = KEPT_MAX * Scope.LETTERS_MAX;

    private final Map<String, V> kept = new LinkedHashMap<>();
    private int chars;

    /** What may be remembered of a sentence, which is understood by itself. */
    static List<String> remembered(String sentence) {
        return SentenceExtractor.contents(sentence, Memories.ITEMS_MAX);
    }

    /** What is kept for this sentence, or null. */
    synchronized @Nullable V get(String sentence) {
        return kept.get(sentence);
    }

    /** What is kept for this sentence; it is worked out now where nothing is, without holding up other threads. */
    V of(String sentence, Function<String, V> works) {
        V known = get(sentence);
        if (known == null) {
            known = works.apply(sentence);
            keep(sentence, known);
        }
        return known;
    }

    synchronized void keep(String sentence, V value) {
        chars += kept.put(sentence, value) == null ? sentence.length() : 0;
        while (kept.size() > KEPT_MAX || (chars > CHARS_MAX && kept.size() > 1)) {
            String oldest = kept.keySet().iterator().next();
            kept.remove(oldest);
            chars -= oldest.length();
        }
    }
}
