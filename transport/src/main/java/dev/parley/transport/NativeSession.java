package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.Tail;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.transport.socket.ClientSocket;
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
    private static final long QUEUED_MAX = 1 << 20;

    private final Parley parley;
    private final ConversationAccess access;
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
            refuse(Json.Obj.EMPTY, Problem.unknownEvent(visitor.after, head));
        }
        Thread.ofVirtual().name("parley-reads").start(() -> readTo(opened));
    }

    // --- the record

    private void readTo(ClientSocket to) {
        try (Tail tail =
                parley.record().tail(visitor.conversation, visitor.after, Visibility.SECRET, _ -> news.release())) {
            while (running.getAsBoolean() && !to.isClosed()) {
                news.drainPermits();
                for (Rune rune = tail.poll(); rune != null && !to.isClosed(); rune = tail.poll()) {
                    send(event(rune));
                    to.awaitQueued(QUEUED_MAX);
                }
                news.acquire();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Json.Obj event(Rune rune) {
        return switch (rune.kind()) {
            case "system.gap" -> rune.payload().with("type", "gap");
            case "system.lagging" -> Json.Obj.EMPTY.with("type", "lagging");
            default -> {
                Json.Obj event = Json.Obj.EMPTY.with("type", "event").with("id", rune.eventId());
                yield visitor.caller.sees(rune) ? event.with("rune", RuneJson.of(rune)) : event;
            }
        };
    }

    // --- the client's messages

    @Override
    public void text(String message) {
        Json.Obj asked = Json.Obj.EMPTY;
        try {
            if (!(JsonDecoder.decode(message) instanceof Json.Obj object)) {
                throw Problem.badRequest("a message is a JSON object");
            }
            asked = object;
            checkRate(object);
            act(object);
        } catch (JsonDecoder.NotJson e) {
            refuse(asked, Problem.badRequest("a message is JSON: " + e.getMessage()));
        } catch (Problem refused) {
            refuse(asked, refused);
        }
    }

    /** A stop is taken however many came before it. */
    private void checkRate(Json.Obj asked) {
        ClientSocket present = socket;
        if (present != null && !present.takesMessage() && !"stop".equals(asked.text("type"))) {
            throw new Problem(429, "too_many_messages", "messages come too often at this socket; wait a second");
        }
    }

    private void act(Json.Obj asked) {
        access.actedOn(visitor.caller, visitor.conversation);
        switch (Bodies.text(asked, "type")) {
            case "say" -> say(asked);
            case "stop" ->
                act(asked, "/stop", () -> {
                    talk().stop(visitor.caller.actor());
                    done(asked);
                });
            case "answer" -> answer(asked);
            case "audio" -> audio(asked);
            case "mute" -> mute(asked);
            case "played" -> played(asked);
            default -> throw new Problem(400, "unknown_type", "there is no such message");
        }
    }

    /** Does what this message asks for, and says why where that is not possible. */
    private void act(Json.Obj asked, String what, Runnable work) {
        acts.act(what, work, refused -> refuse(asked, refused));
    }

    private Conversation talk() {
        return access.underWay(visitor.conversation);
    }

    private void say(Json.Obj asked) {
        String by = visitor.caller.speaker(Bodies.optionalText(asked, "by"));
        String text = Bodies.message(asked);
        act(asked, "/messages", () -> post(asked, by, text));
    }

    private void post(Json.Obj asked, String by, String text) {
        var _ = access.answering(visitor.conversation).post(by, text).whenComplete((_, failed) -> {
            if (failed == null) {
                done(asked);
            } else if (parley.conversation(visitor.conversation) == null) {
                refuse(asked, ConversationAccess.ended(visitor.conversation));
            } else {
                refuse(asked, DiskWait.problem(failed, "the words could not be recorded"));
            }
        });
    }

    /** An answer may have to wait for its question, and holds up nothing but other answers: each reads the record. */
    private void answer(Json.Obj asked) {
        String by = Bodies.optionalText(asked, "by");
        String call = Bodies.text(asked, "call");
        boolean yes = Bodies.flag(asked, "approve");
        Runnable answers = () -> {
            try {
                new Approvals(parley, access).answer(visitor.caller, visitor.conversation, call, yes, by);
                done(asked);
            } catch (Problem refused) {
                refuse(asked, refused);
            } finally {
                answering.release();
            }
        };
        act(asked, "/approvals/" + call, () -> {
            if (!answering.tryAcquire()) {
                throw new Problem(503, "busy", "the answer before this one is not settled yet; try again");
            }
            Thread.ofVirtual().name("parley-answers").start(answers);
        });
    }

    private void audio(Json.Obj asked) {
        boolean on = Bodies.flag(asked, "on");
        act(asked, "/socket/audio", () -> {
            ClientSocket present = socket;
            if (present != null && on) {
                sound().attach(present);
            } else if (present != null && line != null) {
                line.release(present);
            }
            done(asked);
        });
    }

    /** The microphone at the other end is off, or on again: whoever says nothing meanwhile is not just quiet. */
    private void mute(Json.Obj asked) {
        AudioLine _ = sound();
        boolean on = Bodies.flag(asked, "on");
        if (!talk().tell(on ? new SessionEvent.Muted() : new SessionEvent.Unmuted())) {
            throw Problem.busy();
        }
        done(asked);
    }

    private void played(Json.Obj asked) {
        BigDecimal ms = asked.number("ms");
        ClientSocket present = socket;
        if (ms == null || present == null) {
            throw Problem.badRequest("'ms' is how much was played of all that was sent");
        }
        sound().played(present, ms.longValue());
    }

    private AudioLine sound() {
        if (line == null) {
            throw Problem.conflict("no_audio", "this conversation was begun without 'audio'");
        }
        return line;
    }

    @Override
    public void binary(ClientSocket from, byte[] message) {
        try {
            if (!maySpeak) {
                access.actedOn(visitor.caller, visitor.conversation);
                maySpeak = true;
            }
            AudioLine hearing = sound();
            acts.sound(() -> hearing.hear(from, message), refused -> refuse(Json.Obj.EMPTY, refused));
        } catch (Problem refused) {
            refuse(Json.Obj.EMPTY, refused);
        }
    }

    private void done(Json.Obj asked) {
        Json id = asked.get("id");
        if (id != null) {
            send(Json.Obj.EMPTY.with("type", "done").with("id", id));
        }
    }

    private void refuse(Json.Obj asked, Problem problem) {
        Json.Obj error = Json.Obj.EMPTY
                .with("type", "error")
                .with("code", problem.code())
                .with("detail", String.valueOf(problem.getMessage()));
        Json id = asked.get("id");
        send(id == null ? error : error.with("id", id));
    }

    private void send(Json.Obj message) {
        ClientSocket present = socket;
        if (present != null) {
            present.send(message.text());
        }
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
