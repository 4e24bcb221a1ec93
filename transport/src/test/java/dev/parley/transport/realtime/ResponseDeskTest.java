package dev.parley.transport.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.socket.NoSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A response that a conversation had no room for is not under way. */
class ResponseDeskTest {
    private final Object lock = new Object();
    private final Outbox out = new Outbox(NoSocket.open(), "a_");
    private final List<SessionEvent> taken = new ArrayList<>();
    private boolean isFull = true;
    private Consumer<BadEvent> refused = _ -> {};
    private final ResponseDesk desk = new ResponseDesk(
            lock,
            new Items(out),
            out,
            new ResponseDesk.Session(
                    "talk",
                    true,
                    () -> SessionConfig.initial("talk", "m", 500, true),
                    () -> false,
                    this::take,
                    this::wish,
                    () -> {}));
    private final ClientCalls calls = new ClientCalls(lock, new Relay(lock, () -> {}), desk.responses());

    private void wish(Consumer<BadEvent> late) throws BadEvent {
        take(new SessionEvent.AnswerWanted());
        refused = late;
    }

    private void take(SessionEvent event) throws BadEvent {
        if (isFull) {
            throw new BadEvent("full", "there is no room", "");
        }
        taken.add(event);
    }

    private String refusal(Json.Obj event) {
        BadEvent refused = assertThrows(BadEvent.class, () -> desk.create(event, calls));
        return String.valueOf(refused.json(null).text("code"));
    }

    @Test
    void aWishThatIsNotTakenInLeavesRoomForTheNext() throws BadEvent {
        Json.Obj written =
                Json.Obj.EMPTY.with("response", Json.Obj.EMPTY.with("output_modalities", Json.texts(List.of("text"))));
        assertEquals("full", refusal(written));
        assertThrows(BadEvent.class, () -> desk.cancel(Json.Obj.EMPTY), "there is nothing to cancel");
        desk.turnStarted();
        assertEquals(true, desk.isAloud(), "the manner went with the wish");
        isFull = false;
        desk.create(Json.Obj.EMPTY, calls);
        assertEquals(List.of(new SessionEvent.AnswerWanted()), taken);
        assertEquals("conversation_already_has_active_response", refusal(Json.Obj.EMPTY));
    }

    @Test
    void aWishThatIsRefusedLaterLeavesRoomForTheNextAndNoOther() throws BadEvent {
        isFull = false;
        desk.create(Json.Obj.EMPTY, calls);
        Consumer<BadEvent> first = refused;
        first.accept(BadEvent.busy());
        desk.create(Json.Obj.EMPTY, calls);
        first.accept(BadEvent.busy());
        assertEquals("conversation_already_has_active_response", refusal(Json.Obj.EMPTY));
        refused.accept(BadEvent.busy());
        desk.create(Json.Obj.EMPTY, calls);
    }
}
