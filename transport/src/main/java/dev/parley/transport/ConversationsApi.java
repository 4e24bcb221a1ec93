package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.session.SessionHost;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Conversations over REST, and their records as streams of events. */
final class ConversationsApi implements HttpService {
    /** In the first event of a conversation: whose it is. */
    static final String OWNER = SessionHost.OWNER;

    /** In the first event of a conversation: the kind of socket that it is held over, and ends with. */
    static final String SOCKET = "socket";

    /** Beyond every record, as is any number that is larger. */
    private static final BigInteger LAST = BigInteger.valueOf(Long.MAX_VALUE);

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 12;
    private static final long KEEP_ALIVE_MS = 15_000;
    /** What looking at one conversation costs, as if that many bytes were decoded. */
    private static final long BYTES_PER_ID = 64;

    private static final int PAGE_MAX = 500;
    private static final int PAGE = 100;

    private final Desk desk;
    private final Parley parley;
    private final Meters meters;
    private final OpenStreams streams;
    private final ConversationAccess access;
    private final Approvals approvals;
    private final AudioLines lines;

    ConversationsApi(Desk desk, Meters meters, OpenStreams streams, AudioLines lines) {
        this.desk = desk;
        this.parley = desk.parley();
        this.access = desk.access();
        this.approvals = new Approvals(parley, access);
        this.lines = lines;
        this.meters = meters;
        this.streams = streams;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/", this::create)
                .get("/", this::list)
                .get("/{id}", this::state)
                .delete("/{id}", this::close)
                .post("/{id}/messages", this::message)
                .post("/{id}/stop", this::stop)
                .post("/{id}/approvals/{+call}", this::approve)
                .get("/{id}/events", this::events);
    }

    private void create(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        boolean audio = Bodies.optionalFlag(Bodies.object(request), "audio");
        if (!caller.mayOpen()) {
            throw Problem.forbidden("this key or token opens no conversations");
        }
        if (audio && !parley.hasVoice()) {
            throw Problem.noVoice();
        }
        desk.disk().check();
        String id = newId();
        CompletableFuture<Conversation> begun =
                CompletableFuture.supplyAsync(() -> begin(id, visit(caller), audio), aside("parley-begin-" + id));
        try {
            desk.disk()
                    .await(
                            begun.thenCompose(_ -> parley.record().durable(id)),
                            "the conversation could not be recorded",
                            "the conversation was not on disk in time, and ends when it is");
        } catch (Problem unkept) {
            // Nobody learns its name, so nobody could end it.
            var _ = begun.thenCompose(talk -> talk.hangUp("disconnected"));
            throw unkept;
        }
        response.header(HeaderNames.LOCATION, "/v1/conversations/" + id);
        Server.send(response, 201, Json.Obj.EMPTY.with("conversation", id));
    }

    private Conversation begin(String id, Visit visit, boolean audio) {
        try {
            return audio ? lines.converse(id, visit) : parley.converse(id, visit);
        } catch (IllegalStateException e) {
            throw Problem.noRoom(String.valueOf(e.getMessage()));
        }
    }

    private static Executor aside(String name) {
        return work -> Thread.ofVirtual().name(name).start(work);
    }

    static Visit visit(Caller caller) {
        return new Visit(
                caller.speaker(), new LinkedHashSet<>(caller.people()), Json.Obj.EMPTY.with(OWNER, caller.id()));
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
        int limit = limit(request);
        Collection<String> all = parley.record().conversations();
        long bytes = BYTES_PER_ID * all.size();
        Json.Obj body = Door.share(request)
                .compute((int) Math.min(Integer.MAX_VALUE, bytes), () -> page(caller, all, after, limit));
        Server.send(response, 200, body);
    }

    private Json.Obj page(Caller caller, Collection<String> all, String after, int limit) {
        List<Json> page = new ArrayList<>();
        String next = null;
        for (String id : all.stream().sorted().toList()) {
            if (id.compareTo(after) <= 0 || !access.mayRead(caller, id)) {
                continue;
            }
            if (page.size() == limit) {
                next = page.getLast() instanceof Json.Obj last ? last.text("conversation") : null;
                break;
            }
            page.add(described(id));
        }
        Json.Obj body = Json.Obj.EMPTY.with("conversations", Json.of(page));
        return next == null ? body : body.with("next", next);
    }

    /** How many a page has. */
    static int limit(ServerRequest request) {
        String text = request.query().first("limit").orElse(Integer.toString(PAGE));
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
        Server.send(response, 200, described(desk.readable(request)));
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
        String id = desk.actedOn(request);
        Conversation talk = parley.conversation(id);
        if (talk != null) {
            end(talk, desk.disk());
            desk.disk().check();
        }
        Server.send(response, 200, described(id));
    }

    /** Ends it after the answer under way, and returns when that is on disk. It ends also where that takes longer than this. */
    static void end(Conversation talk, DiskWait disk) {
        disk.await(
                CompletableFuture.runAsync(talk::close, aside("parley-end-" + talk.id()))
                        .thenCompose(_ -> talk.overAndKept()),
                "the end could not be recorded",
                "the end was not on disk in time; look at the state before you try again");
    }

    private void message(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        Json.Obj body = Bodies.object(request);
        String text = Bodies.message(body);
        String by = caller.speaker(Bodies.optionalText(body, "by"));
        Conversation talk = access.answering(id);
        CompletableFuture<Void> posted = talk.post(by, text);
        try {
            desk.disk().await(posted, "the words could not be recorded", "the words were not on disk in time");
        } catch (Problem unkept) {
            boolean isEnded = posted.isCompletedExceptionally() && parley.conversation(id) == null;
            throw isEnded ? ConversationAccess.ended(id) : unkept;
        }
        Server.send(response, 202, described(id));
    }

    /** A stop waits for nothing: it acts before it is attested, and also where it cannot be recorded. */
    private void stop(ServerRequest request, ServerResponse response) {
        String id = access.actedOn(Door.caller(request), Desk.named(request, "id"));
        Bodies.object(request);
        Conversation talk = parley.conversation(id);
        if (talk != null) {
            talk.stop(Door.caller(request).actor());
        }
        desk.disk().check();
        desk.attest(request, id);
        Server.send(response, 202, described(id));
    }

    private void approve(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        String call = request.path().pathParameters().get("call");
        Json.Obj body = Bodies.object(request);
        boolean yes = Bodies.flag(body, "approve");
        approvals.answer(caller, id, call, yes, Bodies.optionalText(body, "by"));
        desk.disk()
                .await(
                        parley.record().durable(id),
                        "the answer could not be recorded",
                        "the answer was not on disk in time; look at the events before you try again");
        Server.send(response, 200, Json.Obj.EMPTY.with("call", call).with("approved", yes));
    }

    private void events(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.readable(request);
        long after = cursor(request.headers()
                .first(HeaderNames.create("Last-Event-ID"))
                .orElseGet(() -> request.query().first("last_event_id").orElse("0")));
        Door.take(request, ByteBudget.STREAM_BYTES);
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header("X-Accel-Buffering", "no");
        meters.streamOpened();
        Conversation talk = parley.conversation(id);
        Runnable leaves = talk == null ? () -> {} : talk.connect();
        if (access.mayAct(caller, id)) {
            lines.read(id);
        }
        try (OutputStream out = Door.written(request, response)) {
            new EventStream(parley.record(), id, after, caller, KEEP_ALIVE_MS, parley.clock()).write(out, streams);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | java.io.UncheckedIOException e) {
            // The client has left, which is how these streams end.
        } finally {
            leaves.run();
            meters.streamClosed();
        }
    }

    static long cursor(String text) {
        String number = text.strip();
        if (!number.matches("[0-9]+")) {
            throw Problem.badRequest("an event is named by its number");
        }
        return new BigInteger(number).min(LAST).longValue();
    }
}
