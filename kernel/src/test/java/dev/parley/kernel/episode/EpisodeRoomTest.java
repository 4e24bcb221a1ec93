package dev.parley.kernel.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The episode room under the registrar: rulings C7, C8, C10 and C11. */
class EpisodeRoomTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final List<Attestation> attested = new ArrayList<>();
    private final EpisodeRoom room = new EpisodeRoom(Profile.STRICT);
    private final Registrar<RegisteredEpisode, EpisodeEvent> registrar = new Registrar<>(room, attested::add);
    private int packets;

    private Request packet(String episode, String type, Json.Obj budgets, Json.Obj payload) {
        Instant at = START.plusSeconds(++packets);
        Json.Obj header = Json.Obj.EMPTY
                .with("packet_id", "pkt_" + packets)
                .with("packet_type", type)
                .with("created_at", at.toString())
                .with("correlation_id", episode);
        Json.Obj mcp =
                Json.Obj.EMPTY.with("budgets", budgets).with("epistemics", Json.Obj.EMPTY.with("status", "OBSERVED"));
        return new Request(
                at.atOffset(ZoneOffset.UTC),
                "agent",
                episode,
                type,
                Json.Obj.EMPTY.with("header", header).with("mcp", mcp).with("payload", payload));
    }

    private Verdict<RegisteredEpisode> ask(String type, Json.Obj budgets, Json.Obj payload) {
        return registrar.request(packet("corr_a", type, budgets, payload));
    }

    private Verdict<RegisteredEpisode> ask(String type, Json.Obj payload) {
        return ask(type, Json.Obj.EMPTY, payload);
    }

    private Verdict<RegisteredEpisode> close() {
        Instant at = START.plusSeconds(packets);
        return registrar.request(new Request(
                at.atOffset(ZoneOffset.UTC),
                "agent",
                "corr_a",
                "episode_close",
                Json.Obj.EMPTY
                        .with("event", "episode_close")
                        .with("correlation_id", "corr_a")
                        .with("created_at", at.toString())));
    }

    private void believe() {
        allowed(ask("ObservationPacket", Json.Obj.EMPTY));
        allowed(ask("BeliefUpdatePacket", Json.Obj.EMPTY));
    }

    private Verdict<RegisteredEpisode> decide(String outcome, Json.Obj budgets) {
        return ask("DecisionPacket", budgets, Json.Obj.EMPTY.with("decision_outcome", outcome));
    }

    private Verdict<RegisteredEpisode> direct() {
        return ask("TaskDirectivePacket", Json.Obj.EMPTY.with("task_id", "task_1"));
    }

    private EpisodeState state() {
        RegisteredEpisode episode = registrar.view().state("corr_a");
        assertNotNull(episode);
        return episode.state();
    }

    private static void allowed(Verdict<?> verdict) {
        assertTrue(verdict.isAllowed(), verdict::reason);
    }

    private static void refused(String rule, Verdict<?> verdict) {
        assertFalse(verdict.isAllowed());
        assertEquals(
                List.of(rule), verdict.violations().stream().map(Violation::id).toList());
    }

    @Test
    void everyPacketOfAnEpisodeIsDecidedAndAttested() {
        believe();
        allowed(decide("DEFER", Json.Obj.EMPTY));
        allowed(close());
        assertEquals(
                List.of("ObservationPacket", "BeliefUpdatePacket", "DecisionPacket", "episode_close"),
                attested.stream().map(Attestation::action).toList());
        assertEquals(EpisodeState.S0_IDLE, state());
    }

    @Test
    void aRefusedPacketMovesNothingAndIsAttestedToo() {
        refused("fsm.S0.no-row", decide("ACT", Json.Obj.EMPTY));
        believe();
        EpisodeState before = state();
        refused("fsm." + before.code() + ".no-row", direct());
        assertEquals(before, state());
        assertEquals(4, attested.size());
    }

    @Test
    void whatSpendsTooMuchIsRefusedAndTheRuntimeHaltsItsEpisode() {
        believe();
        allowed(decide("ACT", Json.Obj.EMPTY.with("tool_call_budget", 1)));
        allowed(direct());
        Verdict<RegisteredEpisode> over = direct();
        refused("budget", over);
        assertEquals(1, over.followed().size());
        Attestation halt = attested.getLast();
        assertEquals("system", halt.actor());
        assertEquals("overrun", halt.action());
        assertEquals(Decision.ALLOWED, halt.decision());
        assertEquals(EpisodeState.S9_SAFEMODE, state());
        refused("E7", direct());
    }

    @Test
    void nobodyHaltsAnEpisodeThatHasNotOverspent() {
        believe();
        allowed(decide("ACT", Json.Obj.EMPTY.with("tool_call_budget", 1)));
        Request directive =
                packet("corr_a", "TaskDirectivePacket", Json.Obj.EMPTY, Json.Obj.EMPTY.with("task_id", "task_1"));
        Request halt = directive.instead("system", "corr_a", EpisodeRequests.OVERRUN, directive.parameters());
        refused("episode.overrun.none", registrar.request(halt));
        allowed(direct());
        refused("episode.overrun.none", registrar.request(halt.by("agent")));
        assertEquals(EpisodeState.S6_EXECUTE, state());
    }

    /** A fork shares nothing: what one side spends, the other still has. */
    @Test
    void theStatesOfAnEpisodeAreValuesThatNoLaterStepChanges() {
        believe();
        allowed(decide("ACT", Json.Obj.EMPTY.with("tool_call_budget", 1)));
        Registrar<RegisteredEpisode, EpisodeEvent> other = registrar.fork();
        allowed(direct());
        allowed(other.request(
                packet("corr_a", "TaskDirectivePacket", Json.Obj.EMPTY, Json.Obj.EMPTY.with("task_id", "task_2"))));
        refused("budget", direct());
    }

    @Test
    void aPacketAskedForUnderAnotherNameIsMalformed() {
        Request belief = packet("corr_a", "BeliefUpdatePacket", Json.Obj.EMPTY, Json.Obj.EMPTY);
        for (Request wrong : List.of(
                belief.instead("agent", "corr_b", belief.action(), belief.parameters()),
                belief.instead("agent", "corr_a", "ObservationPacket", belief.parameters()),
                belief.instead("agent", "corr_a", belief.action(), Json.Obj.EMPTY))) {
            assertInstanceOf(Reading.Malformed.class, room.read(wrong), wrong::toString);
        }
    }

    @Test
    void theRoomIsOpenedAgainByWhatItRecorded() {
        for (Profile profile : Profile.values()) {
            Json.Obj settings = new EpisodeRoom(profile).settings();
            assertEquals(settings, EpisodeRoom.opened(settings).settings());
        }
    }
}
