package dev.parley.transport;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.ConversationEvents.SnapshotVouched;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.RuneReader;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.TimeSlice;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Looking back at a conversation: its decisions, why they are so, the proof that they hold, and the record itself. */
final class RecordApi implements HttpService {
    static final String WHAT_IF = "/v1/what-if";

    private static final int FLIPS_MAX = 10_000;
    private static final int NAMED_MAX = 10_000;
    private static final long SECONDS = 10;
    private static final long SECONDS_MAX = 60;

    /** What an event takes in memory, as a rule. */
    private static final long RUNE_BYTES = 1 << 10;

    private static final List<String> RULINGS = List.of("allow", "ask", "deny");

    private final Desk desk;
    private final Analyst analyst;
    /** The callers for whom something is decided again right now: one request of each. */
    private final Set<String> asking = ConcurrentHashMap.newKeySet();

    RecordApi(Desk desk, Analyst analyst) {
        this.desk = desk;
        this.analyst = analyst;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/{id}/explain/{event}", this::explain)
                .get("/{id}/attestations", this::attestations)
                .get("/{id}/snapshots", this::snapshots)
                .get("/{id}/replay", this::replay)
                .get("/{id}/export", this::export);
    }

    private void explain(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.examined(request);
        long event = ConversationsApi.cursor(Desk.named(request, "event"));
        Door.take(request, RUNE_BYTES * desk.parley().record().head(id).durable());
        List<Rune> runes = runes(id, 0);
        Rune rune = runes.stream()
                .filter(each -> each.eventId() == event && caller.sees(each))
                .findFirst()
                .orElseThrow(Problem::notFound);
        Set<Long> shown = new HashSet<>();
        runes.stream().filter(caller::sees).forEach(each -> shown.add(each.eventId()));
        Server.send(response, 200, seen(analyst.explain(id, runes, rune), shown));
    }

    /** What rests on events that the caller may not see is left out. */
    private static Json.Obj seen(Json.Obj answer, Set<Long> shown) {
        Map<String, Json> fields = new LinkedHashMap<>(answer.fields());
        if (answer.get("because") instanceof Json.Arr(List<Json> causes)) {
            fields.put(
                    "because",
                    Json.of(causes.stream()
                            .filter(cause -> isShown(cause, "event_id", shown))
                            .toList()));
        }
        if (answer.get("decided_at") != null && !isShown(answer, "decided_at", shown)) {
            fields.remove("decided_at");
            fields.remove("explanation");
        }
        return new Json.Obj(fields);
    }

    private static boolean isShown(Json about, String name, Set<Long> shown) {
        BigDecimal event = about instanceof Json.Obj named ? named.number(name) : null;
        return event != null && shown.contains(event.longValue());
    }

    /** Every decision of the conversation with its digest and order, by pages. */
    private void attestations(ServerRequest request, ServerResponse response) {
        page(request, response, "attestations", rune -> VerdictRune.room(rune) != null);
    }

    /** The snapshots for which the record vouches. */
    private void snapshots(ServerRequest request, ServerResponse response) {
        page(request, response, "snapshots", rune -> EventCatalogue.is(rune, SnapshotVouched.class));
    }

    private void page(ServerRequest request, ServerResponse response, String name, Predicate<Rune> listed) {
        Caller caller = Door.caller(request);
        String id = desk.examined(request);
        long after = ConversationsApi.cursor(request.query().first("after").orElse("0"));
        int limit = ConversationsApi.limit(request);
        List<Json> page = new ArrayList<>();
        long last = 0;
        boolean more = false;
        TimeSlice slice = new TimeSlice();
        try (RuneReader reader = desk.parley().record().read(id, after)) {
            for (Rune rune = reader.poll(); rune != null && !more; rune = reader.poll()) {
                if (listed.test(rune) && caller.sees(rune)) {
                    more = page.size() == limit;
                    last = more ? last : rune.eventId();
                    page.addAll(more ? List.of() : List.of(RuneJson.of(rune)));
                }
                slice.yieldIfOver();
            }
        }
        Json.Obj body = Json.Obj.EMPTY.with("conversation", id).with(name, Json.of(page));
        Server.send(response, 200, more ? body.with("next", last) : body);
    }

    private void replay(ServerRequest request, ServerResponse response) {
        String id = desk.examined(request);
        long to = request.query().first("to").map(ConversationsApi::cursor).orElse(Long.MAX_VALUE);
        Server.send(response, 200, analyst.replay(id, to));
    }

    /** The whole record with its canonical bytes, one rune per line; only for those who may see all of it. */
    private void export(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.readable(request);
        if (!caller.mayExport()) {
            throw Problem.forbidden("a whole record is for auditors and admins");
        }
        Door.take(request, ByteBudget.STREAM_BYTES);
        desk.attested().keep(caller, "/export", id);
        response.header(HeaderNames.CONTENT_TYPE, "application/x-ndjson");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        TimeSlice slice = new TimeSlice();
        try (OutputStream out = Door.written(request, response);
                RuneReader reader = desk.parley().record().read(id, 0)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                out.write((RuneJson.withCanonicalBytes(rune).text() + "\n").getBytes(StandardCharsets.UTF_8));
                slice.yieldIfOver();
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // The client has left.
        }
    }

    /** What was asked, decided again under other rules. Nothing is changed by it. */
    void whatIf(ServerRequest request, ServerResponse response) {
        if (!Door.caller(request).mayAskWhy()) {
            throw Problem.forbidden("other rules are tried by those who run the house; this key is a client's");
        }
        Json.Obj body = Bodies.object(request, "policy", "catalogue", "household", "conversations", "seconds");
        Analyst.OtherRules rules = new Analyst.OtherRules(
                policy(body), Bodies.optionalText(body, "catalogue"), Bodies.optionalText(body, "household"));
        String asks = Door.caller(request).id();
        List<String> conversations = conversations(Door.caller(request), body);
        long seconds = seconds(body);
        if (!asking.add(asks)) {
            throw new Problem(503, "busy", "what this key has asked before is not answered yet; wait for it");
        }
        // The place is free again before the answer leaves, so that a client which waited for it may ask on.
        Json.Obj report;
        try {
            BooleanSupplier stops = stops(seconds, Door.connected(request, response));
            report = bounded(analyst.decideAgain(conversations, rules, stops));
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
        } finally {
            asking.remove(asks);
        }
        Server.send(response, 200, report);
    }

    /** When the time is over, or the client has left. */
    private static BooleanSupplier stops(long seconds, BooleanSupplier connected) {
        long begun = System.nanoTime();
        long within = TimeUnit.SECONDS.toNanos(seconds);
        return () -> System.nanoTime() - begun >= within || !connected.getAsBoolean();
    }

    private static long seconds(Json.Obj body) {
        if (body.get("seconds") == null) {
            return SECONDS;
        }
        BigDecimal given = body.number("seconds");
        if (given == null || given.signum() <= 0 || given.compareTo(BigDecimal.valueOf(SECONDS_MAX)) > 0) {
            throw Problem.badRequest("'seconds' is from 1 to " + SECONDS_MAX);
        }
        return Math.max(1, given.longValue());
    }

    private static Json.Obj bounded(Json.Obj report) {
        return report.get("flips") instanceof Json.Arr(List<Json> flips) && flips.size() > FLIPS_MAX
                ? report.with("flips", Json.of(flips.subList(0, FLIPS_MAX))).with("truncated", true)
                : report;
    }

    private static Map<String, String> policy(Json.Obj body) {
        Map<String, String> rulings = new LinkedHashMap<>();
        Json given = body.get("policy");
        if (given != null && !(given instanceof Json.Obj)) {
            throw Problem.badRequest("'policy' maps tools to allow, ask or deny");
        }
        if (given instanceof Json.Obj tools) {
            tools.fields().forEach((tool, ruling) -> {
                if (!(ruling instanceof Json.Str(String word)) || !RULINGS.contains(word)) {
                    throw Problem.badRequest("'policy." + Door.printable(tool) + "' is allow, ask or deny");
                }
                rulings.put(tool, word);
            });
        }
        return rulings;
    }

    private List<String> conversations(Caller caller, Json.Obj body) {
        Json given = body.get("conversations");
        if (given == null) {
            return desk.parley().record().conversations().stream()
                    .filter(id -> desk.access().mayRead(caller, id))
                    .toList();
        }
        if (!(given instanceof Json.Arr(List<Json> items)) || !items.stream().allMatch(Json.Str.class::isInstance)) {
            throw Problem.badRequest("'conversations' is a list of names");
        }
        if (items.stream().distinct().count() > NAMED_MAX) {
            throw Problem.badRequest("'conversations' has at most " + NAMED_MAX + " different names; ask in parts");
        }
        return items.stream()
                .map(item -> desk.access().readable(caller, ((Json.Str) item).value()))
                .toList();
    }

    private List<Rune> runes(String id, long after) {
        try (RuneReader reader = desk.parley().record().read(id, after)) {
            return reader.toList();
        }
    }
}
