package dev.parley.session.record;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was said, heard and done, folded from runes: the one history, for people and for the model. An assistant's entry
 * stands where its reply was made, before the calls in it, and holds only as far as the audio was played (ruling E7); a
 * reply of which no word was heard has no entry.
 */
public final class History {
    /** The kind of the rune with what a far end tells its agent of what went before. */
    public static final String CONTEXT = "session.context";

    private final Map<String, Kept> entries = new LinkedHashMap<>();
    private final Map<String, String> pieces = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    /** What the model was told of each entry the last time; an entry that has not changed is told by the same message. */
    private IdentityHashMap<Kept, Model.Message> told = new IdentityHashMap<>();

    private final int entriesMax;
    private final int answersMax;
    private long others;

    /** One entry, as people see it. */
    public record Entry(String role, String text, String call, boolean interrupted, long heardMs) {}

    private sealed interface Kept {
        record Said(String by, String text) implements Kept {}

        record Replied(String text, boolean interrupted, long heardMs) implements Kept {
            boolean isHeard() {
                return heardMs > 0 && !text.isEmpty();
            }
        }

        /** What nobody has said here. A model takes it for its own words, people are not shown it. */
        record Given(String text) implements Kept {}

        record Called(String call, String tool, Json.Obj arguments) implements Kept {}

        record Settled(
                String call,
                String tool,
                String status,
                @Nullable Json content,
                int chars,
                String reason) implements Kept {
            Settled withoutContent() {
                return new Settled(call, tool, status, Json.Null.NULL, 0, reason);
            }
        }
    }

    /** All of it. */
    public History() {
        this(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * The newest entries only, so that a long conversation does not grow.
     *
     * @param answersMax how many characters of what tools answered a model is told; of what is older it learns the status
     */
    public History(int entriesMax, int answersMax) {
        this.entriesMax = entriesMax;
        this.answersMax = answersMax;
    }

    public void add(Event event) {
        add(event.kind(), EventCatalogue.payload(event));
    }

    public void add(Rune rune) {
        add(rune.kind(), rune.payload());
    }

    public void add(String kind, Json.Obj payload) {
        switch (kind) {
            case "user.words" -> put(other(), new Kept.Said(text(payload, "by"), text(payload, "pii_text")));
            case CONTEXT -> given(payload);
            case "agent.writing" -> put(reply(payload, "reply"), new Kept.Replied("", false, 0));
            case "agent.reply" -> replied(reply(payload, "reply"), text(payload, "pii_text"));
            case "agent.sentence" -> piece(payload);
            case "speech.cut" -> cut(reply(payload, "reply"));
            case "playback.ended" -> heard(payload);
            case "playback.reported" -> heardLess(reply(payload, "reply"), payload);
            case "tool.call" -> called(text(payload, "call_id"), payload);
            case "verdict.tool" -> decided(payload);
            case "tool.result" -> put(other(), settled(payload));
            default -> {
                // Other runes say nothing that a person or a model would remember.
            }
        }
    }

    private void given(Json.Obj payload) {
        if (text(payload, "role").equals("assistant")) {
            put(other(), new Kept.Given(text(payload, "pii_text")));
        }
    }

    private static Kept.Settled settled(Json.Obj payload) {
        Json content = payload.get("content");
        return new Kept.Settled(
                text(payload, "call_id"),
                text(payload, "tool"),
                text(payload, "status"),
                content,
                content == null ? 0 : JsonTexts.of(content).length(),
                text(payload, "reason"));
    }

    private String other() {
        return "other:" + ++others;
    }

    private static String reply(Json.Obj payload, String key) {
        return "reply:" + number(payload, key);
    }

    private void decided(Json.Obj verdict) {
        boolean proposed = "call".equals(verdict.text("action")) && "allowed".equals(verdict.text("decision"));
        if (proposed && verdict.get("parameters") instanceof Json.Obj wish) {
            called(text(verdict, "target"), wish);
        }
    }

    private void called(String call, Json.Obj wish) {
        Json.Obj arguments = wish.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        put("call:" + call, new Kept.Called(call, text(wish, "tool"), arguments));
    }

    /** A reply that was spoken while it was written has its entry already, and in it what was heard. */
    private void replied(String key, String text) {
        if (!entries.containsKey(key)) {
            put(key, new Kept.Replied(text, false, 0));
        }
    }

    /** A reply that was spoken while it was written ended before its last sentence did. */
    private void cut(String key) {
        entries.computeIfPresent(
                key,
                (_, kept) -> kept instanceof Kept.Replied(String text, boolean _, long heardMs)
                        ? new Kept.Replied(text, true, heardMs)
                        : kept);
    }

    /** A reply that is said piece by piece holds the pieces that were heard, and nothing else. */
    private void piece(Json.Obj payload) {
        String whole = reply(payload, "of");
        if (!pieces.containsValue(whole)) {
            entries.computeIfPresent(whole, (_, _) -> new Kept.Replied("", false, 0));
        }
        pieces.put(reply(payload, "reply"), whole);
        texts.put(reply(payload, "reply"), text(payload, "pii_text"));
    }

    private void put(String key, Kept entry) {
        entries.put(key, entry);
        if (entries.size() > entriesMax) {
            Iterator<String> oldest = entries.keySet().iterator();
            String forgotten = oldest.next();
            oldest.remove();
            pieces.entrySet().removeIf(piece -> {
                boolean gone = piece.getValue().equals(forgotten);
                if (gone) {
                    texts.remove(piece.getKey());
                }
                return gone;
            });
        }
    }

    private void heard(Json.Obj payload) {
        long played = number(payload, "played_ms");
        long audio = number(payload, "audio_ms");
        boolean interrupted = Boolean.TRUE.equals(payload.flag("interrupted"));
        String key = reply(payload, "reply");
        entries.computeIfPresent(pieces.getOrDefault(key, key), (_, kept) -> {
            if (!(kept instanceof Kept.Replied before)) {
                return kept;
            }
            String whole = texts.getOrDefault(key, before.text());
            String text = interrupted ? heardText(whole, payload, played, audio) : whole;
            boolean goesOn = pieces.containsKey(key) && before.heardMs() > 0;
            return new Kept.Replied(
                    goesOn ? (before.text() + " " + text).strip() : text,
                    interrupted,
                    goesOn ? before.heardMs() + played : played);
        });
    }

    /** So much less of a reply was heard than was counted when it ended. */
    private void heardLess(String key, Json.Obj report) {
        entries.computeIfPresent(pieces.getOrDefault(key, key), (_, kept) -> {
            if (!(kept instanceof Kept.Replied(String text, boolean _, long heardMs)) || heardMs == 0) {
                return kept;
            }
            long heard = Math.max(0, heardMs - number(report, "less_ms"));
            long words = pieces.containsKey(key) ? Words.count(text) * heard / heardMs : number(report, "words");
            return new Kept.Replied(Words.first(text, words), true, heard);
        });
    }

    /** The words that fit into the part that was played, or as many as the voice says. */
    private static String heardText(String text, Json.Obj payload, long playedMs, long audioMs) {
        if (payload.number("words") != null) {
            return Words.first(text, number(payload, "words"));
        }
        return Words.first(text, Words.count(text) * playedMs / Math.max(1, audioMs));
    }

    /** The entries in order; a reply of which nothing was heard is left out, and so is a call before its result. */
    public List<Entry> entries() {
        List<Entry> shown = new ArrayList<>();
        for (Kept kept : entries.values()) {
            switch (kept) {
                case Kept.Said(String _, String text) -> shown.add(new Entry("user", text, "", false, 0));
                case Kept.Replied replied -> {
                    if (replied.isHeard()) {
                        shown.add(new Entry("assistant", replied.text(), "", replied.interrupted(), replied.heardMs()));
                    }
                }
                case Kept.Settled settled ->
                    shown.add(new Entry("tool", content(settled).canonical(), settled.call(), false, 0));
                case Kept.Called _, Kept.Given _ -> {
                    // People see a call by its result.
                }
            }
        }
        return List.copyOf(shown);
    }

    /** The tool's own content, or how the call ended without any. */
    private static Json content(Kept.Settled settled) {
        Json content = settled.content();
        boolean own = settled.status().equals("success") || !(content == null || content instanceof Json.Null);
        return own && content != null ? content : Json.Obj.EMPTY.with("status", settled.status());
    }

    /**
     * The same as the model is told it. A call that has no result yet is said to be running. An entry that is told again is
     * the same message.
     */
    public List<Model.Message> messages() {
        Set<String> settled = new HashSet<>();
        entries.values().forEach(kept -> {
            if (kept instanceof Kept.Settled result) {
                settled.add(result.call());
            }
        });
        Set<String> called = new HashSet<>();
        long answers = entries.values().stream().mapToLong(History::chars).sum();
        List<Model.Message> all = new ArrayList<>();
        IdentityHashMap<Kept, Model.Message> next = new IdentityHashMap<>();
        for (Kept kept : entries.values()) {
            if (isTold(kept, called)) {
                Model.Message message = kept instanceof Kept.Settled result && answers > answersMax
                        ? answered(result.withoutContent())
                        : again(kept, next);
                all.add(message);
            }
            if (kept instanceof Kept.Called(String call, String tool, Json.Obj _)) {
                called.add(call);
                if (!settled.contains(call)) {
                    all.add(new Model.Message.ToolAnswered(call, tool, "running", Json.Null.NULL));
                }
            }
            answers -= chars(kept);
        }
        told = next;
        return List.copyOf(all);
    }

    private Model.Message again(Kept kept, IdentityHashMap<Kept, Model.Message> next) {
        Model.Message before = told.get(kept);
        Model.Message message = before == null ? message(kept) : before;
        next.put(kept, message);
        return message;
    }

    /** What nobody heard is not told, and of a result whose call is forgotten a model would not know what it is. */
    private static boolean isTold(Kept kept, Set<String> called) {
        return switch (kept) {
            case Kept.Replied replied -> replied.isHeard();
            case Kept.Settled result -> called.contains(result.call());
            case Kept.Said _, Kept.Given _, Kept.Called _ -> true;
        };
    }

    private static Model.Message message(Kept kept) {
        return switch (kept) {
            case Kept.Said(String by, String text) -> new Model.Message.UserSaid(by, text);
            case Kept.Given(String text) -> new Model.Message.AssistantSaid(text);
            case Kept.Replied replied -> new Model.Message.AssistantSaid(replied.text());
            case Kept.Called(String call, String tool, Json.Obj arguments) ->
                new Model.Message.AssistantCalled(new Model.WantedCall(call, tool, arguments.canonical()));
            case Kept.Settled result -> answered(result);
        };
    }

    private static int chars(Kept kept) {
        return kept instanceof Kept.Settled result ? result.chars() : 0;
    }

    private static Model.Message answered(Kept.Settled result) {
        Json content = result.content() == null ? Json.Null.NULL : result.content();
        boolean well = result.status().equals("success");
        return new Model.Message.ToolAnswered(
                result.call(),
                result.tool(),
                result.status(),
                well ? content : Json.Obj.EMPTY.with("reason", result.reason()).with("content", content));
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }

    private static long number(Json.Obj payload, String key) {
        BigDecimal found = payload.number(key);
        return found == null ? 0 : found.longValue();
    }
}
