package dev.parley.agent.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Remembers what people say of themselves in plain sentences, and what they ask to be remembered. */
public final class SentenceExtractor implements MemoryExtractor {
    private static final Pattern SENTENCE = Pattern.compile(
            "(?i)\\b(my name is|call me|i like|i prefer|i am allergic to|i live in|remember that)\\s+([^.!?\\n]{1,200})");

    @Override
    public List<MemoryItem> extract(List<Rememberable> conversation) {
        List<MemoryItem> items = new ArrayList<>();
        for (Rememberable rune : conversation) {
            String text = rune.payload().text("text");
            String by = rune.payload().text("by");
            if (text == null || by == null || !"user".equals(rune.payload().text("role"))) {
                continue;
            }
            Matcher matcher = SENTENCE.matcher(text);
            while (matcher.find()) {
                items.add(new MemoryItem(by, matcher.group().strip(), rune.eventId()));
            }
        }
        return List.copyOf(items);
    }
}
