package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The registrar of streams, asked as the stream model asks it: a whole life, questions, export, replay. */
class StreamRegistrarTest {
    private final StreamFixture streams = new StreamFixture();

    private void denied(String actor, String action, Object... parameters) {
        assertEquals(
                Decision.DENIED, streams.ask(actor, "s1", action, parameters).decision(), action + " by " + actor);
    }

    @Test
    void leadsOneStreamThroughAWholeLife() {
        assertNull(streams.registrar.view().state(Keys.stream("s1")));
        streams.allowed("agent_a", "s1", "CREATE", "session", "v1", "priority", 3);
        denied("agent_b", "CLAIM");
        streams.allowed("agent_a", "s1", "TRANSFER", "to", "agent_b");
        streams.allowed("agent_b", "s1", "START");
        streams.allowed("agent_b", "s1", "DELEGATE", "to", "agent_c");
        streams.allowed("plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        streams.allowed("agent_b", "s1", "ROLLBACK", "to_revision", 0);
        denied("agent_b", "ROLLBACK");
        streams.allowed("agent_c", "s1", "COMMIT");
        streams.allowed("agent_b", "s1", "COMPILE");
        streams.allowed("agent_b", "s1", "PLAY");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", "scope", "session");
        streams.allowed("user", "s1", "UPDATE_OVERRIDE", "forced_captions", true);
        denied("agent_b", "INTERRUPT");
        assertEquals(
                new AccessibilityState(Scope.SESSION, null, null, true),
                Overrides.inForce(streams.registrar.view(), streams.stream("s1")));
        streams.allowed("user", "s1", "DISABLE_OVERRIDE");
        denied("agent_x", "INTERRUPT", "priority", 10);
        streams.allowed("agent_b", "s1", "INTERRUPT", "flush", "hold");
        denied("agent_b", "STOP");
        streams.allowed("system", "s1", "STOP");
        streams.allowed("agent_b", "s1", "RESTART");
        streams.allowed("agent_b", "s1", "RELEASE");
        streams.allowed("agent_d", "s1", "CLAIM", "priority", 9);
        streams.allowed("agent_d", "s1", "FAIL");
        denied("agent_d", "SYNTHESIZE");
        assertTrue(streams.stream("s1").state().isTerminal());
        assertFalse(streams.registrar.view().isHalted(Keys.session("v1")));
        assertFalse(streams.session("v1").ended());
    }

    @Test
    void whatWasAttestedIsFoundByTargetActorActionDecisionAndTime() {
        for (int hour = 1; hour <= 4; hour++) {
            String actor = hour % 2 == 0 ? "agent_a" : "agent_b";
            streams.registrar.request(new Request(
                    StreamFixture.START_OF_TEST.plusHours(hour),
                    actor,
                    "s" + (hour + 1) / 2,
                    "CREATE",
                    Json.Obj.EMPTY));
        }
        assertEquals(List.of("att_1", "att_2"), found(each -> each.target().equals("s1")));
        assertEquals(List.of("att_1", "att_3"), found(each -> each.decision() == Decision.ALLOWED));
        assertEquals(
                List.of("att_2", "att_4"),
                found(each ->
                        each.decision() != Decision.ALLOWED && each.actor().equals("agent_a")));
        assertEquals(List.of(), found(each -> each.decision() == Decision.HALTED));
        assertEquals(
                List.of("att_2", "att_3"),
                found(each -> each.action().equals("CREATE")
                        && !each.at().isBefore(StreamFixture.START_OF_TEST.plusHours(2))
                        && each.at().isBefore(StreamFixture.START_OF_TEST.plusHours(4))));
    }

    private List<String> found(Predicate<Attestation> matches) {
        return streams.store.where(matches).stream().map(Attestation::id).toList();
    }

    private static Rebuild.Result rebuilt(InterruptReading reading, List<Json.Obj> exported) {
        return Rebuild.into(new Registrar<>(new StreamRoom(reading), _ -> {}), exported);
    }

    @Test
    void refusesToReplayAListThatWasEdited() {
        streams.allowed("agent_a", "s1", "CREATE");
        denied("agent_b", "START");
        List<Json.Obj> edited = new ArrayList<>(streams.exported());
        edited.set(1, edited.get(1).with("decision", "allowed"));
        Rebuild.Result.Differs differs =
                assertInstanceOf(Rebuild.Result.Differs.class, rebuilt(InterruptReading.MATRIX, edited));
        assertEquals(1, differs.index());
        assertEquals("decision", differs.field());
    }

    @Test
    void replayUnderTheOtherReadingIsRefused() {
        streams.allowed("agent_a", "s1", "CREATE");
        assertInstanceOf(Rebuild.Result.Verified.class, rebuilt(InterruptReading.MATRIX, streams.exported()));
        assertInstanceOf(Rebuild.Result.Differs.class, rebuilt(InterruptReading.PROSE, streams.exported()));
    }
}
