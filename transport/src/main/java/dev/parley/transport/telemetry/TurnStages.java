package dev.parley.transport.telemetry;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
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
    }

    /** Sees the next rune of a conversation; returns the turn that is over with it, or null. */
    @Nullable
    Turn see(Rune rune) {
        long now = rune.envelope().monotonicNanos();
        String conversation = rune.conversation();
        switch (rune.kind()) {
            case "voice.ended" -> remember(voices, conversation, now);
            case "turn.started" -> remember(open, conversation, begun(rune));
            case "control.ended" -> {
                voices.remove(conversation);
                open.remove(conversation);
            }
            default -> {
                Open turn = open.get(conversation);
                return turn == null ? null : step(turn, rune, now);
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

    private @Nullable Turn step(Open turn, Rune rune, long now) {
        Json.Obj payload = rune.payload();
        switch (rune.kind()) {
            case "provider.call" -> {
                if (rune.turn() == turn.number) {
                    turn.begun.put("call " + number(payload, "call"), rune);
                }
            }
            case "provider.outcome" -> {
                Rune call = turn.begun.remove("call " + number(payload, "call"));
                if (call != null) {
                    turn.add(provider(payload), call.envelope().monotonicNanos(), now, outcome(payload));
                }
            }
            case "agent.reply", "agent.sentence" -> {
                if (!turn.answered) {
                    turn.answered = true;
                    turn.add("think", turn.askedNanos, now, Map.of());
                }
            }
            case "playback.started" -> {
                if (!turn.heard) {
                    turn.heard = true;
                    turn.add("first_sound", turn.askedNanos, now, Map.of());
                }
                turn.begun.put("playback", rune);
            }
            case "playback.ended" -> {
                Rune started = turn.begun.remove("playback");
                if (started != null) {
                    turn.add("speak", started.envelope().monotonicNanos(), now, Map.of());
                }
            }
            case "tool.dispatched" -> turn.begun.put("tool " + payload.text("call_id"), rune);
            case "tool.result" -> {
                Rune ran = turn.begun.remove("tool " + payload.text("call_id"));
                if (ran != null) {
                    turn.add("tool", ran.envelope().monotonicNanos(), now, told(payload));
                }
            }
            case "turn.completed", "turn.interrupted", "turn.error" ->
                turn.reason = String.valueOf(payload.text("reason"));
            case "turn.closed" -> {
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

    private static String provider(Json.Obj ended) {
        return String.valueOf(ended.text("provider"));
    }

    private static Map<String, String> outcome(Json.Obj ended) {
        return Map.of("outcome", String.valueOf(ended.text("outcome")), "provider", String.valueOf(ended.text("name")));
    }

    private static Map<String, String> told(Json.Obj result) {
        return Map.of(
                "tool", String.valueOf(result.text("tool")),
                "call", String.valueOf(result.text("call_id")),
                "outcome", String.valueOf(result.text("status")));
    }

    private static long number(Json.Obj payload, String key) {
        BigDecimal found = payload.number(key);
        return found == null ? 0 : found.longValue();
    }
}
