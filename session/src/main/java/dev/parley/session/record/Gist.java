package dev.parley.session.record;

import dev.parley.kernel.event.AgentEvents;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentRestarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.AgentEvents.AgentUsageRecorded;
import dev.parley.kernel.event.AgentEvents.AgentWentDown;
import dev.parley.kernel.event.ControlEvents;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.MicrophoneUnmuted;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRevoked;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ConversationEvents;
import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.ConversationEvents.InstructionsGiven;
import dev.parley.kernel.event.ConversationEvents.ReplyLimitsSet;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.ConversationEvents.SpeechRateSet;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.HouseholdEventImported;
import dev.parley.kernel.event.HouseholdEvents.KnowledgeLearned;
import dev.parley.kernel.event.HouseholdEvents.ProfileChanged;
import dev.parley.kernel.event.LogEvents.ConversationReadmitted;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.Unknown;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents;
import dev.parley.kernel.event.VerdictEvents.EpisodeDecided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VoiceEvents;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.PartialTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.CallId;
import dev.parley.state.CallIds;
import dev.parley.state.ReplyNumbers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
    /** These count by their kind alone, also where another version has given them other fields. */
    private static final Set<Class<? extends Event>> KEPT_AS_THEY_ARE = Set.of(
            RoomOpened.class,
            RoomChanged.class,
            SessionEnded.class,
            ConversationReadmitted.class,
            RosterDeclared.class);

    private static final String CALL = "call";

    private final TreeMap<Long, Rune> kept = new TreeMap<>();
    private final Map<String, Rune> newest = new HashMap<>();
    private final Map<String, Rune> highest = new HashMap<>();
    private final List<Rune> heard = new ArrayList<>();
    private final List<Rune> restarted = new ArrayList<>();
    private final List<Rune> learned = new ArrayList<>();
    /** What is known of voices whose words are nobody's yet, by segment. */
    private final Map<String, List<Rune>> voices = new LinkedHashMap<>();

    /** The newest call by each id, without its number, and the one with the highest number of all, each with its result. */
    private final Map<String, Call> calls = new LinkedHashMap<>();

    private @Nullable Call highestCall;
    private BigInteger highestNumber = BigInteger.valueOf(-1);
    /** The events among those heard that a prompt may hold. */
    private final Set<Long> entries = new HashSet<>();

    private record Call(String id, List<Rune> runes) {
        private Call settled(String settledId, Rune result) {
            return id.equals(settledId) ? new Call(id, List.of(runes.getFirst(), result)) : this;
        }
    }

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
        long reply = ReplyNumbers.of(rune);
        if (reply > 0) {
            highest("reply", rune, reply);
        }
        String by = rune.payload().text("by");
        if (by != null) {
            newest.put("by " + by, rune);
        }
        // A profile is judged later, also one whose payload does not fit its kind.
        if (EventCatalogue.is(rune, ProfileChanged.class)) {
            newest.put("profile " + rune.payload().text("person"), rune);
            return;
        }
        switch (EventCatalogue.read(rune)) {
            case AgentEvents event -> seeAgent(rune, event);
            case ControlEvents event -> seeControl(rune, event);
            case ConversationEvents event -> seeSetting(rune, event);
            case PlaybackEnded _, PlaybackCorrected _, SpeechCutOff _ -> heard.add(rune);
            case TurnStarted _ -> newest.put(rune.kind(), rune);
            case UserSpoke(UserText words) -> {
                seeTaken(words);
                entry(rune);
            }
            case UserQueued words -> seeTaken(words.text());
            case VoiceEvents event -> seeVoice(rune, event);
            case VerdictEvents event -> seeVerdict(rune, event);
            case ToolCallProposed call -> seeCall(rune, call.callId());
            case ToolSettled result -> seeResult(rune, result.callId());
            case KnowledgeLearned _, HouseholdEventImported _ -> learned.add(rune);
            case ConversationReadmitted _ -> keep(rune);
            case Unknown _ when KEPT_AS_THEY_ARE.contains(EventCatalogue.recordOf(rune)) -> keep(rune);
            default -> {
                // Nothing else lasts.
            }
        }
    }

    /** Whether this agent is there, what it has used, and what it said. */
    private void seeAgent(Rune rune, AgentEvents event) {
        switch (event) {
            case AgentReplied _, AgentReplyStarted _ -> entry(rune);
            case AgentSentenceReleased _ -> heard.add(rune);
            case AgentStateChanged _ -> newest.put(rune.kind(), rune);
            case AgentUsageRecorded spent -> newest.put("spent " + spent.agent(), rune);
            case AgentWentDown down -> newest.put("agent " + down.agent(), rune);
            case AgentRestarted agent -> {
                newest.put("agent " + agent.agent(), rune);
                restarted.add(rune);
            }
            default -> {
                // What waited for a turn does not wait at a quiet moment.
            }
        }
    }

    private void seeControl(Rune rune, ControlEvents event) {
        switch (event) {
            case ClientConnected _, ReconnectAwaited _, ClientDisconnected _ -> newest.put("line", rune);
            case MicrophoneMuted _, MicrophoneUnmuted _ -> newest.put("muted", rune);
            case PlacementLeaseRevoked _, PlacementLeaseRotated _ -> newest.put("lease", rune);
            case SessionEnded _ -> keep(rune);
            default -> {
                // Nothing else lasts.
            }
        }
    }

    private void seeSetting(Rune rune, ConversationEvents event) {
        switch (event) {
            case SessionStateChanged state -> newest.put("state " + state.key(), rune);
            case RosterDeclared _ -> keep(rune);
            case SessionResumed _, SpeechRateSet _ -> newest.put(rune.kind(), rune);
            case InstructionsGiven given -> lasting(rune, given.once());
            case ReplyLimitsSet limits -> lasting(rune, limits.once());
            case ContextAdded _ -> entry(rune);
            default -> {
                // Nothing else lasts.
            }
        }
    }

    private void lasting(Rune rune, @Nullable Boolean once) {
        if (!Boolean.TRUE.equals(once)) {
            newest.put(rune.kind(), rune);
        }
    }

    private void seeVerdict(Rune rune, VerdictEvents event) {
        switch (event) {
            case RoomOpened _, RoomChanged _ -> keep(rune);
            case ToolDecided verdict -> {
                if (verdict.decided().action().equals(CALL)) {
                    seeCall(rune, verdict.decided().target());
                }
            }
            case EpisodeDecided verdict -> {
                if (isIntegrityAlert(verdict)) {
                    keep(rune);
                }
            }
            case HouseholdDecided verdict -> {
                if (verdict.parameters() != null && verdict.parameters().has("voice")) {
                    keep(rune);
                }
            }
            default -> {
                // A snapshot keeps where the rooms stand.
            }
        }
    }

    /** Something that a prompt may hold. */
    private void entry(Rune rune) {
        heard.add(rune);
        entries.add(rune.eventId());
    }

    /** One more than are known one by one, so that it can be seen that there were more. */
    private void seeCall(Rune rune, String id) {
        entry(rune);
        calls.remove(CallId.base(id));
        Call call = new Call(id, List.of(rune));
        calls.put(CallId.base(id), call);
        if (calls.size() > CallIds.KNOWN_MAX + 1) {
            calls.remove(calls.keySet().iterator().next());
        }
        if (CallId.number(id).compareTo(highestNumber) > 0) {
            highestNumber = CallId.number(id);
            highestCall = call;
        }
    }

    /** A call whose result is missing would be open. */
    private void seeResult(Rune rune, String id) {
        entry(rune);
        calls.computeIfPresent(CallId.base(id), (_, call) -> call.settled(id, rune));
        highestCall = highestCall == null ? null : highestCall.settled(id, rune);
    }

    private void seeVoice(Rune rune, VoiceEvents event) {
        switch (event) {
            case VoiceSegmentStarted(VoiceSegment voice, Long _) -> {
                newest.put("voice " + voice.by(), rune);
                voices.remove(voice.segment());
                voices.put(voice.segment(), new ArrayList<>(List.of(rune)));
            }
            case VoiceSegmentEnded(VoiceSegment voice) -> goesOn(voice, rune);
            case FinalTranscriptReceived(VoiceSegment voice, String _) -> goesOn(voice, rune);
            case VoiceSegmentLost(VoiceSegment voice) -> voices.remove(voice.segment());
            case PartialTranscriptReceived _ -> {
                // Only the final transcript counts.
            }
        }
    }

    private void goesOn(VoiceSegment voice, Rune rune) {
        voices.getOrDefault(voice.segment(), new ArrayList<>()).add(rune);
    }

    /** What a voice said has become the words of a user. */
    private void seeTaken(UserText words) {
        List<Long> finals = words.heard();
        if (finals != null) {
            voices.values().removeIf(voice -> voice.stream().anyMatch(rune -> finals.contains(rune.eventId())));
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
            default -> ReplyNumbers.of(rune);
        };
    }

    /** Whether this verdict told the people that events were lost. */
    public static boolean isIntegrityAlert(Rune rune) {
        return EventCatalogue.is(rune, EpisodeDecided.class)
                && EventCatalogue.read(rune) instanceof EpisodeDecided verdict
                && isIntegrityAlert(verdict);
    }

    private static boolean isIntegrityAlert(EpisodeDecided verdict) {
        return verdict.parameters() != null
                && verdict.parameters().get("payload") instanceof Json.Obj payload
                && "record_integrity".equals(payload.text("alert_type"));
    }

    private List<Rune> runes(List<Rune> all) {
        newest.values().forEach(this::keep);
        highest.values().forEach(this::keep);
        calls.values().forEach(call -> call.runes.forEach(this::keep));
        if (highestCall != null) {
            highestCall.runes.forEach(this::keep);
        }
        restarted
                .subList(Math.max(0, restarted.size() - RESTARTS_MAX), restarted.size())
                .forEach(this::keep);
        learned.subList(Math.max(0, learned.size() - KNOWN_MAX), learned.size()).forEach(this::keep);
        voices.values().stream()
                .skip(Math.max(0, voices.size() - VOICES_MAX))
                .forEach(voice -> voice.forEach(this::keep));
        int tooMany = entries.size() - ENTRIES_MAX;
        for (Rune rune : heard) {
            if (tooMany <= 0) {
                keep(rune);
            }
            tooMany -= entries.contains(rune.eventId()) ? 1 : 0;
        }
        if (!all.isEmpty()) {
            keep(all.getFirst());
            keep(all.getLast());
        }
        return List.copyOf(kept.values());
    }
}
