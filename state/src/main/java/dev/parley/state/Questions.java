package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What people are asked about calls in the present turn: each question is decided by the tool room, said in a reply, heard to its
 * end, which the room is told, and answered (rulings B17, E7).
 *
 * @param asked the questions of the turn, by call
 * @param openCall the call that was asked about aloud last, empty once its call goes on
 * @param parts the replies and sentences in which questions are said, by number
 * @param speakers who says each reply that is said at present, by its stream
 * @param stopped the stream of the reply that its speaker has stopped last; empty for none
 */
public record Questions(
        Map<String, Asked> asked,
        String openCall,
        Map<Long, Part> parts,
        Map<String, String> speakers,
        String stopped) {

    /**
     * A question about a call.
     *
     * @param event the verdict by which a person is asked
     * @param words the digest of the words in which they are asked, empty where they are asked by an event
     * @param reply the number of the reply that asks, 0 for none yet
     * @param text what that reply says
     * @param heardText how much of it was heard
     * @param heardAt the event at which it was heard to its end, 0 before
     * @param told whether the room was told that it was heard
     * @param isOver whether its call has ended before it was heard, or in the same moment
     */
    public record Asked(
            String call,
            long event,
            long turn,
            String words,
            long reply,
            String text,
            String heardText,
            long heardAt,
            long heardMs,
            boolean told,
            long toldMs,
            boolean isOver) {
        public boolean isAloud() {
            return !words.isEmpty();
        }

        /** Whether words that were begun at this time were begun once it was heard: in the same millisecond nobody knows better. */
        public boolean isHeardBy(long fromMs) {
            return told && fromMs >= toldMs;
        }

        private Asked saidIn(long number, String said) {
            return new Asked(call, event, turn, words, number, said, "", 0, 0, told, toldMs, isOver);
        }

        private Asked heardPart(String said) {
            String all = (heardText + " " + said).strip();
            return new Asked(call, event, turn, words, reply, text, all, heardAt, heardMs, told, toldMs, isOver);
        }

        private Asked heard(Recorded at) {
            return new Asked(
                    call, event, turn, words, reply, text, heardText, at.id(), at.atMs(), told, toldMs, isOver);
        }

        private Asked told(long nowMs) {
            return new Asked(call, event, turn, words, reply, text, heardText, heardAt, heardMs, true, nowMs, isOver);
        }

        private Asked over(long nowMs) {
            boolean now = isOver || heardAt == 0 || heardMs == nowMs;
            return new Asked(call, event, turn, words, reply, text, heardText, heardAt, heardMs, told, toldMs, now);
        }
    }

    /**
     * A reply that asks, or one sentence of it.
     *
     * @param asked the event of the question
     * @param sentence null where it is the whole reply
     */
    record Part(String call, long asked, @Nullable String sentence) {}

    static final Slice<Questions> SLICE = new QuestionsSlice();

    private static final String REPLY = "reply:";
    /** What ends a question that was not heard. */
    private static final Set<String> OVER = Set.of("reject", "expire", "cancel");

    private static final Questions NONE = new Questions(Map.of(), "", Map.of(), Map.of(), "");

    /** The question about this call in the present turn, or null. */
    public @Nullable Asked about(String call) {
        return asked.get(call);
    }

    /** The question that was asked aloud and waits for its answer, or null. */
    public @Nullable Asked open() {
        return asked.get(openCall);
    }

    /** Whether this playback, which has just ended, was that of a reply that was heard to its end. */
    public boolean isHeard(long reply, boolean interrupted) {
        return !interrupted && stopped.equals(REPLY + reply);
    }

    private static final class QuestionsSlice implements Slice<Questions> {
        @Override
        public Questions initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    ToolDecided.class,
                    AgentReplied.class,
                    AgentSentenceReleased.class,
                    StreamDecided.class,
                    PlaybackEnded.class,
                    TurnDecided.class);
        }

        @Override
        public Questions apply(Questions before, Recorded event) {
            return switch (event.event()) {
                case ToolDecided verdict -> before.decided(verdict, event);
                case AgentReplied reply -> before.said(reply);
                case AgentSentenceReleased sentence -> before.said(sentence);
                case StreamDecided verdict -> before.streamed(verdict.decided());
                case PlaybackEnded ended -> before.ended(ended, event);
                case TurnDecided verdict when Turns.ends(verdict) -> before.turnEnded();
                default -> before;
            };
        }

        /** Another runtime asks its own questions. */
        @Override
        public Questions takenOver(Questions before, long lastTurn) {
            return new Questions(Map.of(), "", Map.of(), Map.of(), before.stopped);
        }
    }

    private Questions decided(ToolDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        String call = decided.target();
        String action = decided.action();
        boolean allowed = decided.isAllowed();
        Asked about = asked.get(call);
        if (action.equals("heard")) {
            return about == null || about.heardAt == 0 || about.told ? this : with(about.told(at.atMs()));
        }
        Questions now = about != null && allowed && OVER.contains(action) ? with(about.over(at.atMs())) : this;
        now = allowed && call.equals(openCall) ? now.opened("") : now;
        return allowed && action.equals("ask") ? now.asks(call, verdict.parameters(), at) : now;
    }

    private Questions asks(String call, Json.@Nullable Obj parameters, Recorded at) {
        String words = parameters == null ? null : parameters.text("words");
        Asked question =
                new Asked(call, at.id(), at.turn(), words == null ? "" : words, 0, "", "", 0, 0, false, 0, false);
        Questions now = with(question);
        return question.isAloud() ? now.opened(call) : now;
    }

    /** The first reply about a call that is asked about is the question. */
    private Questions said(AgentReplied reply) {
        Asked question = reply.about() == null ? null : asked.get(reply.about());
        return question == null || !question.isAloud() || question.reply != 0
                ? this
                : with(question.saidIn(reply.reply(), plain(reply.piiText())))
                        .with(reply.reply(), new Part(question.call, question.event, null));
    }

    private Questions said(AgentSentenceReleased sentence) {
        Part whole = parts.get(sentence.of());
        return whole == null || whole.sentence != null
                ? this
                : with(sentence.reply(), new Part(whole.call, whole.asked, plain(sentence.piiText())));
    }

    private static String plain(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }

    private Questions streamed(Decided verdict) {
        String target = verdict.target();
        if (!verdict.isAllowed() || !target.startsWith(REPLY)) {
            return this;
        }
        return switch (verdict.action()) {
            case "CREATE" -> spoken(put(speakers, target, verdict.actor()), stopped);
            case "STOP" -> {
                String speaker = speakers.get(target);
                boolean isOwn = speaker == null
                        ? !verdict.actor().equals("system")
                        : verdict.actor().equals(speaker);
                yield spoken(without(speakers, target), isOwn ? target : "");
            }
            case "INTERRUPT", "FAIL" -> spoken(without(speakers, target), stopped);
            default -> this;
        };
    }

    /** A question in sentences was heard when all its words were. */
    private Questions ended(PlaybackEnded ended, Recorded at) {
        Part part = parts.get(ended.reply());
        Asked question = part == null ? null : asked.get(part.call);
        if (part == null
                || question == null
                || question.event != part.asked
                || !isHeard(ended.reply(), ended.interrupted())) {
            return this;
        }
        Asked now = part.sentence == null ? question : question.heardPart(part.sentence);
        boolean isWhole = part.sentence == null || now.heardText.equals(now.text);
        return with(isWhole && now.heardAt == 0 ? now.heard(at) : now);
    }

    private Questions turnEnded() {
        return new Questions(Map.of(), "", Map.of(), speakers, stopped);
    }

    private Questions with(Asked question) {
        return new Questions(put(asked, question.call, question), openCall, parts, speakers, stopped);
    }

    private Questions with(long number, Part part) {
        return new Questions(asked, openCall, put(parts, number, part), speakers, stopped);
    }

    private Questions opened(String call) {
        return new Questions(asked, call, parts, speakers, stopped);
    }

    private Questions spoken(Map<String, String> nowSpeakers, String nowStopped) {
        return new Questions(asked, openCall, parts, nowSpeakers, nowStopped);
    }

    private static <K, V> Map<K, V> put(Map<K, V> map, K key, V value) {
        Map<K, V> all = new LinkedHashMap<>(map);
        all.put(key, value);
        return Collections.unmodifiableMap(all);
    }

    private static <K, V> Map<K, V> without(Map<K, V> map, K key) {
        if (!map.containsKey(key)) {
            return map;
        }
        Map<K, V> all = new LinkedHashMap<>(map);
        all.remove(key);
        return Collections.unmodifiableMap(all);
    }
}
