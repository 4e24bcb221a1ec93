package dev.parley.session.episode;

import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.agent.packet.Reading;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.episode.EpisodeEvent;
import dev.parley.kernel.episode.EpisodeRequests;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.episode.RegisteredEpisode;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.EpisodePacketRefused;
import dev.parley.kernel.event.VerdictEvents.EpisodeDecided;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The episode room of one conversation, and the schemas before it: a packet is held to its schema, then decided by the
 * room and recorded. One that fits no schema is recorded as refused and never reaches the room. On the conversation's
 * loop.
 */
public final class EpisodeLedger {
    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder<RegisteredEpisode, EpisodeEvent> verdicts;
    private final Registrar<RegisteredEpisode, EpisodeEvent> registrar;
    private @Nullable EpisodeScribe waiting;

    /** Compiling the schemas takes time and is done when the first packet is written. */
    private static final class Schemas {
        private static final PacketReader READER = new PacketReader(new PacketSchemas());
    }

    /** An episode that another runtime left open, and the last event of it. */
    public record Left(EpisodeScribe scribe, long lastEventId) {}

    public EpisodeLedger(Recorder recorder, LoopClock clock) {
        this.recorder = recorder;
        this.clock = clock;
        this.verdicts = new VerdictRecorder<>(recorder, new EpisodeRoom(Profile.STRICT));
        this.registrar = verdicts.registrar();
    }

    /**
     * Asks in the name of this actor for a packet, or an external event.
     *
     * @param turn the turn in which it is written
     * @return the rule that refused it, or null
     */
    @Nullable
    String write(String actor, Json.Obj packet, long turn) {
        byte[] bytes = CanonicalJson.bytes(packet);
        return switch (Schemas.READER.read(bytes, 0, bytes.length)) {
            case Reading.Fit fit -> decide(EpisodeRequests.of(actor, fit.entry(), packet), turn);
            case Reading.Unfit unfit -> misfit(packet, String.join("; ", unfit.reasons()), turn);
            case Reading.NotJson(String reason) -> misfit(packet, reason, turn);
        };
    }

    private @Nullable String decide(Request request, long turn) {
        verdicts.about(turn);
        Verdict<RegisteredEpisode> verdict = registrar.request(request);
        registrar.retire(request.target());
        return verdict.isAllowed() ? null : verdict.violations().getFirst().id();
    }

    private String misfit(Json.Obj packet, String reason, long turn) {
        recorder.write(new EpisodePacketRefused("schema", reason, packet), turn);
        return "schema";
    }

    /** Whether the conversation is halted: then what is refused is nobody's fault. */
    boolean isHalted() {
        return recorder.rooms().isHalted();
    }

    EpisodeState state(String correlationId) {
        RegisteredEpisode episode = registrar.view().state(correlationId);
        return episode == null ? EpisodeState.S0_IDLE : episode.state();
    }

    /** The moment that the next packet is made at. */
    Instant now() {
        return Instant.ofEpochMilli(clock.steadyMillis());
    }

    /** The next words of a person are the answer to this one. */
    void await(EpisodeScribe escalated) {
        waiting = escalated;
    }

    /** Hands out the episode that waits for a person's answer, once. One that went into safe mode since waits no more. */
    @Nullable
    EpisodeScribe takeWaiting() {
        EpisodeScribe escalated = waiting;
        waiting = null;
        return escalated != null && escalated.state() == EpisodeState.S8_ESCALATED ? escalated : null;
    }

    /** Takes up what a runtime that was lost has recorded, and hands out the episodes that are open in it. */
    public List<Left> takeUp(List<Rune> recorded) {
        verdicts.takeUp(recorded);
        Map<String, Left> left = new LinkedHashMap<>();
        for (Rune rune : recorded) {
            Request request =
                    EventCatalogue.is(rune, EpisodeDecided.class) ? VerdictRune.request(rune.payload()) : null;
            if (request == null || registrar.view().state(request.target()) == null) {
                continue;
            }
            String id = request.target();
            Left known = left.get(id);
            EpisodeScribe scribe = known == null ? EpisodeScribe.of(id, rune.turn(), this) : known.scribe();
            scribe.takeUp(
                    request.parameters(),
                    rune.turn(),
                    "allowed".equals(rune.payload().text("decision")));
            left.put(id, new Left(scribe, rune.eventId()));
        }
        left.keySet().forEach(registrar::retire);
        left.values().removeIf(each -> each.scribe().state() == EpisodeState.S0_IDLE);
        for (Left each : left.values()) {
            if (each.scribe().state() == EpisodeState.S8_ESCALATED) {
                await(each.scribe());
            }
        }
        return List.copyOf(left.values());
    }
}
