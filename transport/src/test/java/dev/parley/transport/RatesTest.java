package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.TimeSource;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever asks too often is told so: by key, and by address where no key is shown. */
@Timeout(60)
class RatesTest {
    private static final ServerSpec SLOW =
            new ServerSpec("127.0.0.1", null, List.of(LocalServer.ANAS_KEY), null, null, List.of(), null, 1);

    private static final int AT_ONCE = 60;
    private static final TimeSource STANDING = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    @TempDir
    Path data;

    private LocalServer local() throws IOException {
        return new LocalServer(
                Parley.in(data).model((_, _) -> Reply.says("Yes.")).open(), SLOW, Map.of());
    }

    /** Many at once are more than a second lets in, however slow the machine is. */
    private static void tooOften(LocalServer local, String key, String path) throws InterruptedException {
        ConcurrentLinkedQueue<HttpResponse<String>> answers = new ConcurrentLinkedQueue<>();
        try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            many.invokeAll(Collections.nCopies(AT_ONCE, () -> answers.add(local.send(key, "GET", path, ""))));
        }
        HttpResponse<String> refused = answers.stream()
                .filter(answer -> answer.statusCode() == 429)
                .findFirst()
                .orElseThrow();
        assertEquals("too_many_requests", LocalServer.object(refused.body()).text("code"));
        assertEquals("1", refused.headers().firstValue("Retry-After").orElse(""));
    }

    @Test
    void aKeyIsBounded() throws IOException, InterruptedException {
        try (LocalServer local = local()) {
            tooOften(local, "sk-ana", "/v1/conversations");
        }
    }

    /** Many times, so that a slow machine, on which the key may ask again after each stop, finds it refused at some of them. */
    @Test
    void aStopIsTakenAndActsHoweverOftenItsKeyAskedBefore() throws IOException, InterruptedException {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Parley slow = Parley.in(data)
                .model((_, cancel) -> {
                    cancel.onCancel(() -> stopped.complete(null));
                    asked.complete(null);
                    stopped.join();
                    return Reply.says("Too late.");
                })
                .open();
        try (LocalServer local = new LocalServer(slow, SLOW, Map.of())) {
            Conversation talk = local.begin("sk-ana", "{}");
            String path = "/v1/conversations/" + talk.id();
            talk.post("ana", "hello").join();
            asked.join();
            int refused = 0;
            for (int i = 0; i < AT_ONCE; i++) {
                refused += local.send("sk-ana", "GET", path, "").statusCode() == 429 ? 1 : 0;
                HttpResponse<String> stop = local.send("sk-ana", "POST", path + "/stop", "");
                assertEquals(202, stop.statusCode(), stop.body());
            }
            assertTrue(refused > 0, "the key is at its limit");
            stopped.join();
        }
    }

    @Test
    void stopsWithoutEndAreBoundedByThemselves() {
        Rates rates = new Rates(1, STANDING);
        Caller ana = new Caller("ana", ServerSpec.Role.CLIENT, List.of("ana"));
        assertTrue(rates.admits(ana));
        assertFalse(rates.admits(ana));
        int stops = 0;
        while (rates.admitsStop(ana)) {
            stops++;
            assertTrue(stops < 10_000, "stops are bounded");
        }
        assertTrue(stops > AT_ONCE, "and there are many: " + stops);
    }

    @Test
    void whoeverShowsNoKeyIsBoundedByTheAddress() throws IOException, InterruptedException {
        try (LocalServer local = local()) {
            for (String path : List.of("/v1/conversations", "/v1/realtime", "/v1/twilio", "/openapi.json", "/")) {
                tooOften(local, "", path);
                tooOften(local, "wrong", path);
            }
            assertEquals(
                    200, local.send("sk-ana", "GET", "/v1/conversations", "").statusCode());
            for (int i = 0; i < 20; i++) {
                int health = local.send("", "GET", "/healthz", "").statusCode();
                assertTrue(health == 200, "whoever looks after the process is not kept out: " + health);
            }
        }
    }
}
