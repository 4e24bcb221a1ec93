package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.listen.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One item of a conversation, as its client knows it. Guarded by the session's lock. */
final class Item {
    private final String id;
    private final Json.Obj fixed;
    private final List<Line> lines = new ArrayList<>();
    private final boolean spoken;
    private final boolean said;
    private String status;
    private @Nullable String transcript;
    private long heardMs = Long.MAX_VALUE;
    private long sentMs;

    /** What was said at one go. */
    private static final class Line {
        private final String text;
        private final long fromMs;
        private long lengthMs;

        Line(String text, long fromMs) {
            this.text = text;
            this.fromMs = fromMs;
        }
    }

    private Item(String id, Json.Obj fixed, String status, boolean spoken, boolean said) {
        this.id = id;
        this.fixed = fixed;
        this.status = status;
        this.spoken = spoken;
        this.said = said;
    }

    /** What the agent says: aloud, or in writing. */
    static Item ofAgent(String id, boolean aloud) {
        Json.Obj fixed = Json.Obj.EMPTY.with("type", "message").with("role", "assistant");
        return new Item(id, fixed, "in_progress", aloud, true);
    }

    /** What a person says, before it is understood. */
    static Item ofVoice(String id) {
        Json.Obj fixed = Json.Obj.EMPTY.with("type", "message").with("role", "user");
        return new Item(id, fixed, "completed", true, false);
    }

    /** Everything else is as it was given. */
    static Item of(String id, Json.Obj given, String status) {
        return new Item(id, given, status, false, false);
    }

    String id() {
        return id;
    }

    void status(String now) {
        status = now;
    }

    void understood(String text) {
        transcript = text;
    }

    /** The agent begins to say this, so long after the item's first sound. */
    void say(String text, long fromMs) {
        lines.add(new Line(text, fromMs));
    }

    /** How long it takes to say the last line to its end. */
    void lasts(long lengthMs) {
        if (!lines.isEmpty()) {
            lines.getLast().lengthMs = lengthMs;
        }
    }

    /** So much of its sound was sent. */
    void sent(long ms) {
        sentMs = ms;
    }

    long sentMs() {
        return sentMs;
    }

    boolean isSpoken() {
        return said && spoken;
    }

    /** Only so much of it was heard. */
    void truncate(long ms) {
        heardMs = Math.min(heardMs, ms);
    }

    /** What was said, as far as it was heard. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            long heard = heardMs - line.fromMs;
            long length = line.lengthMs > 0 ? line.lengthMs : Math.max(1, sentMs - line.fromMs);
            String piece = length <= heard
                    ? line.text
                    : Words.first(line.text, Words.count(line.text) * Math.max(0, heard) / length);
            text.append(text.isEmpty() || piece.isEmpty() ? "" : " ").append(piece);
        }
        return text.toString();
    }

    Json.Obj json() {
        Json.Obj item = Json.Obj.EMPTY.with("id", id).with("object", "realtime.item");
        for (var field : fixed.fields().entrySet()) {
            item = item.with(field.getKey(), field.getValue());
        }
        item = item.with("status", status);
        if (said) {
            return item.with("content", Json.of(lines.isEmpty() ? List.of() : List.of(content())));
        }
        if (spoken) {
            Json.Obj heard = Json.Obj.EMPTY
                    .with("type", "input_audio")
                    .with("transcript", transcript == null ? Json.Null.NULL : Json.of(transcript));
            return item.with("content", Json.of(List.of(heard)));
        }
        return item;
    }

    private Json.Obj content() {
        return spoken
                ? Json.Obj.EMPTY.with("type", "output_audio").with("transcript", text())
                : Json.Obj.EMPTY.with("type", "output_text").with("text", text());
    }
}
