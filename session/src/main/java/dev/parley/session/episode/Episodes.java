package dev.parley.session.episode;

import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.agent.packet.Reading;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.EpisodeValidator;
import dev.parley.kernel.episode.EpisodeVerdict;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.Permit;
import dev.parley.session.Settings;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The episodes of one conversation: every answer has one behind it. A packet is held to its schema, then to the rules of
 * its episode, and recorded; one that fits no schema is recorded as refused and is judged by nobody.
 */
public final class Episodes implements EpisodeDesk {
    private final Recorder recorder;
    private final LoopClock clock;
    private final Settings settings;
    private final People people;
    private final Map<String, EpisodeValidator> open = new HashMap<>();
    private @Nullable EpisodeScribe waiting;
    private @Nullable Episode present;

    /** Compiling the schemas takes time and is done when the first packet is written. */
    private static final class Schemas {
        private static final PacketReader READER = new PacketReader(new PacketSchemas());
    }

    public Episodes(Recorder recorder, LoopClock clock, Settings settings, People people) {
        this.recorder = recorder;
        this.clock = clock;
        this.settings = settings;
        this.people = people;
        recorder.listen((kind, _) -> {
            if (kind.equals("control.provider_switch") && present != null) {
                present.degraded();
            }
        });
    }

    /** The episode behind the answer of this turn; one that waits for a person's answer goes on in it. */
    public Episode open(long turn, String by, String text) {
        EpisodeScribe escalated = text.isEmpty() ? null : waiting;
        if (escalated != null) {
            waiting = null;
            escalated.answered(turn);
        }
        Episode episode = new Episode(turn, by, escalated, this);
        present = episode;
        return episode;
    }

    /** When the leave that a permit gives is over. */
    Instant expiry(Permit permit) {
        return Instant.ofEpochMilli(permit.expiresAtMs());
    }

    /** The next words of a person are the answer to this one. */
    void await(EpisodeScribe escalated) {
        waiting = escalated;
    }

    public Settings settings() {
        return settings;
    }

    People people() {
        return people;
    }

    @Override
    public @Nullable String write(Json.Obj packet, long turn) {
        byte[] bytes = CanonicalJson.bytes(packet);
        return switch (Schemas.READER.read(bytes, 0, bytes.length)) {
            case Reading.Fit fit -> {
                EpisodeVerdict verdict = open.computeIfAbsent(
                                fit.entry().correlationId(), _ -> new EpisodeValidator(Profile.STRICT))
                        .judge(fit.entry());
                if (!verdict.accepted()) {
                    String rule = verdict.errors().getFirst().rule();
                    record("episode.refused", Json.Obj.EMPTY.with("rule", rule).with("packet", packet), turn);
                    yield rule;
                }
                if (verdict.state() == EpisodeState.S0_IDLE) {
                    open.remove(fit.entry().correlationId());
                }
                record("episode.packet", packet, turn);
                yield null;
            }
            case Reading.Unfit unfit -> misfit(packet, String.join("; ", unfit.reasons()), turn);
            case Reading.NotJson(String reason) -> misfit(packet, reason, turn);
        };
    }

    private String misfit(Json.Obj packet, String reason, long turn) {
        record(
                "episode.refused",
                Json.Obj.EMPTY.with("rule", "schema").with("reason", reason).with("packet", packet),
                turn);
        return "schema";
    }

    private void record(String kind, Json.Obj payload, long turn) {
        recorder.drafted(
                RuneDraft.of(recorder.conversation(), kind, payload).withVisibility(Visibility.INTERNAL), turn);
    }

    @Override
    public EpisodeState state(String correlationId) {
        EpisodeValidator validator = open.get(correlationId);
        return validator == null ? EpisodeState.S0_IDLE : validator.stateOf(correlationId);
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(clock.steadyMillis());
    }
}
