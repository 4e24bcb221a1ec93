package dev.parley.transport.realtime;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.NotTakenIn;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.settings.Settings;
import dev.parley.session.tool.ClientShelf;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.SocketSession;
import dev.parley.transport.socket.SoundMeter;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client of the Realtime protocol, and its conversation. */
public final class RealtimeSession implements SocketSession {
    private static final String APPEND = "input_audio_buffer.append";
    private static final String CANCEL = "response.cancel";

    /** Schemas of tools are read several times in an update, each of which takes longer than decoding it. */
    private static final long UPDATE_WORK_PER_BYTE = 8;

    private final Parley parley;
    private final Opening opening;
    private final Object lock = new Object();
    private volatile @Nullable Parts parts;
    private volatile @Nullable Conversation talk;
    private volatile SessionConfig config;
    private long usualSilenceMs;
    private long graceMs;

    /**
     * What is known before a session begins.
     *
     * @param id of the conversation
     * @param session what was agreed on beforehand, as an update of the session
     * @param ruling whether tools of the client just run
     * @param diskMs how long the client waits for the disk
     */
    public record Opening(
            String id, String model, Visit visit, Json.Obj session, Ruling ruling, ToolTerms terms, long diskMs) {}

    /** What a session is made of once its socket is open. */
    private record Parts(
            ClientSocket socket,
            Relay relay,
            Outbox out,
            Responses responses,
            ResponseDesk responseDesk,
            Listening listening,
            ClientCalls calls,
            ItemDesk itemDesk) {}

    public RealtimeSession(Parley parley, Opening opening) {
        this.parley = parley;
        this.opening = opening;
        this.config = SessionConfig.initial(opening.id(), opening.model(), 0, parley.hasVoice());
    }

    // --- the socket

    @Override
    public void opened(ClientSocket socket) {
        Outbox out = new Outbox(socket, opening.id().substring(opening.id().length() - 8) + "_");
        Items items = new Items(out);
        ResponseDesk.Session session = new ResponseDesk.Session(
                opening.id(), parley.hasVoice(), () -> config, this::isHalted, this::tell, this::wish, this::stop);
        ResponseDesk responseDesk = new ResponseDesk(lock, items, out, session);
        Responses responses = responseDesk.responses();
        Relay relay = new Relay(lock, () -> socket.close(CloseCode.TRY_LATER, "the client reads too slowly"));
        ClientCalls calls = new ClientCalls(lock, relay, responses);
        parts = new Parts(
                socket,
                relay,
                out,
                responses,
                responseDesk,
                new Listening(lock, items, out, new KeptAudio(socket.share()), this::hear),
                calls,
                new ItemDesk(lock, items, out, calls, this::record, this::tell));
        try {
            begin(socket, relay);
        } catch (ExecutionException e) {
            relay.end(() -> socket.close(CloseCode.TRY_LATER, "there is no room for a conversation"));
        } catch (TimeoutException e) {
            relay.end(() -> socket.close(CloseCode.TRY_LATER, "the conversation was not on disk in time"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            relay.end(() -> socket.close(CloseCode.GOING_AWAY, "the server stops"));
        } catch (BadEvent e) {
            out.refuse(e, null);
        } finally {
            relay.start();
        }
    }

    /** A client that is told of its conversation finds it everywhere else, too. What happens in it meanwhile is told after that. */
    private void begin(ClientSocket socket, Relay relay)
            throws BadEvent, ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<Conversation> begun = CompletableFuture.supplyAsync(
                () -> parley.converse(opening.id(), opening.visit(), new Far()),
                beginning ->
                        Thread.ofVirtual().name("parley-begin-" + opening.id()).start(beginning));
        try {
            talk = begun.thenCompose(
                            kept -> parley.record().durable(opening.id()).thenApply(_ -> kept))
                    .get(opening.diskMs(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            var _ = begun.thenCompose(unkept -> unkept.hangUp("disconnected"));
            throw e;
        }
        var _ = begun.join().overAndKept().thenAccept(ending -> relay.end(() -> over(socket, ending.reason())));
        open().out.send("session.created", Json.Obj.EMPTY.with("session", config.json()));
        if (!opening.session().fields().isEmpty()) {
            update(opening.session());
        }
    }

    /** A conversation that ends because nothing can be recorded is not simply over, and its client is told so. */
    private void over(ClientSocket socket, String reason) {
        boolean halted = parley.record().isHalted();
        if (halted) {
            open().out.refuse(BadEvent.halted(), null);
        }
        CloseCode usual = "drained".equals(reason) ? CloseCode.GOING_AWAY : CloseCode.NORMAL;
        socket.close(halted ? CloseCode.FAULT : usual, "the conversation is over: " + reason);
    }

    @Override
    public void text(String message) {
        Parts open = open();
        String eventId = null;
        try {
            Json.Obj event = open.socket.share().decode(message) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
            eventId = event.text("event_id");
            if (event.text("type") == null) {
                throw new BadEvent("invalid_event", "an event is a JSON object with a 'type'", "type");
            }
            checkRate(open.socket, event);
            handle(String.valueOf(event.text("type")), event);
            if (parley.record().isHalted()) {
                throw BadEvent.halted();
            }
        } catch (JsonDecoder.NotJson e) {
            open.out.refuse(new BadEvent("invalid_json", "an event is a JSON object: " + e.getMessage(), ""), null);
        } catch (BadEvent e) {
            open.out.refuse(parley.record().isHalted() ? BadEvent.halted() : e, eventId);
        }
    }

    @Override
    public void refused(ClientSocket socket, String code, String detail) {
        Parts open = parts;
        if (open != null) {
            open.out.refuse(new BadEvent(code, detail, ""), null);
        }
    }

    /** Sound is not counted: a conversation takes it in at its pace. What stops a response is taken however much came before it. */
    private static void checkRate(ClientSocket socket, Json.Obj event) throws BadEvent {
        String type = event.text("type");
        if (!APPEND.equals(type) && !socket.takesMessage() && !CANCEL.equals(type)) {
            throw new BadEvent("rate_limit_exceeded", "events come too often at this socket; wait a second", "");
        }
    }

    @Override
    public void stalled(ClientSocket of, long forMs) {
        noticed(new SessionEvent.Stalled(forMs));
    }

    @Override
    public void flowed(ClientSocket of) {
        noticed(new SessionEvent.TransportFlowed());
    }

    private void noticed(SessionEvent event) {
        Conversation under = talk;
        if (under != null) {
            boolean _ = under.tell(event);
        }
    }

    @Override
    public void closed() {
        Conversation left = talk;
        if (left != null) {
            boolean _ = left.tell(new SessionEvent.Disconnected());
            left.hangUpAfter(graceMs, "disconnected", () -> true);
        }
    }

    private Parts open() {
        if (parts == null) {
            throw new IllegalStateException("The socket is not open yet.");
        }
        return parts;
    }

    // --- what the client wants

    private void handle(String type, Json.Obj event) throws BadEvent {
        switch (type) {
            case "session.update" -> update(NewItem.object(event, "session"));
            case APPEND -> append(event);
            case "input_audio_buffer.commit" -> open().listening.commit();
            case "input_audio_buffer.clear" -> open().listening.clear();
            case "conversation.item.create" -> open().itemDesk.create(event);
            case "conversation.item.retrieve" -> open().itemDesk.retrieve(event);
            case "conversation.item.delete" -> open().itemDesk.delete(event);
            case "conversation.item.truncate" -> open().itemDesk.truncate(event);
            case "response.create" -> open().responseDesk.create(event, open().calls);
            case CANCEL -> open().responseDesk.cancel(event);
            default -> throw new BadEvent("unknown_event", "there is no event '" + type + "'", "type");
        }
    }

    private void update(Json.Obj update) throws BadEvent {
        SessionConfig before = config;
        long work = UPDATE_WORK_PER_BYTE * ByteBudget.kept(update);
        BadEvent refused = open().socket.share().compute((int) Math.min(Integer.MAX_VALUE, work), () -> merge(update));
        if (refused != null) {
            throw refused;
        }
        SessionConfig now = config;
        open().listening.use(now.inputFormat(), now.detection() != null, now.paddingMs());
        open().listening.transcribe(now.transcribes());
        for (SessionEvent change : now.changesSince(before, usualSilenceMs)) {
            tell(change);
        }
    }

    /** Only the reader changes the session, or a worker for which it waits. Returns why the update was refused; null where it was not. */
    private @Nullable BadEvent merge(Json.Obj update) {
        synchronized (lock) {
            try {
                SessionConfig now = config.merged(update, usualSilenceMs, parley.hasVoice());
                open().out.kept().session(now.json());
                config = now;
                open().calls.declare(now.tools());
                open().out.send("session.updated", Json.Obj.EMPTY.with("session", now.json()));
                return null;
            } catch (BadEvent e) {
                return e;
            }
        }
    }

    private void append(Json.Obj event) throws BadEvent {
        String audio = event.text("audio");
        if (!parley.hasVoice()) {
            throw new BadEvent("no_voice", "nobody listens here: the server has no voice", "audio");
        }
        if (audio == null) {
            throw BadEvent.value("audio", "sound in base64");
        }
        try {
            open().listening.append(Base64.getDecoder().decode(audio));
        } catch (IllegalArgumentException e) {
            throw BadEvent.value("audio", "sound in base64");
        }
    }

    private boolean isHalted() {
        Conversation under = talk;
        return under != null && under.isHalted();
    }

    private void stop() {
        if (talk != null) {
            talk.stop(opening.visit().speaker());
        }
    }

    /** Adds words for the next turn, and waits until they are on disk. */
    private void record(String words) throws BadEvent {
        Conversation hearing = talk;
        if (hearing == null) {
            throw BadEvent.over();
        }
        try {
            hearing.add(opening.visit().speaker(), words).get(opening.diskMs(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw refusal(hearing, e.getCause());
        } catch (TimeoutException e) {
            throw new BadEvent("not_recorded", "the words were not on disk in time", "item");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BadEvent.over();
        }
    }

    /** Why words were not taken in. */
    private BadEvent refusal(Conversation hearing, @Nullable Throwable why) {
        if (hearing.isOver()) {
            return BadEvent.over();
        }
        if (!(why instanceof NotTakenIn refused)) {
            return new BadEvent("not_recorded", "the words could not be recorded", "item");
        }
        return refused.isOverBudget()
                ? new BadEvent(OverBudget.CODE, String.valueOf(refused.getMessage()), "item")
                : BadEvent.busy();
    }

    private void tell(SessionEvent event) throws BadEvent {
        if (talk == null || !talk.tell(event)) {
            throw refusal();
        }
    }

    /** Why the conversation has not taken something in. */
    private BadEvent refusal() {
        Conversation under = talk;
        return under == null || under.isOver() ? BadEvent.over() : BadEvent.busy();
    }

    /** Wishes for an answer. Whoever learns that it was refused later holds other locks, so the relay tells of it. */
    private void wish(Consumer<BadEvent> refused) throws BadEvent {
        Relay relay = open().relay;
        Runnable late = () -> relay.post(() -> refused.accept(refusal()));
        if (talk == null || !talk.tell(new SessionEvent.AnswerWanted(), late)) {
            throw refusal();
        }
    }

    /** Holds the reader up until there is room for the frame. */
    private void hear(byte[] frame, Frame.Voiced voiced) {
        Conversation hearing = talk;
        if (hearing != null) {
            boolean _ = hearing.hear(frame, 0, voiced, () -> !open().socket.isClosed());
        }
    }

    // --- where the conversation runs

    /** The conversation's other end. What happens in it is left to the relay. */
    private final class Far implements FarEnd {
        @Override
        public Settings settings(Settings usual) {
            synchronized (lock) {
                usualSilenceMs = usual.hearing().vadSilenceMs();
                graceMs = usual.bounds().reconnectGraceMs();
                config = SessionConfig.initial(opening.id(), opening.model(), usualSilenceMs, parley.hasVoice());
                open().responseDesk.begin(config.isSpoken());
            }
            open().listening.use(AudioFormat.PCM, true, config.paddingMs());
            return usual.listening(usualSilenceMs, true);
        }

        @Override
        public List<ToolShelf> tools(EventDoor door, Executor work) {
            ClientShelf shelf = new ClientShelf(opening.ruling(), opening.terms(), open().calls, door, work);
            open().calls.attach(shelf);
            return List.of(shelf);
        }

        @Override
        public boolean showsWords() {
            return !open().responseDesk.isAloud();
        }

        @Override
        public long aheadMs() {
            return SoundMeter.AHEAD_MS;
        }

        @Override
        public String speaker() {
            return opening.visit().speaker();
        }

        @Override
        public void recorded(Rune rune) {
            ResponseDesk desk = open().responseDesk;
            if (EventCatalogue.is(rune, TurnStarted.class)) {
                desk.turnStarted();
            }
            boolean aloud = desk.isAloud();
            open().relay.post(() -> {
                desk.tellAloud(aloud);
                open().listening.recorded(rune);
                open().responses.recorded(rune);
            });
        }

        @Override
        public boolean play(byte[] pcm, long mediaMicros) {
            SoundMeter.Room room = open().socket.room();
            if (room == null) {
                return false;
            }
            byte[] own = pcm.clone();
            open().relay.post(() -> open().responses.play(room, own));
            return true;
        }

        /** What was sent is thrown away by the client itself, when it hears that somebody speaks. */
        @Override
        public void flush() {
            open().socket.flush(List::of);
        }

        @Override
        public void handedOut() {
            open().relay.post(open().responses::handedOut);
        }

        @Override
        public long sentMs() {
            return open().socket.soundMs();
        }
    }
}
