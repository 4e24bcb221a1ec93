package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.state.Rule.Mismatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of the line to the client in every record. */
final class LineRules {
    static final List<Rule<?>> ALL = all();

    private LineRules() {}

    private static List<Rule<?>> all() {
        List<Rule<?>> all = new ArrayList<>(Rule.forEach(
                Line.CHANGES, "line.change", "Only a change of the line is recorded.", LineRules::unchanged));
        all.add(new Rule<>(
                "line.known",
                AgentStateChanged.class,
                "The client is connected, or known not to be, before the agent shows anything.",
                LineRules::unknown));
        all.add(new Rule<>(
                "line.resume",
                PlaybackResumed.class,
                "A reply goes on only while the client is connected.",
                LineRules::unheard));
        return all;
    }

    private static @Nullable Mismatch unchanged(StateView before, Event event, Recorded at) {
        Line.State now = Line.after(at.type());
        Line line = before.line();
        boolean isChange = line.isTold() ? now != line.state() : now != Line.State.AWAITED;
        return isChange ? null : new Mismatch("a change of the line", event.kind());
    }

    private static @Nullable Mismatch unknown(StateView before, AgentStateChanged event, Recorded at) {
        return before.line().isTold() ? null : new Mismatch("the line before the agent's state", event.state());
    }

    private static @Nullable Mismatch unheard(StateView before, PlaybackResumed event, Recorded at) {
        return before.line().isConnected()
                ? null
                : new Mismatch("a connected client before reply " + event.reply() + " goes on", "none");
    }
}
