package dev.parley.app.talk;

import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ConversationEvents.PipelineResolved;
import dev.parley.kernel.event.ConversationEvents.SessionPlanFrozen;
import dev.parley.kernel.event.ConversationEvents.SnapshotVouched;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.kernel.event.PipelineEvents.ProviderCircuitOpened;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.TurnEvents.TurnPlanned;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The record of a conversation as a person reads it: one line an event, without what only machines read. */
final class Timeline {
    private static final Set<String> HIDDEN = Set.of(
            "digest",
            "order",
            "at",
            "signal",
            "arguments_sha256",
            "terms",
            "at_ms",
            "attestation",
            "event",
            "epoch",
            "permit",
            "call_id",
            "tool");

    private static final List<Class<? extends Event>> FOR_MACHINES = List.of(
            PipelineResolved.class,
            SessionPlanFrozen.class,
            SnapshotVouched.class,
            TurnPlanned.class,
            RoomOpened.class,
            RoomChanged.class,
            ProviderCalled.class,
            ProviderCallEnded.class,
            ProviderCircuitOpened.class);

    private static final Pattern HASH = Pattern.compile("\\b[0-9a-f]{64}\\b");
    private static final int HASH_SHOWN = 8;
    private static final Set<String> EMPTY = Set.of("", "{}", "[]", "null");

    private Timeline() {}

    /**
     * @param person who reads it: of everyone else it tells what was asked and not with which values
     * @param guard leaves out what those who are here now may not hear (ruling E12)
     */
    static List<String> of(RecordedConversation recorded, String person, UnaryOperator<String> guard) {
        long startMs = recorded.runes().isEmpty()
                ? 0
                : recorded.runes().getFirst().envelope().wallMillis();
        return recorded.runes().stream()
                .filter(rune -> rune.lane() != Lane.TELEMETRY
                        && FOR_MACHINES.stream().noneMatch(type -> EventCatalogue.is(rune, type)))
                .map(rune -> line(rune, startMs, guard.apply(told(rune, person))))
                .toList();
    }

    private static String line(Rune rune, long startMs, String told) {
        return String.format(
                        Locale.ROOT,
                        "%5d  %7d ms  %-24s %s",
                        rune.eventId(),
                        rune.envelope().wallMillis() - startMs,
                        rune.kind(),
                        told)
                .stripTrailing();
    }

    private static String told(Rune rune, String person) {
        Json.Obj payload = rune.payload();
        if (VerdictRune.room(rune) != null) {
            return verdict(payload, VerdictRune.room(rune), person);
        }
        Event event = EventCatalogue.read(rune);
        return switch (event) {
            case UserSpoke(UserText said) -> said.by() + " says \"" + said.piiText() + "\"";
            case AgentReplied reply -> "the agent says \"" + reply.piiText() + "\"";
            case AgentSentenceReleased sentence -> "the agent may say \"" + sentence.piiText() + "\"";
            default -> {
                String turn = event instanceof TurnEvents ? "turn " + rune.turn() + " " : "";
                String call = payload.text("call_id") == null ? "" : payload.text("call_id") + " ";
                String tool = payload.text("tool") == null ? "" : payload.text("tool") + " ";
                yield turn + call + tool + fields(payload);
            }
        };
    }

    private static String verdict(Json.Obj payload, @Nullable String room, String person) {
        String asked = text(payload, "actor") + " asks " + text(payload, "action") + " on " + text(payload, "target");
        boolean isOfAnother =
                "household".equals(room) && !text(payload, "target").equals(person);
        String with = "";
        if (payload.get("parameters") instanceof Json.Obj given) {
            with = isOfAnother
                    ? String.join(", ", given.fields().keySet())
                    : EpisodeRoom.NAME.equals(room) ? decisive(given) : fields(given);
        }
        return asked + (with.isEmpty() ? "" : " (" + with + ")") + ": " + text(payload, "decision");
    }

    /** The one thing that a packet of an episode decides or reports. */
    private static String decisive(Json.Obj packet) {
        return packet.get("payload") instanceof Json.Obj body
                ? text(body, "decision_outcome") + text(body, "result_status") + text(body, "task_type")
                : "";
    }

    private static String fields(Json.Obj payload) {
        List<String> shown = new ArrayList<>();
        payload.fields().forEach((key, value) -> {
            String printed = value instanceof Json.Str(String text) ? text : value.text();
            if (!HIDDEN.contains(key) && !EMPTY.contains(printed)) {
                shown.add(key + " " + shortened(printed));
            }
        });
        return String.join(", ", shown);
    }

    /** A hash by its beginning: nobody reads the rest. */
    private static String shortened(String printed) {
        return HASH.matcher(printed).replaceAll(hash -> hash.group().substring(0, HASH_SHOWN) + "…");
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }
}
