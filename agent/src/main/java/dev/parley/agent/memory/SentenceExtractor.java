package dev.parley.agent.memory;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.people.privacy.Sensitivity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Remembers what people say of themselves in plain sentences, and what they ask to be remembered. */
public final class SentenceExtractor implements MemoryExtractor {
    private static final String OPENING = "my name is|call me|i like|i prefer|i am allergic to|i live in|remember that";

    /** The two looks back are taken only where an opening begins: anywhere else they would cost more than the search itself. */
    private static final Pattern SENTENCE = Pattern.compile("(?i)\\b(?=(?:" + OPENING + ")\\s)"
            + "(?<!(?<!n't |not |never )\\bforget (?:that )?)"
            + "(?<!(?:n't|not|never) (?:remember |note |keep )?(?:that )?)"
            + "(" + OPENING + ")\\s+([^.!?\\n]{1,200})");

    private static final int CHARS_MAX = 4_000;

    /** So long are the texts together of which is kept what was found in them. */
    private static final int CHARS_KEPT = 40_000;

    private static final Set<String> TASTES = Set.of("i like", "i prefer");

    private final Map<String, List<Found>> kept = new LinkedHashMap<>();
    private int chars;

    private record Found(String content, Sensitivity sensitivity) {}

    /** Looks this text through, so that {@link #extract} need not. Any thread may ask for it. */
    public void prepare(String text) {
        List<Found> found = find(text);
        synchronized (kept) {
            chars += kept.put(text, found) == null ? text.length() : 0;
            while (chars > CHARS_KEPT && kept.size() > 1) {
                String oldest = kept.keySet().iterator().next();
                kept.remove(oldest);
                chars -= oldest.length();
            }
        }
    }

    /** Whether this text was looked through lately. */
    public boolean isPrepared(String text) {
        synchronized (kept) {
            return kept.containsKey(text);
        }
    }

    private List<Found> found(String text) {
        synchronized (kept) {
            List<Found> known = kept.get(text);
            if (known != null) {
                return known;
            }
        }
        return find(text);
    }

    private static List<Found> find(String text) {
        return SENTENCE.matcher(begin(text))
                .results()
                .map(each -> new Found(each.group().strip(), sensitivity(each.group(1))))
                .toList();
    }

    @Override
    public List<MemoryItem> extract(List<Rememberable> conversation) {
        List<MemoryItem> items = new ArrayList<>();
        for (Rememberable rune : conversation) {
            String text = words(rune);
            String by = rune.payload().text("by");
            if (text == null || by == null) {
                continue;
            }
            found(text).forEach(each -> items.add(new MemoryItem(by, each.content, rune.eventId(), each.sensitivity)));
        }
        return List.copyOf(items);
    }

    /** Whether somebody tells something of themself in this sentence. */
    public static boolean tells(String sentence) {
        return SENTENCE.matcher(begin(sentence)).find();
    }

    /** The first of what is remembered of a text, in its words, and no more of it than this. */
    public static List<String> contents(String text, int most) {
        return SENTENCE.matcher(begin(text))
                .results()
                .limit(most)
                .map(found -> found.group().strip())
                .toList();
    }

    /** Lines that waited together may be much longer than anything that is said at once; no more of them is looked through. */
    private static String begin(String text) {
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX);
    }

    /** What a person said in this rune, as an agent of its own or a session records it; null where nobody said anything. */
    private static @Nullable String words(Rememberable rune) {
        if (rune.kind().equals(EventCatalogue.kindOf(UserSpoke.class))) {
            return rune.payload().text("pii_text");
        }
        return "user".equals(rune.payload().text("role")) ? rune.payload().text("text") : null;
    }

    /** A taste is personal. A name, a home, an allergy, and whatever somebody wants remembered, is more than that. */
    private static Sensitivity sensitivity(String opening) {
        return TASTES.contains(opening.toLowerCase(Locale.ROOT)) ? Sensitivity.PERSONAL : Sensitivity.SENSITIVE;
    }
}
