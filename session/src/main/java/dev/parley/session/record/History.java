package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.listen.Words;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was said and heard, folded from runes. An assistant's entry stands where its reply was made, before the results
 * of the calls in it, and holds only as far as the audio was played (ruling E7); a reply of which no word was heard has
 * no entry.
 */
public final class History {
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> pieces = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private long others;

    /** One entry. */
    public record Entry(String role, String text, String call, boolean interrupted, long heardMs) {}

    public void add(Rune rune) {
        switch (rune.kind()) {
            case "user.words" -> put("other:" + ++others, new Entry("user", text(rune, "pii_text"), "", false, 0));
            case "agent.reply" ->
                put("reply:" + number(rune, "reply"), new Entry("assistant", text(rune, "pii_text"), "", false, 0));
            case "agent.sentence" -> piece(rune);
            case "playback.ended" -> heard(rune);
            case "tool.result" -> {
                put("other:" + ++others, new Entry("tool", result(rune), text(rune, "call_id"), false, 0));
            }
            default -> {
                // Other runes say nothing that a person or a model would remember.
            }
        }
    }

    /** What the model is told: the tool's own content, or how the call ended without any. */
    private static String result(Rune rune) {
        String status = text(rune, "status");
        Json content = rune.payload().get("content");
        boolean own = status.equals("success") || !(content == null || content instanceof Json.Null);
        return own && content != null
                ? content.canonical()
                : Json.Obj.EMPTY.with("status", status).canonical();
    }

    /** A reply that is said piece by piece holds the pieces that were heard, and nothing else. */
    private void piece(Rune rune) {
        String whole = "reply:" + number(rune, "of");
        if (!pieces.containsValue(whole)) {
            entries.computeIfPresent(whole, (_, entry) -> new Entry(entry.role(), "", "", false, 0));
        }
        pieces.put("reply:" + number(rune, "reply"), whole);
        texts.put("reply:" + number(rune, "reply"), text(rune, "pii_text"));
    }

    private void put(String key, Entry entry) {
        entries.put(key, entry);
    }

    private void heard(Rune rune) {
        long played = number(rune, "played_ms");
        long audio = number(rune, "audio_ms");
        boolean interrupted = Boolean.TRUE.equals(rune.payload().flag("interrupted"));
        String key = "reply:" + number(rune, "reply");
        entries.computeIfPresent(pieces.getOrDefault(key, key), (_, entry) -> {
            String whole = texts.getOrDefault(key, entry.text());
            String text = interrupted ? heardText(whole, played, audio) : whole;
            boolean goesOn = pieces.containsKey(key) && !entry.text().isEmpty();
            return new Entry(
                    entry.role(),
                    goesOn ? (entry.text() + " " + text).strip() : text,
                    "",
                    interrupted,
                    goesOn ? entry.heardMs() + played : played);
        });
    }

    /** The words that fit into the part that was played. */
    private static String heardText(String text, long playedMs, long audioMs) {
        return Words.first(text, Words.count(text) * playedMs / Math.max(1, audioMs));
    }

    /** The entries in order; a reply of which nothing was heard is left out. */
    public List<Entry> entries() {
        return entries.values().stream()
                .filter(entry -> !entry.role().equals("assistant")
                        || (entry.heardMs() > 0 && !entry.text().isEmpty()))
                .toList();
    }

    private static String text(Rune rune, String key) {
        String found = rune.payload().text(key);
        return found == null ? "" : found;
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
