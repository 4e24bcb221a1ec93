package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which responses a client wants, and in which manner the agent gives them. */
final class ResponseDesk {
    private final Object lock;
    private final Items items;
    private final Outbox out;
    private final Session session;
    private final Responses responses = new Responses(this::made);
    private boolean wanted;
    private long wish;
    private boolean cancelled;
    private boolean spoke;
    /** How the next turn is to be answered, if somebody has said so. */
    private volatile @Nullable Boolean nextSpoken;

    private Json nextMetadata = Json.Null.NULL;
    /** Whether the agent speaks aloud: where the conversation runs, and as far as its client was told. */
    private volatile boolean aloud;

    private boolean toldAloud;

    /**
     * The session whose responses these are.
     *
     * @param door takes something into the conversation, or says why not
     * @param wishes the same for a wish for an answer, which is told of where it is refused later
     * @param stop ends what is being said
     */
    record Session(
            String conversation,
            boolean hasVoice,
            Supplier<SessionConfig> config,
            BooleanSupplier isHalted,
            ItemDesk.Taker<SessionEvent> door,
            ItemDesk.Taker<Consumer<BadEvent>> wishes,
            Runnable stop) {}

    ResponseDesk(Object lock, Items items, Outbox out, Session session) {
        this.lock = lock;
        this.items = items;
        this.out = out;
        this.session = session;
    }

    Responses responses() {
        return responses;
    }

    // --- by the socket's reader

    void create(Json.Obj event, ClientCalls calls) throws BadEvent {
        Json.Obj how = event.get("response") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        if ("none".equals(how.text("conversation")) || how.has("input")) {
            throw new BadEvent("unsupported", "responses here belong to the conversation", "response.conversation");
        }
        Boolean spoken = SessionConfig.isSpoken(how, "response.", session.hasVoice);
        String instructions = SessionConfig.instructions(how, "response.");
        long number;
        synchronized (lock) {
            if (responses.isActive() || wanted) {
                throw new BadEvent(
                        "conversation_already_has_active_response",
                        "response.create: a response is in progress; wait until it is done",
                        "");
            }
            if (session.isHalted.getAsBoolean()) {
                throw new BadEvent(
                        "conversation_halted",
                        "response.create: the conversation is halted until an operator lets it go on",
                        "");
            }
            if (responses.isAsking() && !calls.areAwaited() && !items.endInWords()) {
                throw new BadEvent(
                        "question_is_open",
                        "response.create: a question waits for a person's answer; create an item with the answer first",
                        "");
            }
            if (!instructions.isEmpty()) {
                session.door.take(new SessionEvent.Instructed(instructions, true));
            }
            nextSpoken = spoken;
            nextMetadata = how.get("metadata") instanceof Json.Obj metadata ? metadata : Json.Null.NULL;
            if (responses.isBetween() && calls.areAwaited()) {
                toldAloud = takeManner();
                aloud = toldAloud;
                responses.begin();
                calls.goOn();
                return;
            }
            wanted = true;
            number = ++wish;
        }
        try {
            session.wishes.take(why -> lost(number, event.text("event_id"), why));
        } catch (BadEvent full) {
            forget(number);
            throw full;
        }
    }

    /** The conversation has not taken this wish in: no response will come of it, and another may be wished for. */
    private boolean forget(long number) {
        synchronized (lock) {
            boolean isOpen = wanted && number == wish;
            if (isOpen) {
                wanted = false;
                nextSpoken = null;
                nextMetadata = Json.Null.NULL;
            }
            return isOpen;
        }
    }

    /** The wish had to wait behind words that take long to understand, and was not taken in then. */
    private void lost(long number, @Nullable String eventId, BadEvent why) {
        if (forget(number)) {
            out.refuse(why, eventId);
        }
    }

    void cancel(Json.Obj event) throws BadEvent {
        synchronized (lock) {
            boolean active = responses.is(event.text("response_id"));
            if (!active && !wanted) {
                throw new BadEvent("response_cancel_not_active", "there is no active response to cancel", "");
            }
            cancelled = !active;
            if (active) {
                session.stop.run();
            }
        }
    }

    /** Whether the voice was heard. In the lock. */
    boolean hasSpoken() {
        return spoke;
    }

    // --- where the conversation runs

    /** How the agent answers until somebody says otherwise. */
    void begin(boolean spoken) {
        aloud = spoken;
    }

    boolean isAloud() {
        return aloud;
    }

    /** A turn begins, and takes the manner that was asked for. */
    void turnStarted() {
        aloud = takeManner();
    }

    /** The client is told what happens from now on in this manner. In the lock. */
    void tellAloud(boolean now) {
        toldAloud = now;
    }

    private boolean takeManner() {
        Boolean wish = nextSpoken;
        nextSpoken = null;
        return wish == null ? session.config.get().isSpoken() : wish;
    }

    /** A response begins. In the lock. */
    private Response made() {
        boolean spoken = toldAloud;
        Json metadata = nextMetadata;
        nextMetadata = Json.Null.NULL;
        wanted = false;
        AudioFormat format;
        try {
            format = session.config.get().outputFormat();
        } catch (BadEvent e) {
            throw new IllegalStateException(e);
        }
        spoke = spoke || spoken;
        Response response =
                new Response(new Response.Manner(session.conversation, spoken, format, metadata), items, out);
        if (cancelled) {
            cancelled = false;
            session.stop.run();
        }
        return response;
    }
}
