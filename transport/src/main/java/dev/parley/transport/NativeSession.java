package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.event.LogEvents.ReaderLagged;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.Tail;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.TimeSlice;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.SocketSession;
import java.math.BigDecimal;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client at the socket of a conversation. Its messages are acted on as the same requests would be, and each that has an
 * id is answered by {@code done} or {@code error} with that id. A thread of its own reads the record to it.
 */
final class NativeSession implements SocketSession {
    private static final System.Logger LOG = System.getLogger(NativeSession.class.getName());
    private static final long QUEUED_MAX = 1 << 20;
    private static final long ID_BYTES_MAX = 1 << 10;
    private static final int NAME_CHARACTERS_MAX = 256;

    private final Parley parley;
    private final ConversationAccess access;
    private final DiskWait disk;
    private final Visitor visitor;
    private final @Nullable AudioLine line;
    private final BooleanSupplier running;
    /** Something is to be read to the client, or the socket is closed. */
    private final Semaphore news = new Semaphore(0);

    private final SocketActs acts;
    private final Semaphore answering = new Semaphore(1);

    private @Nullable ClientSocket socket;
    /** Asked once: neither the caller nor whose conversation it is changes while the socket is open. */
    private boolean maySpeak;

    private Runnable leaves = () -> {};

    /** @param after the event up to which the client has seen the record */
    record Visitor(String conversation, Caller caller, long after) {}

    NativeSession(Desk desk, Visitor visitor, @Nullable AudioLine line, BooleanSupplier running) {
        this.parley = desk.parley();
        this.access = desk.access();
        this.disk = desk.disk();
        this.acts = new SocketActs(desk, visitor.caller, visitor.conversation);
        this.visitor = visitor;
        this.line = line;
        this.running = running;
    }

    @Override
    public void opened(ClientSocket opened) {
        socket = opened;
        Conversation talk = parley.conversation(visitor.conversation);
        leaves = talk == null ? leaves : talk.connect();
        if (line != null && access.mayAct(visitor.caller, visitor.conversation)) {
            line.read();
        }
        long head = parley.record().head(visitor.conversation).durable();
        send(Json.Obj.EMPTY
                .with("type", "opened")
                .with("conversation", visitor.conversation)
                .with("head", head)
                .with("audio", line != null)
                .with("rate", Frame.RATE_HZ)
                .with("why", visitor.caller.mayAskWhy())
                .with("people", Json.texts(visitor.caller.people())));
        if (visitor.after > head) {
            refuse(null, Problem.unknownEvent(visitor.after, head));
        }
        Thread.ofVirtual().name("parley-reads").start(() -> readTo(opened));
    }

    // --- the record

    private void readTo(ClientSocket to) {
        TimeSlice slice = new TimeSlice();
        try (Tail tail =
                parley.record().tail(visitor.conversation, visitor.after, Visibility.SECRET, _ -> news.release())) {
            while (running.getAsBoolean() && !to.isClosed()) {
                news.drainPermits();
                for (Rune rune = tail.poll(); rune != null && !to.isClosed(); rune = tail.poll()) {
                    send(event(rune));
                    to.awaitQueued(QUEUED_MAX);
                    slice.yieldIfOver();
                }
                news.acquire();
                slice.restart();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "reading the record to a socket failed", e);
            to.close(CloseCode.FAULT, "the record cannot be read; come back with the last event that was seen");
        }
    }

    private Json.Obj event(Rune rune) {
        return switch (EventCatalogue.read(rune)) {
            case LogGapReported _ -> rune.payload().with("type", "gap");
            case ReaderLagged _ -> Json.Obj.EMPTY.with("type", "lagging");
            default -> {
                Json.Obj event = Json.Obj.EMPTY.with("type", "event").with("id", rune.eventId());
                yield visitor.caller.sees(rune) ? event.with("rune", RuneJson.of(rune)) : event;
            }
        };
    }

    // --- the client's messages

    @Override
    public void text(String message) {
        @Nullable Json id = null;
        try {
            if (!(decoded(message) instanceof Json.Obj object)) {
                throw Problem.badRequest("a message is a JSON object");
            }
            id = id(object);
            checkRate(object);
            act(object, id);
        } catch (JsonDecoder.NotJson e) {
            refuse(id, Problem.badRequest("a message is JSON: " + e.getMessage()));
        } catch (Problem refused) {
            refuse(id, refused);
        }
    }

    private Json decoded(String message) throws JsonDecoder.NotJson {
        ClientSocket present = socket;
        return present == null ? JsonDecoder.decode(message) : present.share().decode(message);
    }

    /** What the answer is told apart by; nothing else of a message is kept until it is answered. Null where it has none. */
    private static @Nullable Json id(Json.Obj asked) {
        Json id = asked.get("id");
        if (id != null && ByteBudget.kept(id) > ID_BYTES_MAX) {
            throw Problem.badRequest("'id' is too long");
        }
        return id;
    }

    /** A name that is kept until the message is acted on. */
    private static String name(String given, String field) {
        if (given.length() > NAME_CHARACTERS_MAX) {
            throw Problem.badRequest("'" + field + "' is too long");
        }
        return given;
    }

    /** A stop is taken however many came before it. */
    private void checkRate(Json.Obj asked) {
        ClientSocket present = socket;
        if (present != null && !present.takesMessage() && !"stop".equals(asked.text("type"))) {
            throw new Problem(429, "too_many_messages", "messages come too often at this socket; wait a second");
        }
    }

    private void act(Json.Obj asked, @Nullable Json id) {
        access.actedOn(visitor.caller, visitor.conversation);
        String type = Bodies.text(asked, "type");
        if (type.equals("stop")) {
            talk().stop(visitor.caller.actor());
        }
        disk.check();
        switch (type) {
            case "say" -> say(asked, id);
            // It has acted by now: a stop waits neither for the disk nor for what was asked before it.
            case "stop" -> act(id, "/stop", () -> done(id));
            case "answer" -> answer(asked, id);
            case "audio" -> audio(asked, id);
            case "mute" -> mute(asked, id);
            case "played" -> played(asked, id);
            default -> throw new Problem(400, "unknown_type", "there is no such message");
        }
    }

    /** Does what a message asks for, and says why where that is not possible. */
    private void act(@Nullable Json id, String what, Runnable work) {
        acts.act(what, work, refused -> refuse(id, refused));
    }

    private Conversation talk() {
        return access.underWay(visitor.conversation);
    }

    private void say(Json.Obj asked, @Nullable Json id) {
        String by = visitor.caller.speaker(Bodies.optionalText(asked, "by"));
        String text = Bodies.message(asked);
        act(id, "/messages", () -> post(id, by, text));
    }

    private void post(@Nullable Json id, String by, String text) {
        var _ = access.answering(visitor.conversation).post(by, text).whenComplete((_, failed) -> {
            if (failed == null) {
                done(id);
            } else if (parley.conversation(visitor.conversation) == null) {
                refuse(id, ConversationAccess.ended(visitor.conversation));
            } else {
                refuse(id, DiskWait.problem(failed, "the words could not be recorded"));
            }
        });
    }

    /** An answer may have to wait for its question, and holds up nothing but other answers: each reads the record. */
    private void answer(Json.Obj asked, @Nullable Json id) {
        String by = name(Bodies.optionalText(asked, "by"), "by");
        String call = name(Bodies.text(asked, "call"), "call");
        boolean yes = Bodies.flag(asked, "approve");
        Runnable answers = () -> {
            try {
                new Approvals(parley, access).answer(visitor.caller, visitor.conversation, call, yes, by);
                disk.await(
                        parley.record().durable(visitor.conversation),
                        "the answer could not be recorded",
                        "the answer was not on disk in time");
                done(id);
            } catch (Problem refused) {
                refuse(id, refused);
            } finally {
                answering.release();
            }
        };
        act(id, "/approvals/" + call, () -> {
            if (!answering.tryAcquire()) {
                throw new Problem(503, "busy", "the answer before this one is not settled yet; try again");
            }
            Thread.ofVirtual().name("parley-answers").start(answers);
        });
    }

    private void audio(Json.Obj asked, @Nullable Json id) {
        boolean on = Bodies.flag(asked, "on");
        act(id, "/socket/audio", () -> {
            ClientSocket present = socket;
            if (present != null && on) {
                sound().attach(present);
            } else if (present != null && line != null) {
                line.release(present);
            }
            done(id);
        });
    }

    /** The microphone at the other end is off, or on again: whoever says nothing meanwhile is not just quiet. */
    private void mute(Json.Obj asked, @Nullable Json id) {
        AudioLine _ = sound();
        boolean on = Bodies.flag(asked, "on");
        act(id, "/socket/mute", () -> {
            if (!talk().tell(on ? new SessionEvent.Muted() : new SessionEvent.Unmuted())) {
                throw Problem.busy();
            }
            done(id);
        });
    }

    private void played(Json.Obj asked, @Nullable Json id) {
        BigDecimal ms = asked.number("ms");
        ClientSocket present = socket;
        if (ms == null || present == null) {
            throw Problem.badRequest("'ms' is how much was played of all that was sent");
        }
        AudioLine hearing = sound();
        acts.stream("/socket/played", () -> hearing.played(present, ms.longValue()), refused -> refuse(id, refused));
    }

    private AudioLine sound() {
        if (line == null) {
            throw Problem.conflict("no_audio", "this conversation was begun without 'audio'");
        }
        return line;
    }

    /** What is sent counts as the voice of one person, whom the key has to speak for, whatever the record says of its owner. */
    private void hear(ClientSocket from, byte[] message) {
        AudioLine heard = sound();
        if (!heard.speaker().isEmpty()) {
            var _ = visitor.caller.speaker(heard.speaker());
        }
        heard.hear(from, message);
    }

    @Override
    public void binary(ClientSocket from, byte[] message) {
        try {
            if (!maySpeak) {
                access.actedOn(visitor.caller, visitor.conversation);
                maySpeak = true;
            }
            disk.check();
            acts.stream("/socket/sound", () -> hear(from, message), refused -> refuse(null, refused));
        } catch (Problem refused) {
            refuse(null, refused);
        }
    }

    private void done(@Nullable Json id) {
        if (id != null) {
            send(Json.Obj.EMPTY.with("type", "done").with("id", id));
        }
    }

    private void refuse(@Nullable Json id, Problem refused) {
        Problem problem = disk.told(refused);
        Json.Obj error = error(problem.code(), String.valueOf(problem.getMessage()));
        send(id == null ? error : error.with("id", id));
    }

    private void send(Json.Obj message) {
        ClientSocket present = socket;
        if (present != null) {
            present.send(message.text());
        }
    }

    @Override
    public void refused(ClientSocket from, String code, String detail) {
        from.send(error(code, detail).text());
    }

    private static Json.Obj error(String code, String detail) {
        return Json.Obj.EMPTY.with("type", "error").with("code", code).with("detail", detail);
    }

    @Override
    public void stalled(ClientSocket of, long forMs) {
        if (line != null) {
            line.noticed(of, new SessionEvent.Stalled(forMs));
        }
    }

    @Override
    public void flowed(ClientSocket of) {
        if (line != null) {
            line.noticed(of, new SessionEvent.TransportFlowed());
        }
    }

    @Override
    public void closed() {
        news.release();
        leaves.run();
        ClientSocket present = socket;
        if (present != null && line != null) {
            line.closed(present);
        }
    }
}
