package dev.parley.app.talk;

import dev.parley.kernel.Level;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.SpeechPhrased;
import dev.parley.kernel.event.SpeechEvents.SpeechRejected;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A conversation as somebody in the room would tell it: who said what when, and what was done. */
public final class Transcript {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private final Map<Long, String> replies = new HashMap<>();

    public static List<String> of(List<Rune> runes) {
        Transcript transcript = new Transcript();
        List<String> lines = new ArrayList<>();
        for (Rune rune : runes) {
            String told = transcript.told(rune);
            if (told != null) {
                long ms = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
                lines.add(String.format(
                        Locale.ROOT, "%4d.%03d s  %s", ms / MILLIS_PER_SECOND, ms % MILLIS_PER_SECOND, told));
            }
        }
        return lines;
    }

    /** What this event is to somebody in the room, or null if it is nothing to them. Events come in their order. */
    @Nullable
    String told(Rune rune) {
        return switch (EventCatalogue.read(rune)) {
            case UserSpoke(UserText said) -> (said.by().isEmpty() ? "person" : said.by()) + ": " + said.piiText();
            case AgentReplied reply -> written(reply.reply(), reply.piiText());
            case AgentSentenceReleased sentence -> written(sentence.reply(), sentence.piiText());
            case SpeechPhrased phrased -> written(phrased.reply(), phrased.piiText());
            case PlaybackStarted started -> "agent: " + replies.getOrDefault(started.reply(), "");
            case PlaybackEnded ended ->
                ended.interrupted() ? "(the agent falls silent after " + ended.playedMs() + " ms)" : null;
            case SpeechWithheld withheld -> "(something is left unsaid: " + withheld.reason() + ")";
            case SpeechRejected _ -> "(not understood)";
            case TurnCancelled _ -> "(stop)";
            case ToolDecided verdict -> asked(verdict.decided());
            case ToolDispatched call -> "(" + named(call.tool(), call.callId()) + " runs)";
            case ToolSettled result -> "(" + named(result.tool(), result.callId()) + ": " + outcome(result) + ")";
            case SessionStateChanged _ -> halt(rune);
            case TurnFailed failed -> "(the turn ends: " + failed.reason() + ")";
            case InvariantViolated violation ->
                violation.level().equals(Level.WARN.name()) ? null : "(refused: " + violation.reason() + ")";
            default -> null;
        };
    }

    private @Nullable String written(long reply, String text) {
        replies.put(reply, text);
        return null;
    }

    /** That the conversation was halted or goes on again, or null if the rune says nothing of it. */
    static @Nullable String halt(Rune rune) {
        boolean says = EventCatalogue.is(rune, SessionStateChanged.class)
                && EventCatalogue.read(rune) instanceof SessionStateChanged(String key, Json value)
                && key.equals("halted")
                && value instanceof Json.Bool;
        if (!says) {
            return null;
        }
        return Boolean.TRUE.equals(rune.payload().flag("value"))
                ? "(the conversation is halted until an operator resumes it)"
                : "(an operator lets the conversation go on)";
    }

    private static @Nullable String asked(Decided verdict) {
        boolean asks = verdict.action().equals("ask") && verdict.isAllowed();
        return asks ? "(" + verdict.target() + " waits for a yes)" : null;
    }

    private static String named(String tool, String call) {
        return tool.isEmpty() ? call : tool.replace('_', ' ');
    }

    /** How it ended; what it found is in the answer. */
    private static String outcome(ToolSettled result) {
        String status = result.status();
        String reason = result.reason();
        return (status.equals("success") ? "done" : status.replace('_', ' ')) + (reason.isEmpty() ? "" : ", " + reason);
    }
}
