package dev.parley.kernel.stream;

import static dev.parley.kernel.stream.StreamFixture.at;
import static dev.parley.kernel.stream.StreamRules.AUDITABLE;
import static dev.parley.kernel.stream.StreamRules.IMMUTABILITY;
import static dev.parley.kernel.stream.StreamRules.REQUIRED_FOR_INTERRUPT;
import static dev.parley.kernel.stream.StreamRules.SINGLE_OWNER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the stream room says, keeps and lets go of beside its decisions. */
class StreamSmallPrintTest {
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private final StreamRoom room = new StreamRoom(InterruptReading.PROSE);

    @Test
    void theRoomIsOpenedAgainWithTheReadingThatWasRecorded() {
        assertEquals("stream", room.name());
        assertEquals("prose", room.settings().text("reading"));
        assertTrue(room.settings().has("model"));
        StreamRoom matrix = room.reopened(Json.Obj.EMPTY.with("reading", "matrix"));
        assertEquals("matrix", matrix.settings().text("reading"));
        assertEquals(room.settings(), matrix.reopened(room.settings()).settings());
        assertEquals("matrix", room.reopened(Json.Obj.EMPTY).settings().text("reading"));
    }

    @ParameterizedTest
    @CsvSource({
        "idle,false",
        "compiling,false",
        "compiling committed,false",
        "synthesizing,false",
        "playing,false",
        "interrupting,false",
        "stopped,true",
        "failed,true",
        "failed playing,true",
    })
    void onlyAStreamThatHasComeToItsEndIsOver(String state, boolean over) {
        StreamFixture streams = at(state, "session", "main");
        assertEquals(over, room.isOver(streams.stream("s1")));
        assertFalse(room.isOver(streams.session("main")));
        assertFalse(room.isOver(UserOverrides.NONE));
    }

    @Test
    void streamsAndSessionsAreFoundByTheirNames() {
        StreamFixture streams = at("idle", "session", "main");
        View<Subject> view = streams.registrar.view();
        assertSame(streams.stream("s1"), StreamRoom.stream(view, "s1"));
        assertNull(StreamRoom.stream(view, "s2"));
        assertSame(streams.session("main"), StreamRoom.session(view, "main"));
        assertNull(StreamRoom.session(view, "s1"));
        assertEquals(Set.of(), StreamRoom.usersWithOverrides(view));
        streams.allowed("user_ana", "s1", "ENABLE_OVERRIDE", "scope", "user");
        assertEquals(Set.of("user_ana"), StreamRoom.usersWithOverrides(view));
    }

    @Test
    void theSessionsOverrideHoldsBeforeTheUsers() {
        StreamFixture streams = at("idle");
        View<Subject> view = streams.registrar.view();
        assertNull(ActiveOverride.of(view, "s1"));
        assertNull(ActiveOverride.of(view, "nobody"));
        assertNull(ActiveOverride.ofUser(view, "user_ana"));
        streams.allowed("user_ana", "s1", "ENABLE_OVERRIDE", "scope", "user", "speech_rate", HALF);
        AccessibilityState ofAna = new AccessibilityState(Scope.USER, HALF, null, false);
        assertEquals(ofAna, ActiveOverride.of(view, "s1"));
        assertEquals(ofAna, ActiveOverride.ofUser(view, "user_ana"));
        assertNull(ActiveOverride.ofUser(view, "user_ben"));
        streams.allowed("user_ana", "s1", "UPDATE_OVERRIDE", "scope", "session");
        assertEquals(new AccessibilityState(Scope.SESSION, HALF, null, false), ActiveOverride.of(view, "s1"));
        assertNull(ActiveOverride.ofUser(view, "user_ana"), "it moved");
        streams.allowed("user_ana", "s1", "DISABLE_OVERRIDE");
        assertNull(ActiveOverride.of(view, "s1"));
    }

    /** What somebody else has switched on for themselves says nothing about a stream of ana's. */
    @Test
    void aUsersOverrideHoldsForTheirStreamsAlone() {
        StreamFixture streams = at("idle", "user", "user_ana", "session", "of_ana");
        streams.allowed("agent_b", "s2", "CREATE", "user", "user_ben", "session", "of_ben");
        streams.allowed("user_ben", "s2", "ENABLE_OVERRIDE", "scope", "user");
        assertFalse(streams.overrideCounts("s1"));
        assertTrue(streams.overrideCounts("s2"));
        streams.allowed("user_ben", "of_ben", "SESSION_END");
        assertFalse(streams.overrideCounts("s2"), "nothing holds in a session that has ended");
    }

    @Test
    void anOverrideIsWrittenAsTheParametersThatAskForIt() {
        AccessibilityState bare = new AccessibilityState(Scope.SESSION, null, null, true);
        assertEquals(
                "{\"forced_captions\":true,\"pause_amplification\":null,\"scope\":\"session\",\"speech_rate\":null}",
                bare.toJson().canonical());
        AccessibilityState full = new AccessibilityState(Scope.USER, HALF, BigDecimal.TWO, false);
        assertEquals(
                "{\"forced_captions\":false,\"pause_amplification\":2,\"scope\":\"user\",\"speech_rate\":0.5}",
                full.toJson().canonical());
        StreamFixture streams = at("idle");
        Request asked = new Request(StreamFixture.START_OF_TEST, "user", "s1", "ENABLE_OVERRIDE", full.toJson());
        assertTrue(streams.registrar.request(asked).isAllowed());
        assertEquals(full, ActiveOverride.of(streams.registrar.view(), "s1"));
    }

    /** Only what an update names is changed; a null asks for the agent's own again. */
    @Test
    void anUpdateLeavesAloneWhatItDoesNotName() {
        StreamFixture streams = at("idle");
        View<Subject> view = streams.registrar.view();
        streams.allowed(
                "user",
                "s1",
                "ENABLE_OVERRIDE",
                "speech_rate",
                HALF,
                "pause_amplification",
                2,
                "forced_captions",
                true);
        streams.allowed("user", "s1", "UPDATE_OVERRIDE", "pause_amplification", 3);
        assertEquals(
                new AccessibilityState(Scope.SESSION, HALF, BigDecimal.valueOf(3), true),
                ActiveOverride.of(view, "s1"));
        streams.allowed("user", "s1", "UPDATE_OVERRIDE", "speech_rate", Json.Null.NULL, "forced_captions", false);
        assertEquals(
                new AccessibilityState(Scope.SESSION, null, BigDecimal.valueOf(3), false),
                ActiveOverride.of(view, "s1"));
    }

    @ParameterizedTest
    @CsvSource({"0.1,true", "10,true", "0.09,false", "10.01,false", "1,true"})
    void aRateLiesBetweenATenthAndTen(BigDecimal rate, boolean fits) {
        for (String name : List.of("speech_rate", "pause_amplification")) {
            Verdict<Subject> verdict = at("idle").ask("user", "s1", "ENABLE_OVERRIDE", name, rate);
            assertEquals(fits, verdict.isAllowed());
            assertEquals(!fits, verdict.violates(Registrar.MALFORMED));
        }
    }

    @Test
    void aRefusalSaysWhoseTheStreamIs() {
        StreamFixture streams = at("playing", "interruptible", true);
        assertReason(
                "s1 is owned by agent_a, so RELEASE is not for agent_b",
                streams.denied(SINGLE_OWNER, "agent_b", "s1", "RELEASE"));
        assertReason(
                "s1 is owned by agent_a, so it cannot be claimed",
                streams.denied(SINGLE_OWNER, "agent_b", "s1", "CLAIM"));
        assertReason(
                "agent_b does not own s1 and has no higher priority than its owner",
                streams.denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT"));
        assertReason(
                "agent_b does not own s1, which is not interruptible",
                at("playing").denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT"));
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        assertReason(
                "an accessibility override is active, so only the user and system interrupt s1",
                streams.denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT"));
        streams.allowed("agent_a", "s1", "RELEASE");
        assertReason(
                "nobody owns s1, so RELEASE is not for agent_b",
                streams.denied(SINGLE_OWNER, "agent_b", "s1", "RELEASE"));
    }

    @Test
    void aRefusalSaysWhoseOverrideItWouldBe() {
        assertReason(
                "agent_a is not a user, whose override it would be",
                at("idle").denied(AUDITABLE, "agent_a", "s1", "ENABLE_OVERRIDE"));
        assertReason(
                "user_ben is not user_ana, whose override it would be",
                at("idle", "user", "user_ana").denied(AUDITABLE, "user_ben", "s1", "ENABLE_OVERRIDE"));
    }

    @Test
    void aCommittedGraphSaysWhatComesTooLate() {
        StreamFixture streams = at("compiling committed");
        assertReason(
                "the graph is committed, so MUTATE_GRAPH comes too late",
                streams.denied(IMMUTABILITY, "agent_a", "s1", "MUTATE_GRAPH", "change", "x"));
        assertReason(
                "the graph is committed, so COMMIT comes too late",
                streams.denied(IMMUTABILITY, "agent_a", "s1", "COMMIT"));
    }

    private static void assertReason(String reason, Verdict<Subject> verdict) {
        assertTrue(
                verdict.violations().stream().anyMatch(each -> each.reason().equals(reason)),
                () -> reason + " is not among " + verdict.violations());
    }

    @Test
    void aDelegateIsNamedOnceAndARestartForgetsThem() {
        Ownership alone = Ownership.of("agent_a", 5, StreamFixture.START_OF_TEST);
        assertSame(alone, alone.withoutDelegates());
        Ownership named = alone.naming("agent_b");
        assertEquals(List.of("agent_b"), named.delegates());
        assertSame(named, named.naming("agent_b"));
        assertEquals(List.of("agent_b", "agent_c"), named.naming("agent_c").delegates());
        assertEquals(alone, named.withoutDelegates());
        StreamFixture streams = at("failed");
        streams.allowed("agent_a", "s1", "RESTART");
        assertEquals("agent_a", streams.stream("s1").owner());
    }

    @Test
    void revisionsAreTheSameWhereTheWayThereIs() {
        Revision first = Revision.FIRST;
        Revision two = new Revision(2, new Revision(1, first));
        assertEquals(two, new Revision(2, new Revision(1, new Revision(0, null))));
        assertEquals(two.hashCode(), new Revision(2, first).hashCode());
        assertNotEquals(two, new Revision(2, first), "another way");
        assertNotEquals(two, new Revision(2, null));
        assertNotEquals(new Revision(2, null), two);
        assertNotEquals(two, new Revision(3, new Revision(1, first)));
        assertNotEquals(two, (Object) "revision 2");
        assertEquals("revision 2", two.toString());
        assertNotEquals(0, two.hashCode());
    }

    @Test
    void aRevisionIsOnTheVerdictHoweverHighItIs() {
        StreamFixture streams = at("compiling");
        for (int revision = 1; revision <= 20; revision++) {
            Verdict<Subject> verdict = streams.allowed("agent_a", "s1", "MUTATE_GRAPH", "change", "x");
            assertEquals(
                    BigDecimal.valueOf(revision),
                    verdict.attestation().metadata().json().number("revision"));
        }
    }

    @Test
    void aStreamWhoseSessionIsNotThereIsNoStream() {
        Stream stray = at("idle").stream("s1");
        View<Subject> view = Map.<String, Subject>of("s1", stray)::get;
        assertThrows(IllegalStateException.class, () -> Overrides.isActive(view, stray));
    }

    @Test
    void aRequestThatMixesUpStreamsAndSessionsIsNotStepped() {
        StreamFixture streams = at("idle", "session", "main");
        View<Subject> view = streams.registrar.view();
        Request request = StreamFixture.request("agent_a", "s1", "START");
        assertThrows(
                IllegalStateException.class,
                () -> room.step(view, streams.session("main"), StreamEvent.Lifecycle.START, request));
        assertThrows(
                IllegalStateException.class,
                () -> room.step(view, streams.stream("s1"), StreamEvent.OfSession.SESSION_END, request));
    }
}
