package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.event.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever ends or pauses what is being said, the far end is told to be silent before anything about it is recorded, and
 * before the tools decide what becomes of their calls (ruling X9).
 */
class SilenceFirstTest {
    private static final String FLUSH = "flush";

    private static final String LONG = "It is sunny and warm in all of the country today, and it stays so.";
    private static final long AT_MS = 3_500;

    /** What happened from the cut on, in its order: the silence, and everything that is recorded. */
    private final List<String> effects = new ArrayList<>();

    private VoiceCall call(long falseInterruptionMs, long minWords, String... words) {
        String world = """
        people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
        settings: {false_interruption_ms: %d, interrupt_min_words: %d, stop_words: [stop]}
        agents:
          - {id: reception, priority: 5}
          - {id: nurse, priority: 7}
        agent:
          - {when: "tell", says: "%s", calls: [{id: c1, tool: scan, args: {}}]}
        tools:
          scan: {takes_ms: 60000, returns: {}, safety: READ, approval: none, cancel_on_interrupt: true}
        """.formatted(falseInterruptionMs, minWords, LONG);
        VoiceCall call = new VoiceCall(world, words).burst(1_000, 2_000);
        call.whenRecorded = draft -> effects.add(described(draft));
        call.whenFlushed = () -> effects.add(FLUSH);
        return call;
    }

    private static String described(RuneDraft draft) {
        String action = draft.payload().text("action");
        return action == null ? draft.kind() : draft.kind() + " " + action;
    }

    /** What happens when this comes in while the agent speaks and a tool runs. */
    private List<String> after(SessionEvent event) {
        VoiceCall call = call(2_000, 0, "tell me");
        call.at(
                2_100,
                () -> call.offer(new SessionEvent.OverrideRequested(
                        "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana")));
        call.at(AT_MS, () -> {
            assertTrue(call.queued() > 0, "the agent speaks");
            effects.clear();
            call.offer(event);
            assertEquals(0, call.queued());
        });
        return held(call);
    }

    private List<String> held(VoiceCall call) {
        call.hold(8_000);
        Replay replay = new Replay(new Rooms());
        call.journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
        return effects;
    }

    /** The silence comes first of all, and the tools follow later. */
    private static void assertSilentFirst(List<String> effects) {
        assertEquals(FLUSH, effects.getFirst(), effects::toString);
        assertTrue(effects.stream().anyMatch(effect -> effect.startsWith("verdict.tool")), effects::toString);
    }

    @Test
    void aStopIsSilentBeforeItIsRecorded() {
        List<String> effects = after(new SessionEvent.StopRequested("ana"));
        assertSilentFirst(effects);
        assertEquals("control.cancel", effects.get(1));
    }

    @Test
    void aStopThatIsWrittenIsSilentBeforeAnybodyLooksWhoWroteIt() {
        assertSilentFirst(after(new SessionEvent.TextTyped("stop", "ana")));
    }

    @Test
    void wordsThatAreWrittenAreSilentBeforeTheirInterruptionIsRecorded() {
        after(new SessionEvent.TextTyped("well then", "ana"));
        assertEquals(List.of(FLUSH), before("control.barge_in"));
    }

    @Test
    void aLineThatDropsIsSilentBeforeThatIsRecorded() {
        assertSilentFirst(after(new SessionEvent.Disconnected()));
    }

    @Test
    void aHaltIsSilentBeforeItsVerdictIsRecorded() {
        List<String> effects =
                after(new SessionEvent.PluginChanged("plugin", Json.Obj.EMPTY.with("override_active", false)));
        assertSilentFirst(effects);
        assertEquals("verdict.stream TAMPER", effects.get(1));
    }

    @Test
    void anAgentOfHigherPriorityIsSilentBeforeItsInterruptionIsRecorded() {
        VoiceCall call = call(2_000, 0, "tell me");
        call.at(AT_MS, () -> {
            effects.clear();
            call.offer(new SessionEvent.AgentActed("nurse", "interrupt", ""));
        });
        List<String> effects = held(call);
        assertSilentFirst(effects);
        assertEquals("verdict.stream INTERRUPT", effects.get(1));
    }

    @Test
    void aLostLeaseIsSilentBeforeItIsRecorded() {
        List<String> effects = after(new SessionEvent.LeaseRevoked());
        assertSilentFirst(effects);
        assertEquals("control.lease_revoked", effects.get(1));
    }

    /** Everything that happens in the moment of the first silence, from there on back. */
    private List<String> before(String effect) {
        int at = effects.indexOf(effect);
        assertTrue(at > 0, effects::toString);
        return effects.subList(effects.indexOf(FLUSH), at);
    }

    @Test
    void aVoiceThatTakesTheFloorIsSilentBeforeThatIsRecordedAndBeforeTheToolsAreTold() {
        held(call(2_000, 0, "tell me", "well then").burst(AT_MS, 5_500));
        assertEquals(List.of(FLUSH), before("control.barge_in"));
        assertTrue(effects.indexOf("playback.paused") < effects.indexOf("verdict.tool cancel"), effects::toString);
    }

    @Test
    void aVoiceThatEndsTheTurnIsSilentBeforeThatIsRecorded() {
        held(call(0, 0, "tell me", "well then").burst(AT_MS, 5_500));
        assertEquals(List.of(FLUSH), before("control.barge_in"));
    }

    @Test
    void aStopThatIsSaidIsSilentBeforeItsWordsAreRecorded() {
        held(call(2_000, 3, "tell me", "stop").burst(AT_MS, 4_500));
        assertEquals(FLUSH, effects.get(effects.lastIndexOf("stt.final") - 1), effects::toString);
    }

    @Test
    void aStopThatIsHalfSaidIsSilentToo() {
        held(call(2_000, 3, "tell me", "stop it").burst(AT_MS, 4_500));
        assertTrue(effects.indexOf(FLUSH) < effects.indexOf("control.cancel"), effects::toString);
        assertTrue(effects.lastIndexOf("stt.final") > effects.indexOf("control.cancel"), "before all of it was said");
    }
}
