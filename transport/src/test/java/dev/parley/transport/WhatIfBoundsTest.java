package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deciding again under other rules ends in time, ends when its client leaves, and keeps nobody else from looking back. */
@Timeout(40)
class WhatIfBoundsTest {
    private static final String LONG = "{\"seconds\":60}";

    @TempDir
    Path data;

    /** An analyst whose work never ends by itself. */
    private static final class Endless implements Analyst {
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore stopped = new Semaphore(0);

        @Override
        public Json.Obj explain(String conversation, List<Rune> runes, Rune event) {
            return Json.Obj.EMPTY;
        }

        @Override
        public Json.Obj replay(String conversation, long to) {
            return Json.Obj.EMPTY.with("replayed", true);
        }

        @Override
        public Json.Obj decideAgain(List<String> conversations, OtherRules rules, BooleanSupplier stops) {
            begun.release();
            while (!stops.getAsBoolean()) {
                Thread.onSpinWait();
            }
            stopped.release();
            return Json.Obj.EMPTY.with("complete", false);
        }
    }

    private final Endless analyst = new Endless();

    @SuppressWarnings("NullAway.Init") // before each test
    private Parley parley;

    @SuppressWarnings("NullAway.Init") // before each test
    private Server server;

    @BeforeEach
    void start() throws IOException {
        parley = Parley.in(data).model((_, _) -> Reply.says("Yes.")).open();
        ServerSpec spec = LocalServer.spec(
                new ServerSpec.Key("sk-one", ServerSpec.Role.AUDITOR, List.of()),
                new ServerSpec.Key("sk-other", ServerSpec.Role.AUDITOR, List.of()),
                new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of()));
        server = Server.start(parley, spec, 0, Map.of(), analyst);
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private HttpRequest request(String key, String path, String body) {
        return HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(body.isEmpty() ? "GET" : "POST", HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> send(String key, String path, String body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request(key, path, body), HttpResponse.BodyHandlers.ofString());
    }

    private Socket asked(String body) throws IOException {
        Socket client = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
        client.getOutputStream()
                .write(("POST /v1/what-if HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer sk-one\r\n"
                                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    @Test
    void stopsWhenItsClientLeaves() throws Exception {
        try (Socket client = asked(LONG)) {
            analyst.begun.acquire();
            assertEquals(0, analyst.stopped.availablePermits());
            client.shutdownOutput();
        }
        analyst.stopped.acquire();
    }

    @Test
    void answersWhatItHasWhenItsTimeIsOver() throws Exception {
        try (Socket client = asked("{\"seconds\":1}")) {
            String answered = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answered.startsWith("HTTP/1.1 200 "), answered);
            assertTrue(answered.endsWith("{\"complete\":false}"), answered);
        }
    }

    @Test
    void takesOneRequestOfAKeyAndLeavesAPlaceToOthers() throws Exception {
        String begun = send("sk-admin", "/v1/conversations", "{}").body();
        String id = String.valueOf(LocalServer.object(begun).text("conversation"));
        HttpClient http = HttpClient.newHttpClient();
        CompletableFuture<HttpResponse<String>> first =
                http.sendAsync(request("sk-one", RecordApi.WHAT_IF, LONG), HttpResponse.BodyHandlers.ofString());
        analyst.begun.acquire();
        assertEquals(503, send("sk-one", RecordApi.WHAT_IF, LONG).statusCode(), "of the same key");
        assertEquals(503, send("sk-other", RecordApi.WHAT_IF, LONG).statusCode(), "one at a time");
        assertEquals(
                200, send("sk-other", "/v1/conversations/" + id + "/replay", "").statusCode(), "a place is left");
        http.shutdownNow();
        analyst.stopped.acquire();
        assertTrue(first.isCompletedExceptionally() || !first.isDone());
        assertEquals(200, statusOnceFree(), "and its place is free");
    }

    /** The work has stopped a moment before its place is free. One that stays taken is found by the timeout. */
    private int statusOnceFree() throws IOException, InterruptedException {
        int status = 503;
        while (status == 503) {
            status = send("sk-one", RecordApi.WHAT_IF, "{\"seconds\":1}").statusCode();
        }
        return status;
    }

    @Test
    void refusesTimesAndNumbersBeyondTheBounds() throws Exception {
        for (String seconds : List.of("0", "-1", "61", "1e99", "\"1\"", "null", "[]")) {
            assertEquals(
                    400,
                    send("sk-one", RecordApi.WHAT_IF, "{\"seconds\":" + seconds + "}")
                            .statusCode(),
                    seconds);
        }
        String names = IntStream.rangeClosed(0, 10_000)
                .mapToObj(number -> "\"c" + number + "\"")
                .collect(Collectors.joining(",", "{\"conversations\":[", "]}"));
        assertEquals(400, send("sk-one", RecordApi.WHAT_IF, names).statusCode());
    }
}
