package dev.parley.kernel.rune;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a rune say something about somebody, and about whom. Everything under a key that begins with {@code pii_} does,
 * in every rune; the kinds here mark further fields of their own. A kind that is not listed is personal as a whole, so that a
 * new one is never less protected than it should be.
 *
 * <p>The ids of people are references and not marked: they say whose a value is.
 */
public final class Personal {
    /** The beginning of every key under which a value is personal, whatever the kind. */
    public static final String PREFIX = "pii_";

    /** Stands for the person whose turn it is; they are named by the words that began it. */
    public static final String ASKER = "asker";

    /** Stands for everybody who takes part. */
    public static final String EVERYBODY = "everybody";

    /** Kinds that say nothing about anybody beside what lies under {@code pii_}. */
    private static final Set<String> PLAIN = Set.of(
            "agent.down",
            "agent.reply",
            "agent.restarted",
            "agent.said_later",
            "agent.sentence",
            "agent.spent",
            "agent.state",
            "agent.took_over",
            "agent.unsaid",
            "agent.wish",
            "agent.writing",
            "caption",
            "control.barge_in",
            "control.budget_exhausted",
            "control.budget_warning",
            "control.cancel",
            "control.connected",
            "control.degraded",
            "control.disconnected",
            "control.drained",
            "control.drop_notice",
            "control.ended",
            "control.flow_xoff",
            "control.flow_xon",
            "control.lease_issued",
            "control.lease_revoked",
            "control.lease_rotated",
            "control.muted",
            "control.provider_switch",
            "control.reconnecting",
            "control.session_handoff",
            "control.stall",
            "control.unmuted",
            "control.watermark",
            "human.acted",
            "human.refused",
            "human.words",
            "media.deaf",
            "media.gap",
            "media.note",
            "memory.extracted",
            "memory.forgotten",
            "answer.too_early",
            "approver.answered",
            "operator.answered",
            "operator.adopted",
            "operator.readmitted",
            "output.frames",
            "playback.ended",
            "playback.paused",
            "playback.progress",
            "playback.reported",
            "playback.resumed",
            "playback.stalled",
            "playback.started",
            "playback.suspended",
            "preemption.abandoned",
            "provider.call",
            "provider.circuit_open",
            "provider.late",
            "provider.outcome",
            "room.changed",
            "room.opened",
            "session.answers",
            "session.bounded",
            "session.listening",
            "session.paced",
            "session.pipeline",
            "session.plan",
            "session.resumed",
            "session.roster",
            "session.state",
            "speech.cut",
            "speech.phrased",
            "speech.rewritten",
            "speech.tone",
            "speech.withheld",
            "server.acted",
            "system.gap",
            "system.lagging",
            "system.readmitted",
            "text.lost",
            "tool.dispatched",
            "tool.given_up",
            "tool.late",
            "turn.closed",
            "turn.completed",
            "turn.dead_air",
            "turn.drained",
            "turn.end_scored",
            "turn.error",
            "turn.interrupted",
            "turn.plan",
            "turn.proposed",
            "turn.started",
            "turn.unauthorised",
            "user.answered",
            "verdict.turn",
            "voice.began",
            "voice.ended",
            "voice.lost",
            "workspace.kept",
            "workspace.restored");

    private static final String ALL = "*";

    private static final Map<String, Map<String, String>> KINDS = kinds();

    private Personal() {}

    /** Whether the kind is one whose fields are listed. */
    public static boolean isListed(String kind) {
        return KINDS.containsKey(kind);
    }

    /**
     * Whose the value of this field is: the field of the same payload that names the person, {@link #ASKER} or
     * {@link #EVERYBODY}; null if the field says nothing about anybody.
     *
     * @param key a field of the payload itself; what lies below it is of the same person
     */
    public static @Nullable String whose(String kind, String key) {
        Map<String, String> marked = KINDS.get(kind);
        if (marked == null) {
            return EVERYBODY;
        }
        String whole = marked.get(ALL);
        return key.startsWith(PREFIX) ? marked.getOrDefault(key, ASKER) : marked.getOrDefault(key, whole);
    }

    private static Map<String, Map<String, String>> kinds() {
        Map<String, Map<String, String>> all = new HashMap<>();
        for (String kind : PLAIN) {
            all.put(kind, Map.of());
        }
        for (String kind : List.of("user.words", "user.added", "stt.final", "stt.partial", "speech.rejected")) {
            all.put(kind, Map.of("pii_text", "by"));
        }
        all.put("session.created", Map.of("scenario", EVERYBODY));
        all.put("session.context", Map.of("pii_text", EVERYBODY));
        all.put("session.instructed", Map.of("pii_text", EVERYBODY));
        all.put("session.snapshot", Map.of(ALL, EVERYBODY));
        all.put("house.imported", Map.of("payload", EVERYBODY));
        all.put("tool.result", Map.of("content", ASKER, "reason", ASKER));
        all.put("tool.refused", Map.of("arguments", ASKER, "reason_refused", ASKER));
        all.put("tool.progress", Map.of("progress", ASKER));
        all.put("tool.call", Map.of("arguments", ASKER));
        all.put("knowledge.learned", Map.of("known", "owner"));
        all.put("memory.kept", Map.of("known", "owner", "value", "owner"));
        all.put("profile.changed", Map.of("profile", "person"));
        all.put("override.kept", Map.of("override", "person"));
        all.put("speech.judged", Map.of("carries", EVERYBODY, "reason", EVERYBODY, "pii_text", EVERYBODY));
        all.put("system.invariant_violation", Map.of("reason", EVERYBODY));
        all.put("verdict.household", Map.of("parameters", "target", "reason", "target"));
        all.put("verdict.stream", Map.of("parameters", "actor", "reason", "actor"));
        all.put("verdict.tool", Map.of("parameters", ASKER, "reason", ASKER));
        all.put("verdict.episode", Map.of("parameters", ASKER, "reason", ASKER));
        all.put("episode.refused", Map.of("packet", ASKER, "reason", ASKER));
        return Map.copyOf(all);
    }
}
