package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which responses a client wants, and in which manner the agent gives them. */
final class ResponseDesk {
    private static final int EVENT_ID_CHARACTERS_MAX = 512;

    private final Object lock;
    private final Items items;
    private final Outbox out;
    private final Session session;
    private final Responses responses = new Responses(this::made);
    private boolean wanted;
    private long wishes;
    private boolean cancelled;
    /** How the next turn is to be answered, if somebody has said so. */
    private volatile @Nullable Boolean nextSpoken;

    private Wanted next = Wanted.NOTHING;
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

    /**
     * What a client wants of the next response alone.
     *
     * @param metadata what it wants to find in it
     * @param bounds how it is bounded; null as in the session
     * @param format how its sound is written; null as in the session
     */
    private record Wanted(
            Json metadata,
            @Nullable AnswerBounds bounds,
            @Nullable AudioFormat format) {
        private static final Wanted NOTHING = new Wanted(Json.Null.NULL, null, null);

        static Wanted of(Json.Obj how, AnswerBounds usual) throws BadEvent {
            Json audio = how.get("audio") instanceof Json.Obj sides ? sides.get("output") : null;
            Json format = audio instanceof Json.Obj output ? output.get("format") : null;
            AnswerBounds bounds = usual.with(how);
            return new Wanted(
                    Metadata.of(how.get("metadata"), "response.metadata"),
                    bounds.equals(usual) ? null : bounds,
                    format == null ? null : AudioFormat.of(format, "response.audio.output.format"));
        }
    }

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
        Wanted wish = Wanted.of(how, session.config.get().bounds());
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
            if (wish.bounds() != null) {
                session.door.take(wish.bounds().asEvent(true));
            }
            nextSpoken = spoken;
            next = wish;
            if (responses.isBetween() && calls.areAwaited()) {
                toldAloud = takeManner();
                aloud = toldAloud;
                responses.begin();
                calls.goOn();
                return;
            }
            wanted = true;
            number = ++wishes;
        }
        try {
            String eventId = shortened(event.text("event_id"));
            session.wishes.take(why -> lost(number, eventId, why));
        } catch (BadEvent full) {
            forget(number);
            throw full;
        }
    }

    /** A name that is kept until the wish was taken in; one that is longer than names are is not told again. */
    private static @Nullable String shortened(@Nullable String eventId) {
        return eventId == null || eventId.length() > EVENT_ID_CHARACTERS_MAX ? null : eventId;
    }

    /** The conversation has not taken this wish in: no response will come of it, and another may be wished for. */
    private boolean forget(long number) {
        synchronized (lock) {
            boolean isOpen = wanted && number == wishes;
            if (isOpen) {
                wanted = false;
                nextSpoken = null;
                next = Wanted.NOTHING;
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
        Wanted made = next;
        next = Wanted.NOTHING;
        wanted = false;
        SessionConfig config = session.config.get();
        AnswerBounds bounds = made.bounds() == null ? config.bounds() : made.bounds();
        Response.Manner manner = new Response.Manner(
                session.conversation, spoken, format(made, config), made.metadata(), bounds.tokens());
        Response response = new Response(manner, items, out);
        if (cancelled) {
            cancelled = false;
            session.stop.run();
        }
        return response;
    }

    private static AudioFormat format(Wanted wanted, SessionConfig config) {
        try {
            return wanted.format() == null ? config.outputFormat() : wanted.format();
        } catch (BadEvent e) {
            throw new IllegalStateException(e);
        }
    }
}
