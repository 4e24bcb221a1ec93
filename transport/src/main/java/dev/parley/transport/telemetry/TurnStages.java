package dev.parley.transport.telemetry;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PipelineEvents.ProviderAttempt;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stages of the turns that are under way, told from their runes: how long somebody waited for which part of an answer. Turns
 * that never close are forgotten, the oldest first.
 */
final class TurnStages {
    private static final int OPEN_MAX = 20_000;
    private static final int STAGES_MAX = 200;

    private final Map<String, Open> open = new LinkedHashMap<>();
    private final Map<String, Long> voices = new LinkedHashMap<>();

    /**
     * A part of a turn.
     *
     * @param name what it is called in meters
     * @param about what a trace says about it
     */
    record Stage(String name, long fromNanos, long toNanos, Map<String, String> about) {
        long nanos() {
            return toNanos - fromNanos;
        }
    }

    /** A turn that is over, with its stages in the order of their ends. */
    record Turn(
            String conversation,
            long number,
            long fromNanos,
            long toNanos,
            long endedWallMs,
            String reason,
            List<Stage> stages) {}

    private static final class Open {
        private final String conversation;
        private final long number;
        private final long fromNanos;
        private final List<Stage> stages = new ArrayList<>();
        private final Map<String, Rune> begun = new LinkedHashMap<>();
        private long askedNanos;
        private boolean answered;
        private boolean heard;
        private String reason = "";

        Open(Rune started) {
            conversation = started.conversation();
            number = started.turn();
            fromNanos = started.envelope().monotonicNanos();
            askedNanos = fromNanos;
        }

        void add(String name, long from, long to, Map<String, String> about) {
            if (stages.size() < STAGES_MAX) {
                stages.add(new Stage(name, Math.min(from, to), to, about));
            }
        }

        /** Adds a stage from what was begun under this key, if it was. */
        void end(String key, String name, long to, Map<String, String> about) {
            Rune from = begun.remove(key);
            if (from != null) {
                add(name, from.envelope().monotonicNanos(), to, about);
            }
        }
    }

    /** Sees the next rune of a conversation; returns the turn that is over with it, or null. */
    @Nullable
    Turn see(Rune rune) {
        long now = rune.envelope().monotonicNanos();
        String conversation = rune.conversation();
        Event event = EventCatalogue.read(rune);
        switch (event) {
            case VoiceSegmentEnded _ -> remember(voices, conversation, now);
            case TurnStarted _ -> remember(open, conversation, begun(rune));
            case SessionEnded _ -> {
                voices.remove(conversation);
                open.remove(conversation);
            }
            default -> {
                Open turn = open.get(conversation);
                return turn == null ? null : step(turn, rune, event, now);
            }
        }
        return null;
    }

    private Open begun(Rune started) {
        Open turn = new Open(started);
        Long spoken = voices.remove(started.conversation());
        if (spoken != null) {
            turn.add("understand", spoken, turn.fromNanos, Map.of());
            turn.askedNanos = spoken;
        }
        return turn;
    }

    private static <T> void remember(Map<String, T> all, String conversation, T value) {
        all.remove(conversation);
        all.put(conversation, value);
        if (all.size() > OPEN_MAX) {
            all.remove(all.keySet().iterator().next());
        }
    }

    private @Nullable Turn step(Open turn, Rune rune, Event event, long now) {
        switch (event) {
            case ProviderCalled(ProviderAttempt attempt) -> {
                if (rune.turn() == turn.number) {
                    turn.begun.put("call " + attempt.call(), rune);
                }
            }
            case ProviderCallEnded ended -> {
                ProviderAttempt attempt = ended.attempt();
                Map<String, String> about = Map.of("outcome", ended.outcome(), "provider", attempt.name());
                turn.end("call " + attempt.call(), attempt.provider(), now, about);
            }
            case AgentReplied _, AgentSentenceReleased _ -> {
                if (!turn.answered) {
                    turn.answered = true;
                    turn.add("think", turn.askedNanos, now, Map.of());
                }
            }
            case PlaybackStarted _ -> {
                if (!turn.heard) {
                    turn.heard = true;
                    turn.add("first_sound", turn.askedNanos, now, Map.of());
                }
                turn.begun.put("playback", rune);
            }
            case PlaybackEnded _ -> turn.end("playback", "speak", now, Map.of());
            case ToolDispatched call -> turn.begun.put("tool " + call.callId(), rune);
            case ToolSettled result -> {
                Map<String, String> about =
                        Map.of("tool", result.tool(), "call", result.callId(), "outcome", result.status());
                turn.end("tool " + result.callId(), "tool", now, about);
            }
            case TurnCompleted completed -> turn.reason = completed.reason();
            case TurnInterrupted interrupted -> turn.reason = interrupted.reason();
            case TurnFailed failed -> turn.reason = failed.reason();
            case TurnClosed _ -> {
                open.remove(turn.conversation);
                return new Turn(
                        turn.conversation,
                        turn.number,
                        turn.fromNanos,
                        now,
                        rune.envelope().wallMillis(),
                        turn.reason,
                        List.copyOf(turn.stages));
            }
            default -> {}
        }
        return null;
    }
}
