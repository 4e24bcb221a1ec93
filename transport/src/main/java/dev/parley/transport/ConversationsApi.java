package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.fault.LogFault;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Conversations over REST, and their records as streams of events. */
final class ConversationsApi implements HttpService {
    /** In the first event of a conversation: whose it is. */
    static final String OWNER = "owner";

    /** In the first event of a conversation: who was confirmed from the start. */
    static final String PEOPLE = "people";

    /** In the first event of a conversation: the kind of socket that it is held over, and ends with. */
    static final String SOCKET = "socket";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 12;
    private static final long DURABLE_WITHIN_MS = 30_000;
    private static final long HEARD_WITHIN_MS = 10_000;
    private static final long SETTLES_WITHIN_MS = 1_000;
    private static final String NAMELESS = "user";
    private static final long LOOK_EVERY_MS = 5;
    private static final long KEEP_ALIVE_MS = 15_000;
    private static final int PAGE_MAX = 500;
    private static final int PAGE = 100;

    private final Parley parley;
    private final Meters meters;
    private final BooleanSupplier running;

    ConversationsApi(Parley parley, Meters meters, BooleanSupplier running) {
        this.parley = parley;
        this.meters = meters;
        this.running = running;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/", this::create)
                .get("/", this::list)
                .get("/{id}", this::state)
                .delete("/{id}", this::close)
                .post("/{id}/messages", this::message)
                .post("/{id}/stop", this::stop)
                .post("/{id}/approvals/{call}", this::approve)
                .get("/{id}/events", this::events);
    }

    private void create(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        Bodies.object(request);
        if (!caller.mayOpen()) {
            throw Problem.forbidden("an auditor opens no conversations");
        }
        String id = newId();
        try {
            parley.converse(id, visit(caller));
            parley.record().durable(id).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new Problem(503, "not_recorded", "the conversation could not be recorded");
        } catch (IllegalStateException e) {
            throw new Problem(503, "no_room", String.valueOf(e.getMessage()));
        }
        response.header(HeaderNames.LOCATION, "/v1/conversations/" + id);
        Server.send(response, 201, Json.Obj.EMPTY.with("conversation", id));
    }

    private static Visit visit(Caller caller) {
        return new Visit(
                caller.speaker(),
                new LinkedHashSet<>(caller.people()),
                Json.Obj.EMPTY.with(OWNER, caller.id()).with(PEOPLE, Json.texts(caller.people())));
    }

    /** The name of a conversation that has none yet; nobody can guess it. */
    static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return "conv-" + HexFormat.of().formatHex(bytes);
    }

    private void list(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String after = request.query().first("after").orElse("");
        int limit = limit(request.query().first("limit").orElse(Integer.toString(PAGE)));
        List<Json> page = new ArrayList<>();
        String next = null;
        for (String id : parley.record().conversations().stream().sorted().toList()) {
            Json.@Nullable Obj about = id.compareTo(after) > 0 ? about(id) : null;
            if (about == null || !caller.mayRead(owner(about))) {
                continue;
            }
            if (page.size() == limit) {
                next = page.getLast() instanceof Json.Obj last ? last.text("conversation") : null;
                break;
            }
            page.add(described(id));
        }
        Json.Obj body = Json.Obj.EMPTY.with("conversations", Json.of(page));
        Server.send(response, 200, next == null ? body : body.with("next", next));
    }

    private static int limit(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1 && value <= PAGE_MAX) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw Problem.badRequest("'limit' is a number from 1 to " + PAGE_MAX);
        }
        throw Problem.badRequest("'limit' is a number from 1 to " + PAGE_MAX);
    }

    private void state(ServerRequest request, ServerResponse response) {
        Server.send(response, 200, described(readable(request)));
    }

    private Json.Obj described(String id) {
        Conversation talk = parley.conversation(id);
        String state = talk == null ? "ended" : talk.isHalted() ? "halted" : "open";
        Json.Obj body = Json.Obj.EMPTY
                .with("conversation", id)
                .with("state", state)
                .with("head", parley.record().head(id).durable());
        long turn = talk == null ? 0 : talk.turn();
        return turn == 0 ? body : body.with("turn", turn);
    }

    private void close(ServerRequest request, ServerResponse response) {
        String id = actedOn(request);
        Conversation talk = parley.conversation(id);
        if (talk != null) {
            talk.close();
        }
        Server.send(response, 200, described(id));
    }

    private void message(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = actedOn(request);
        Json.Obj body = Bodies.object(request);
        String text = Bodies.text(body, "text");
        String by = caller.speaker(Bodies.optionalText(body, "by"));
        Conversation talk = underWay(id);
        try {
            talk.post(by, text).get(DURABLE_WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (parley.conversation(id) == null) {
                throw ended(id);
            }
            throw new Problem(503, "not_recorded", "the words could not be recorded");
        } catch (TimeoutException e) {
            throw new Problem(503, "not_recorded", "the words were not on disk in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem(503, "stopping", "the server stops");
        }
        Server.send(response, 202, described(id));
    }

    private void stop(ServerRequest request, ServerResponse response) {
        String id = actedOn(request);
        Bodies.object(request);
        Conversation talk = parley.conversation(id);
        if (talk != null) {
            talk.stop(Door.caller(request).actor());
        }
        Server.send(response, 202, described(id));
    }

    private void approve(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = actedOn(request);
        String call = request.path().pathParameters().get("call");
        Json.Obj body = Bodies.object(request);
        boolean yes = Bodies.flag(body, "approve");
        String by = caller.answerer(Bodies.optionalText(body, "by"));
        if (!wasMade(id, call)) {
            throw new Problem(404, "unknown_call", "this conversation has made no such call");
        }
        Conversation talk = underWay(id);
        if (!talk.isAsked(call)) {
            throw Problem.conflict("not_pending", "nobody is asked about this call any more");
        }
        await(talk, call, true);
        talk.answer(call, yes, by);
        await(talk, call, false);
        String counted = talk.answeredBy(call);
        if (!counted.isEmpty() && !counted.equals(by.isEmpty() ? NAMELESS : by)) {
            throw Problem.conflict("not_pending", "somebody else has answered this question");
        }
        Server.send(response, 200, Json.Obj.EMPTY.with("call", call).with("approved", yes));
    }

    /**
     * Waits until the question was heard, and then until it is closed. An answer that counts closes it at once; one that does
     * not leaves it open, and the caller is told.
     */
    private static void await(Conversation talk, String call, boolean untilHeard) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(untilHeard ? HEARD_WITHIN_MS : SETTLES_WITHIN_MS);
        try {
            while (talk.isAsked(call) && !(untilHeard && talk.isHeard(call))) {
                if (System.nanoTime() > end) {
                    throw untilHeard
                            ? Problem.conflict("not_asked_yet", "the question has not been said to its end")
                            : Problem.forbidden("the answer does not count; the record says why");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem(503, "stopping", "the server stops");
        }
    }

    private boolean wasMade(String id, String call) {
        try (RuneReader reader = parley.record().read(id, 0)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                if (rune.kind().equals("verdict.tool")
                        && "call".equals(rune.payload().text("action"))
                        && call.equals(rune.payload().text("target"))) {
                    return true;
                }
            }
            return false;
        }
    }

    private void events(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = readable(request);
        long after = cursor(
                request.headers().first(HeaderNames.create("Last-Event-ID")).orElse("0"));
        Runelog log = parley.record();
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        meters.streamOpened();
        try (OutputStream out = response.outputStream()) {
            new EventStream(log, id, after, caller, KEEP_ALIVE_MS).write(out, running);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | java.io.UncheckedIOException e) {
            // The client has left, which is how these streams end.
        } finally {
            meters.streamClosed();
        }
    }

    private static long cursor(String text) {
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw Problem.badRequest("Last-Event-ID is the number of an event");
        }
        throw Problem.badRequest("Last-Event-ID is the number of an event");
    }

    private String readable(ServerRequest request) {
        String id = request.path().pathParameters().get("id");
        Json.@Nullable Obj about = about(id);
        if (about == null || !Door.caller(request).mayRead(owner(about))) {
            throw Problem.notFound();
        }
        return id;
    }

    private String actedOn(ServerRequest request) {
        String id = readable(request);
        Json.@Nullable Obj about = about(id);
        if (about == null || !Door.caller(request).mayAct(owner(about))) {
            throw Problem.forbidden("this key may read the conversation and nothing more");
        }
        return id;
    }

    private Conversation underWay(String id) {
        Conversation talk = parley.conversation(id);
        if (talk == null) {
            throw ended(id);
        }
        return talk;
    }

    private static Problem ended(String id) {
        return Problem.conflict("ended", id + " is over");
    }

    private static String owner(Json.Obj about) {
        String owner = about.text(OWNER);
        return owner == null ? "" : owner;
    }

    /** What the first event of a conversation says; null for what is no conversation with anybody. */
    private Json.@Nullable Obj about(String id) {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        if (name.length > 256 || !parley.record().conversations().contains(id)) {
            return null;
        }
        try (RuneReader reader = parley.record().read(id, 0)) {
            Rune first = reader.poll();
            return first != null && first.kind().equals("session.created") ? first.payload() : null;
        } catch (LogFault damaged) {
            return null;
        }
    }
}
