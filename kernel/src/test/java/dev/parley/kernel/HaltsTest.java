package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import dev.parley.kernel.tool.ToolCalls;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ruling X4: a HALT in one room halts the conversation. What is under way ends, and nothing new begins. */
class HaltsTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private final Halts halts = Halts.ofConversation();
    private final Registrar<Subject, StreamEvent> streams =
            Registrar.inConversation(new StreamRoom(InterruptReading.MATRIX), attestation -> {}, halts);
    private final Registrar<RegisteredTurn, TurnSignal> turns =
            Registrar.inConversation(new TurnRoom(), attestation -> {}, halts);
    private final Registrar<Place, HouseEvent> house =
            Registrar.inConversation(new Household(), attestation -> {}, halts);
    private final Registrar<ToolCase, ToolEvent> tools =
            Registrar.inConversation(ToolRoom.of("c"), attestation -> {}, halts);

    private static Request ask(String actor, String target, String action, Json.Obj parameters) {
        return new Request(AT, actor, target, action, parameters);
    }

    private static Request ask(String actor, String target, String action) {
        return ask(actor, target, action, Json.Obj.EMPTY);
    }

    private static Request people(String actor, String machine, String person, String action, Json.Obj parameters) {
        return new Request(AT, actor, person, action, parameters, machine);
    }

    /** An open turn, a confirmed owner and an override; then an agent switches the override off. */
    private void halted() {
        for (String signal : List.of("turn_open_proposed", "turn_open")) {
            assertTrue(turns.request(ask("system", "1", signal)).isAllowed());
        }
        Json.Obj owner = Json.Obj.EMPTY.with("role", "OWNER").with("birthdate", "1980-05-01");
        house.request(people("system", "", "ana", "person_added", owner));
        streams.request(ask("agent_a", "voice", "CREATE", Json.Obj.EMPTY.with("session", "c")));
        assertTrue(streams.request(ask("user", "voice", "ENABLE_OVERRIDE")).isAllowed());
        assertEquals(
                Decision.HALTED,
                streams.request(ask("agent_a", "voice", "DISABLE_OVERRIDE")).decision());
        assertTrue(halts.isHalted());
    }

    @Test
    void everyRoomRefusesWhatBeginsSomething() {
        halted();
        assertTrue(streams.request(ask("agent_a", "reply:1", "CREATE")).violates(Registrar.HALTED));
        assertTrue(turns.request(ask("system", "2", "turn_open_proposed")).violates(Registrar.HALTED));
        Json.Obj tool = Json.Obj.EMPTY.with("command", "turn_on_light");
        assertTrue(house.request(people("user_ana", "command", "ana", "command_detected", tool))
                .violates(Registrar.HALTED));
        ToolCalls calls = new ToolCalls(tools);
        Request call = ToolRequests.of(new ToolEvent.CancelRequested("c1", "halted", 0));
        assertFalse(calls.request(call).violates(Registrar.HALTED), "a cancel only ends something");
    }

    /** The session's turn ledger takes a refused end of a turn for a fault of its own: this can never be one. */
    @Test
    void everyEndOfATurnIsTakenInAHaltedConversation() {
        for (String end : List.of("abort", "cancel", "commit", "authority_loss")) {
            HaltsTest fresh = new HaltsTest();
            fresh.halted();
            assertTrue(fresh.turns.request(ask("system", "1", end)).isAllowed(), end);
            assertTrue(fresh.turns.request(ask("system", "1", "close")).isAllowed(), end);
        }
    }

    @Test
    void onlyAnOperatorsResumeLiftsItForAllRooms() {
        halted();
        assertTrue(streams.request(ask("agent_a", "c", "RESUME")).violates(Registrar.HALTED));
        assertTrue(turns.request(ask("system", "2", "turn_open_proposed")).violates(Registrar.HALTED));
        assertTrue(streams.request(ask("operator", "c", "RESUME")).isAllowed());
        assertFalse(halts.isHalted());
        assertTrue(turns.request(ask("system", "2", "turn_open_proposed")).isAllowed());
    }

    @Test
    void aForkThatHaltsLeavesTheConversationAsItIs() {
        streams.request(ask("agent_a", "voice", "CREATE"));
        streams.request(ask("user", "voice", "ENABLE_OVERRIDE"));
        streams.fork().request(ask("agent_a", "voice", "DISABLE_OVERRIDE"));
        assertFalse(halts.isHalted());
    }
}
