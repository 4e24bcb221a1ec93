package dev.parley.transport.realtime;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.state.CountedWords;
import dev.parley.transport.socket.SoundMeter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the turns of a conversation and tells them as responses. A response ends with its turn, when its last frame was
 * sent, or when nothing goes on before somebody outside has done something: the client has a call to run, or a person is
 * asked. What the turn says after that is another response. Guarded by the session's lock.
 */
final class Responses {
    private final Supplier<Response> made;
    private final Map<Long, String> texts = new HashMap<>();
    private final Set<Long> unsaid = new HashSet<>();
    private final Map<String, Call> calls = new HashMap<>();
    private @Nullable Response active;
    private @Nullable Item saying;
    private long playing;
    private boolean open;
    private long wordsWritten;
    private long wordsSaid;
    private boolean written;

    /** What a call of the turn waits for. */
    private enum Call {
        HOUSE,
        PERSON,
        CLIENT
    }

    /** @param made makes a response and tells that it has begun */
    Responses(Supplier<Response> made) {
        this.made = made;
    }

    boolean isActive() {
        return active != null;
    }

    boolean is(@Nullable String id) {
        return active != null && (id == null || active.id().equals(id));
    }

    /** Whether a turn is open in which nothing is said now. */
    boolean isBetween() {
        return open && active == null;
    }

    /** Whether the turn goes on when a person has answered, and not before. */
    boolean isAsking() {
        return isBetween() && calls.containsValue(Call.PERSON);
    }

    /** Begins a response, or goes on with the one that is active. */
    Response begin() {
        Response present = active;
        if (present == null) {
            present = made.get();
            active = present;
        }
        return present;
    }

    /** Something was recorded. */
    void recorded(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case TurnStarted _ -> opened();
            case AgentReplied reply -> replied(reply, text(rune));
            case AgentSentenceReleased sentence -> sentence(sentence, text(rune));
            case PlaybackStarted started -> started(started.reply());
            case PlaybackEnded ended -> ended(ended);
            case ToolDecided verdict -> decided(verdict.decided());
            case ToolSettled result -> {
                calls.remove(result.callId());
                settle();
            }
            case TurnCompleted _ -> end("completed", Json.Null.NULL);
            case TurnInterrupted interrupted -> cut(interrupted.reason());
            case TurnFailed failed -> cut(failed.reason());
            case TurnClosed _ -> open = false;
            default -> {
                // Nothing else is told by a response.
            }
        }
    }

    private void opened() {
        open = true;
        texts.clear();
        unsaid.clear();
        calls.clear();
        playing = 0;
        begin();
    }

    /** Not empty where no text is kept: something is said all the same. */
    private static String text(Rune rune) {
        return String.valueOf(rune.payload().text("pii_text"));
    }

    private void replied(AgentReplied replied, String text) {
        long reply = replied.reply();
        boolean streamed = texts.containsKey(-reply);
        if (replied.about() == null) {
            wordsWritten = CountedWords.count(text);
            wordsSaid = streamed ? wordsSaid : 0;
            written = replied.calls().isEmpty();
        }
        if (!streamed && !text.isBlank()) {
            texts.put(reply, text);
            unsaid.add(reply);
            begin();
        }
    }

    /** A reply that is said sentence by sentence is not said as a whole. */
    private void sentence(AgentSentenceReleased sentence, String text) {
        long whole = sentence.of();
        if (texts.put(-whole, "") == null && !unsaid.remove(whole)) {
            written = false;
            wordsSaid = 0;
        }
        texts.put(sentence.reply(), text);
        unsaid.add(sentence.reply());
        begin();
    }

    private void started(long reply) {
        String text = texts.get(reply);
        if (text != null) {
            playing = reply;
            wordsSaid += CountedWords.count(text);
            saying = begin().say(reply, text);
        }
    }

    /** The next 20 ms of what is said. */
    void play(SoundMeter.Room room, byte[] pcm) {
        if (active != null && playing != 0) {
            active.play(room, pcm);
        } else {
            room.giveBack();
        }
    }

    /** All of what is being said was sent. */
    void handedOut() {
        unsaid.remove(playing);
        if (written && wordsSaid >= wordsWritten && unsaid.isEmpty() && calls.isEmpty()) {
            end("completed", Json.Null.NULL);
        } else {
            settle();
        }
    }

    private void ended(PlaybackEnded ended) {
        unsaid.remove(ended.reply());
        if (saying != null) {
            saying.lasts(ended.audioMs(), ended.playedMs());
        }
        playing = 0;
        settle();
    }

    private void decided(Decided verdict) {
        String call = verdict.target();
        if (!verdict.isAllowed()) {
            return;
        }
        switch (verdict.action()) {
            case "call" -> calls.put(call, Call.HOUSE);
            case "ask" -> calls.replace(call, Call.PERSON);
            case "heard" -> {
                // Still the person's.
            }
            default -> calls.replace(call, Call.PERSON, Call.HOUSE);
        }
    }

    /** A call goes to the client. */
    void call(String id, String tool, String arguments) {
        begin().call(id, tool, arguments);
        calls.put(id, Call.CLIENT);
        settle();
    }

    /** The client has answered a call; it is the house's again. */
    void answered(String id) {
        calls.replace(id, Call.HOUSE);
    }

    /** Ends the response where nothing goes on without somebody outside. */
    private void settle() {
        if (unsaid.isEmpty() && !calls.isEmpty() && !calls.containsValue(Call.HOUSE)) {
            end("completed", Json.Null.NULL);
        }
    }

    private void cut(String reason) {
        switch (reason) {
            case "interrupted" -> end("cancelled", details("cancelled", "turn_detected"));
            case "cancelled" -> end("cancelled", details("cancelled", "client_cancelled"));
            case "budget" -> end("incomplete", details("incomplete", "max_output_tokens"));
            default ->
                end(
                        "failed",
                        Json.Obj.EMPTY
                                .with("type", "failed")
                                .with("reason", "error")
                                .with(
                                        "error",
                                        Json.Obj.EMPTY
                                                .with("type", "server_error")
                                                .with("code", reason)
                                                .with("message", "the turn ended: " + reason)));
        }
    }

    private static Json.Obj details(String type, String reason) {
        return Json.Obj.EMPTY.with("type", type).with("reason", reason);
    }

    private void end(String status, Json details) {
        Response over = active;
        active = null;
        if (over != null) {
            over.end(status, details);
        }
    }
}
