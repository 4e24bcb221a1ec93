package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The usual client of event streams, unchanged from npm, loses its line again and again while events are written. */
@Timeout(600)
class EventSourceTest {
    private static final int KILLS = Boolean.getBoolean("parley.long") ? 500 : 50;

    /** How many events the client sees, at random, before its line is cut again. */
    private static final int EVENTS_MAX = 40;

    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of())),
            null,
            null,
            List.of(),
            null,
            100_000);

    @TempDir
    Path folder;

    /** The client in a process of its own. */
    private static final class Client implements AutoCloseable {
        final Process process;
        final BufferedReader output;
        final Writer input;

        Client(Server server, int kills, long seed, long seen) throws IOException, InterruptedException {
            process = NpmClients.start(
                    "eventsource.mjs",
                    Map.of(),
                    server.address() + "/v1/conversations/conv-1/events",
                    "sk-admin",
                    Integer.toString(kills),
                    Integer.toString(EVENTS_MAX),
                    Long.toString(seed),
                    Long.toString(seen));
            output = process.inputReader(StandardCharsets.UTF_8);
            input = process.outputWriter(StandardCharsets.UTF_8);
        }

        Json.Obj next() throws IOException {
            return ServedParley.object(Objects.requireNonNull(output.readLine(), "the client ended"));
        }

        /** Waits until the client has seen everything up to here. */
        Json.Obj seesAllUpTo(long head) throws IOException {
            input.write(head + "\n");
            input.flush();
            return next();
        }

        /** Ends it in good order. */
        int leaves() throws IOException, InterruptedException {
            input.close();
            return process.waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private Parley parley() throws IOException {
        return Parley.in(folder).model((_, _) -> Reply.says("Yes.")).open();
    }

    private static Conversation converse(Parley parley, String id) {
        return parley.converse(id, new Visit("", Set.of(), Json.Obj.EMPTY.with("owner", "somebody")));
    }

    @Test
    void everyRuneIsSeenOnceAndInOrderHoweverOftenTheLineIsCut() throws Exception {
        long seed = System.nanoTime();
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of());
                Conversation talk = converse(parley, "conv-1");
                Client client = new Client(server, KILLS, seed, 0)) {
            Thread writing = Thread.ofVirtual().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    talk.say("hello").join();
                }
            });
            Json.Obj killed = client.next();
            writing.interrupt();
            writing.join();
            assertEquals(KILLS, number(killed, "kills"), killed.text());
            parley.record().durable("conv-1").toCompletableFuture().join();
            long head = parley.record().head("conv-1").durable();
            Json.Obj whole = client.seesAllUpTo(head);
            assertEquals(number(whole, "last"), number(whole, "seen"), whole + ", seed " + seed);
            assertEquals(0, client.leaves(), "seed " + seed);
        }
    }

    /**
     * Whoever has seen what was given up is told of no gap; whoever comes later, or comes back after an event that is gone, is
     * told of it once, before anything else.
     */
    @Test
    void afterACompactionTheFirstEventIsTheGap() throws Exception {
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of());
                Conversation talk = converse(parley, "conv-1");
                Client before = new Client(server, 0, 1, 0)) {
            before.next();
            talk.say("hello").join();
            parley.record().durable("conv-1").toCompletableFuture().join();
            long said = parley.record().head("conv-1").durable();
            before.seesAllUpTo(said);
            long kept = said - 5;
            parley.record().keepSnapshot("conv-1", kept, new byte[] {1});
            parley.record().compact("conv-1", kept);
            long head = parley.record().head("conv-1").durable();
            Json.Obj all = before.seesAllUpTo(head);
            assertEquals(number(all, "last"), number(all, "seen"), all.text());
            assertEquals(Json.Null.NULL, all.get("gap"), all.text());
            for (long seen : List.of(0L, kept - 2)) {
                try (Client after = new Client(server, 0, 1, seen)) {
                    after.next();
                    Json.Obj whole = after.seesAllUpTo(head);
                    Json.Obj gap = (Json.Obj) Objects.requireNonNull(whole.get("gap"), whole.text());
                    assertEquals(seen + 1, number(gap, "from"));
                    assertEquals(kept, number(gap, "to"));
                    assertEquals(number(whole, "last") - kept, number(whole, "seen"));
                    assertTrue(Boolean.TRUE.equals(whole.flag("gap_first")), whole.text());
                    assertEquals(0, after.leaves());
                }
            }
            assertEquals(0, before.leaves());
        }
    }

    private static long number(Json.Obj from, String field) {
        return Objects.requireNonNull(from.number(field), from.text()).longValue();
    }
}
