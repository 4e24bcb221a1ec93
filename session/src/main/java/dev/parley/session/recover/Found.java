package dev.parley.session.recover;

import dev.parley.kernel.event.ControlEvents.RecoverySummary;
import java.util.ArrayList;
import java.util.List;

/**
 * What an earlier runtime left open in a conversation, and how it was closed.
 *
 * @param turns the turns that were ended
 * @param unknown the calls that may have run and are not run again (ruling E4)
 * @param cancelled the calls that had not begun, among them those that waited for an approval
 * @param replies the replies that were cut off while they were being made or heard
 */
public record Found(
        String conversation,
        String reason,
        List<Long> turns,
        List<String> unknown,
        List<String> cancelled,
        List<Long> replies) {
    public Found {
        turns = List.copyOf(turns);
        unknown = List.copyOf(unknown);
        cancelled = List.copyOf(cancelled);
        replies = List.copyOf(replies);
    }

    public boolean isNothing() {
        return turns.isEmpty() && unknown.isEmpty() && cancelled.isEmpty() && replies.isEmpty();
    }

    /** As it is recorded where the conversation ends with it. */
    public RecoverySummary summary() {
        return new RecoverySummary(reason, turns, unknown, cancelled, replies);
    }

    /** One line for people. */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        turns.forEach(turn -> parts.add("turn " + turn + " closed (" + reason + ")"));
        replies.forEach(reply -> parts.add("reply " + reply + " counts as far as it was heard"));
        unknown.forEach(call -> parts.add("call " + call + " is unknown and will not run again"));
        cancelled.forEach(call -> parts.add("call " + call + " cancelled before it ran"));
        return conversation + " was left unfinished: "
                + (parts.isEmpty() ? "nothing was open in it" : String.join(", ", parts)) + ".";
    }
}
