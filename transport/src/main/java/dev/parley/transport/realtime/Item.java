package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.state.CountedWords;
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
    private boolean isShown = true;
    private long heardMs = Long.MAX_VALUE;
    private long sentMs;
    private long keptBytes;

    /** What was said at one go. */
    private static final class Line {
        private final long reply;
        private final String text;
        private final long fromMs;
        private long lengthMs;
        private long playedMs;

        Line(long reply, String text, long fromMs) {
            this.reply = reply;
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

    /** So many bytes are counted for it as long as it is kept. */
    void keptBytes(long counted) {
        keptBytes = counted;
    }

    long keptBytes() {
        return keptBytes;
    }

    void status(String now) {
        status = now;
    }

    /** @param shown whether the client may read it */
    void understood(String text, boolean shown) {
        transcript = text;
        isShown = shown;
    }

    /** The agent begins to say this, so long after the item's first sound. */
    void say(long reply, String text, long fromMs) {
        lines.add(new Line(reply, text, fromMs));
    }

    /** How long it takes to say the last line to its end, and how much of that counts as played. */
    void lasts(long lengthMs, long playedMs) {
        if (!lines.isEmpty()) {
            lines.getLast().lengthMs = lengthMs;
            lines.getLast().playedMs = playedMs;
        }
    }

    /** So much of its sound was sent. */
    void sent(long ms) {
        sentMs = ms;
    }

    long sentMs() {
        return sentMs;
    }

    /** Whether a person said it, as far as it is known. */
    boolean isWords() {
        return "user".equals(fixed.text("role")) && (transcript == null || !transcript.isEmpty());
    }

    boolean isSpoken() {
        return said && spoken;
    }

    /** Only so much of it was heard. Returns of which replies that is less than was counted. */
    List<SessionEvent> truncate(long ms) {
        heardMs = Math.min(heardMs, ms);
        List<SessionEvent> less = new ArrayList<>();
        for (Line line : lines) {
            long heard = Math.max(0, heardMs - line.fromMs);
            if (heard < line.playedMs) {
                long words = CountedWords.count(heard(line));
                less.add(new SessionEvent.HeardLess(line.reply, heard, line.playedMs - heard, words));
                line.playedMs = heard;
            }
        }
        return less;
    }

    /** What was said, as far as it was heard. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            String piece = heard(line);
            text.append(text.isEmpty() || piece.isEmpty() ? "" : " ").append(piece);
        }
        return text.toString();
    }

    private String heard(Line line) {
        long heard = heardMs - line.fromMs;
        long length = line.lengthMs > 0 ? line.lengthMs : Math.max(1, sentMs - line.fromMs);
        return length <= heard
                ? line.text
                : CountedWords.first(line.text, CountedWords.count(line.text) * Math.max(0, heard) / length);
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
                    .with("transcript", transcript == null || !isShown ? Json.Null.NULL : Json.of(transcript));
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
