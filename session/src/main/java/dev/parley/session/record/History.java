package dev.parley.session.record;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.state.CountedWords;
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
    private static final Set<Class<? extends Event>> REMEMBERED = Set.of(
            UserSpoke.class,
            ContextAdded.class,
            AgentReplyStarted.class,
            AgentReplied.class,
            AgentSentenceReleased.class,
            SpeechCutOff.class,
            PlaybackEnded.class,
            PlaybackCorrected.class,
            ToolCallProposed.class,
            ToolDecided.class,
            ToolSettled.class);

    private static final String CONTENT = "content";

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

    public void add(Rune rune) {
        if (REMEMBERED.contains(EventCatalogue.recordOf(rune))) {
            add(EventCatalogue.read(rune), rune.payload().has(CONTENT));
        }
    }

    public void add(Event event) {
        add(event, true);
    }

    /** @param hasContent false where the record keeps only a digest of what a tool returned */
    private void add(Event event, boolean hasContent) {
        switch (event) {
            case UserSpoke(UserText words) -> put(other(), new Kept.Said(words.by(), words.piiText()));
            case ContextAdded context -> given(context);
            case AgentReplyStarted reply -> put(key(reply.reply()), new Kept.Replied("", false, 0));
            case AgentReplied reply -> replied(key(reply.reply()), reply.piiText());
            case AgentSentenceReleased sentence -> piece(sentence);
            case SpeechCutOff(long reply) -> cut(key(reply));
            case PlaybackEnded end -> heard(end);
            case PlaybackCorrected report -> heardLess(key(report.reply()), report);
            case ToolCallProposed call -> called(call.callId(), call.tool(), call.arguments());
            case ToolDecided verdict -> decided(verdict);
            case ToolSettled result -> put(other(), settled(result, hasContent));
            default -> {
                // Other events say nothing that a person or a model would remember.
            }
        }
    }

    private void given(ContextAdded context) {
        if (context.role().equals("assistant")) {
            put(other(), new Kept.Given(context.piiText()));
        }
    }

    private static Kept.Settled settled(ToolSettled result, boolean hasContent) {
        Json content = hasContent ? result.content() : null;
        return new Kept.Settled(
                result.callId(),
                result.tool(),
                result.status(),
                content,
                content == null ? 0 : JsonTexts.of(content).length(),
                result.reason());
    }

    private String other() {
        return "other:" + ++others;
    }

    private static String key(long reply) {
        return "reply:" + reply;
    }

    private void decided(ToolDecided verdict) {
        boolean proposed =
                verdict.decided().action().equals("call") && verdict.decided().isAllowed();
        Json.Obj call = verdict.parameters();
        if (proposed && call != null) {
            String tool = call.text("tool");
            Json.Obj arguments = call.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            called(verdict.decided().target(), tool == null ? "" : tool, arguments);
        }
    }

    private void called(String call, String tool, Json.Obj arguments) {
        put("call:" + call, new Kept.Called(call, tool, arguments));
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
    private void piece(AgentSentenceReleased sentence) {
        String whole = key(sentence.of());
        if (!pieces.containsValue(whole)) {
            entries.computeIfPresent(whole, (_, _) -> new Kept.Replied("", false, 0));
        }
        pieces.put(key(sentence.reply()), whole);
        texts.put(key(sentence.reply()), sentence.piiText());
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

    private void heard(PlaybackEnded end) {
        long played = end.playedMs();
        boolean interrupted = end.interrupted();
        String key = key(end.reply());
        entries.computeIfPresent(pieces.getOrDefault(key, key), (_, kept) -> {
            if (!(kept instanceof Kept.Replied before)) {
                return kept;
            }
            String whole = texts.getOrDefault(key, before.text());
            String text = interrupted ? heardText(whole, end) : whole;
            boolean goesOn = pieces.containsKey(key) && before.heardMs() > 0;
            return new Kept.Replied(
                    goesOn ? (before.text() + " " + text).strip() : text,
                    interrupted,
                    goesOn ? before.heardMs() + played : played);
        });
    }

    /** So much less of a reply was heard than was counted when it ended. */
    private void heardLess(String key, PlaybackCorrected report) {
        entries.computeIfPresent(pieces.getOrDefault(key, key), (_, kept) -> {
            if (!(kept instanceof Kept.Replied(String text, boolean _, long heardMs)) || heardMs == 0) {
                return kept;
            }
            long heard = Math.max(0, heardMs - report.lessMs());
            long words = pieces.containsKey(key) ? CountedWords.count(text) * heard / heardMs : report.words();
            return new Kept.Replied(CountedWords.first(text, words), true, heard);
        });
    }

    /** The words that fit into the part that was played, or as many as the voice says. */
    private static String heardText(String text, PlaybackEnded end) {
        long words = end.words() != null
                ? end.words()
                : CountedWords.count(text) * end.playedMs() / Math.max(1, end.audioMs());
        return CountedWords.first(text, words);
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
}
