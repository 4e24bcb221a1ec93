package dev.parley.session.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.CallId;
import dev.parley.runelog.House;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The runes of a conversation that whoever takes it up at a quiet moment still has to see, in their order: what was heard and
 * said last, the newest of each lasting value, and the highest of each number that is counted on. What rooms decided is not
 * among them, because a snapshot keeps where the rooms stand. The gist of a gist and what came after it is the gist of all.
 */
public final class Gist {
    /** Twice what a prompt holds, so that the newest entries are the same ones. */
    private static final int ENTRIES_MAX = 800;

    private static final int KNOWN_MAX = 1_024;
    private static final int RESTARTS_MAX = 64;
    private static final int VOICES_MAX = 64;
    private static final Set<String> NUMBERED = Set.of("agent.reply", "agent.writing", "agent.sentence");
    private static final Set<String> ENTRIES =
            Set.of("user.words", "agent.reply", "agent.writing", "tool.result", History.CONTEXT);
    private static final Set<String> HEARD =
            Set.of("agent.sentence", "speech.cut", "playback.ended", "playback.reported");
    /** Of these the newest one lasts. */
    private static final Set<String> NEWEST = Set.of("session.resumed", "session.paced", "turn.started", "agent.state");

    private static final Set<String> LEASE = Set.of("lease_revoked", "lease_rotated");
    private static final Set<String> LINE = Set.of("connected", "reconnecting", "disconnected");
    private static final Set<String> MUTED = Set.of("muted", "unmuted");

    private final TreeMap<Long, Rune> kept = new TreeMap<>();
    private final Map<String, Rune> newest = new HashMap<>();
    private final Map<String, Rune> highest = new HashMap<>();
    private final List<Rune> heard = new ArrayList<>();
    private final List<Rune> restarted = new ArrayList<>();
    private final List<Rune> learned = new ArrayList<>();
    /** What is known of voices whose words are nobody's yet, by segment. */
    private final Map<String, List<Rune>> voices = new LinkedHashMap<>();

    /** The newest call by each id, without its number, and the one with the highest number of all. */
    private final Map<String, Rune> calls = new LinkedHashMap<>();

    private @Nullable Rune highestCall;
    private int entries;

    private Gist() {}

    public static List<Rune> of(List<Rune> runes) {
        Gist gist = new Gist();
        runes.forEach(gist::see);
        return gist.runes(runes);
    }

    private void see(Rune rune) {
        highest("epoch", rune, rune.envelope().leaseEpoch());
        highest("time", rune, rune.envelope().monotonicNanos());
        highest("turn", rune, rune.turn());
        String kind = rune.kind();
        BigDecimal reply = NUMBERED.contains(kind) ? rune.payload().number("reply") : null;
        if (reply != null) {
            highest("reply", rune, reply.longValue());
        }
        String by = rune.payload().text("by");
        if (by != null) {
            newest.put("by " + by, rune);
        }
        switch (kind) {
            case DurableState.KIND -> newest.put("state " + rune.payload().text("key"), rune);
            case VerdictRune.ROOM_OPENED,
                    VerdictRune.ROOM_CHANGED,
                    "session.roster",
                    "system.readmitted",
                    "control.ended" -> keep(rune);
            case "profile.changed" -> newest.put("profile " + rune.payload().text("person"), rune);
            case "voice.began", "voice.ended", "stt.final", "voice.lost" -> seeVoice(rune, kind);
            case "verdict.episode" -> {
                if (isIntegrityAlert(rune)) {
                    keep(rune);
                }
            }
            case "session.instructed", "session.bounded" -> {
                if (!Boolean.TRUE.equals(rune.payload().flag("once"))) {
                    newest.put(kind, rune);
                }
            }
            case "agent.spent" -> newest.put("spent " + rune.payload().text("agent"), rune);
            case "agent.down" -> newest.put("agent " + rune.payload().text("agent"), rune);
            case "agent.restarted" -> {
                newest.put("agent " + rune.payload().text("agent"), rune);
                restarted.add(rune);
            }
            case "verdict.household" -> {
                if (rune.payload().get("parameters") instanceof Json.Obj given && given.has("voice")) {
                    keep(rune);
                }
            }
            case "knowledge.learned", House.IMPORTED -> learned.add(rune);
            default -> {
                if (NEWEST.contains(kind)) {
                    newest.put(kind, rune);
                }
                seeTaken(rune);
                seeHeard(rune, kind);
            }
        }
        if (rune.lane() == Lane.CONTROL) {
            seeSignal(rune);
        }
    }

    private void seeHeard(Rune rune, String kind) {
        if (isCall(rune)) {
            seeCall(rune);
            heard.add(rune);
            entries++;
        } else if (ENTRIES.contains(kind) || HEARD.contains(kind)) {
            heard.add(rune);
            entries += ENTRIES.contains(kind) ? 1 : 0;
        }
    }

    /** One more than are known one by one, so that it can be seen that there were more. */
    private void seeCall(Rune rune) {
        String id = callOf(rune);
        calls.remove(CallId.base(id));
        calls.put(CallId.base(id), rune);
        if (calls.size() > CallIds.KNOWN_MAX + 1) {
            calls.remove(calls.keySet().iterator().next());
        }
        if (highestCall == null || CallId.number(callOf(highestCall)).compareTo(CallId.number(id)) < 0) {
            highestCall = rune;
        }
    }

    private void seeVoice(Rune rune, String kind) {
        String segment = String.valueOf(rune.payload().text("segment"));
        switch (kind) {
            case "voice.began" -> {
                newest.put("voice " + rune.payload().text("by"), rune);
                voices.remove(segment);
                voices.put(segment, new ArrayList<>(List.of(rune)));
            }
            case "voice.ended", "stt.final" ->
                voices.getOrDefault(segment, new ArrayList<>()).add(rune);
            default -> voices.remove(segment);
        }
    }

    /** What a voice said has become somebody's words. */
    private void seeTaken(Rune words) {
        if (words.payload().get("heard") instanceof Json.Arr(List<Json> finals)) {
            voices.values()
                    .removeIf(voice -> voice.stream().anyMatch(rune -> finals.contains(Json.of(rune.eventId()))));
        }
    }

    private void seeSignal(Rune rune) {
        String signal = rune.payload().text("signal");
        if (signal != null && LINE.contains(signal)) {
            newest.put("line", rune);
        } else if (signal != null && MUTED.contains(signal)) {
            newest.put("muted", rune);
        } else if (signal != null && LEASE.contains(signal)) {
            newest.put("lease", rune);
        }
    }

    private void keep(Rune rune) {
        kept.put(rune.eventId(), rune);
    }

    private void highest(String what, Rune rune, long value) {
        Rune before = highest.get(what);
        if (before == null || valueOf(what, before) < value) {
            highest.put(what, rune);
        }
    }

    private static long valueOf(String what, Rune rune) {
        return switch (what) {
            case "epoch" -> rune.envelope().leaseEpoch();
            case "time" -> rune.envelope().monotonicNanos();
            case "turn" -> rune.turn();
            default -> {
                BigDecimal reply = rune.payload().number("reply");
                yield reply == null ? 0 : reply.longValue();
            }
        };
    }

    /** Whether the rune is a call of the model, in the first schema or as a verdict. */
    private static boolean isCall(Rune rune) {
        return rune.kind().equals("tool.call")
                || (rune.kind().equals("verdict.tool")
                        && "call".equals(rune.payload().text("action")));
    }

    private static String callOf(Rune rune) {
        return String.valueOf(rune.payload().text(rune.kind().equals("tool.call") ? "call_id" : "target"));
    }

    /** Whether this verdict told the people that events were lost. */
    public static boolean isIntegrityAlert(Rune rune) {
        return rune.kind().equals("verdict.episode")
                && rune.payload().get("parameters") instanceof Json.Obj packet
                && packet.get("payload") instanceof Json.Obj payload
                && "record_integrity".equals(payload.text("alert_type"));
    }

    private List<Rune> runes(List<Rune> all) {
        newest.values().forEach(this::keep);
        highest.values().forEach(this::keep);
        calls.values().forEach(this::keep);
        if (highestCall != null) {
            keep(highestCall);
        }
        restarted
                .subList(Math.max(0, restarted.size() - RESTARTS_MAX), restarted.size())
                .forEach(this::keep);
        learned.subList(Math.max(0, learned.size() - KNOWN_MAX), learned.size()).forEach(this::keep);
        voices.values().stream()
                .skip(Math.max(0, voices.size() - VOICES_MAX))
                .forEach(voice -> voice.forEach(this::keep));
        int tooMany = entries - ENTRIES_MAX;
        for (Rune rune : heard) {
            if (tooMany <= 0) {
                keep(rune);
            }
            tooMany -= isCall(rune) || ENTRIES.contains(rune.kind()) ? 1 : 0;
        }
        if (!all.isEmpty()) {
            keep(all.getFirst());
            keep(all.getLast());
        }
        return List.copyOf(kept.values());
    }
}
