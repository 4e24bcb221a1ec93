package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Observer;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that does not read: speech for it stalls, a cut takes back what was not written, and nothing counts as heard that
 * it did not get (ruling E7).
 */
@Timeout(60)
class SlowReaderTest {
    private static final int BINARY = 2;
    private static final int UNREAD_BYTES = 2_048;
    private static final String TOKEN = "the token of the account";

    /** The longest time between two reports of a playback that goes on. */
    private static final long PROGRESS_MS = 1_000;

    /** What is on its way from the queue into the system at the moment of a cut. */
    private static final long BEING_WRITTEN_MS = Frame.MS;

    @TempDir
    Path data;

    private final BlockingQueue<Rune> runes = new LinkedBlockingQueue<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        ServerSpec spec = new ServerSpec(
                "127.0.0.1",
                null,
                List.of(LocalServer.ANAS_KEY),
                new ServerSpec.Twilio("TOKEN"),
                null,
                List.of(),
                null,
                100_000);
        Parley parley = LocalServer.inSound(data)
                .model((_, _) -> Reply.says("There was a house at the end of the road. ".repeat(8)))
                .open();
        parley.watch(new Observer() {
            @Override
            public void recorded(Rune rune) {
                runes.add(rune);
            }
        });
        local = new LocalServer(parley, spec, Map.of("TOKEN", TOKEN));
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private RawSocket connect(String path, String... headers) throws IOException {
        return new RawSocket(local.at(path), List.of(headers), UNREAD_BYTES);
    }

    private Rune await(String kind) throws InterruptedException {
        Rune rune = runes.poll(20, TimeUnit.SECONDS);
        while (rune != null && !rune.kind().equals(kind)) {
            rune = runes.poll(20, TimeUnit.SECONDS);
        }
        return Objects.requireNonNull(rune, kind);
    }

    /** Returns when nothing more is played, because nothing more is taken. */
    private void awaitStall() throws InterruptedException {
        for (Rune rune = runes.poll(20, TimeUnit.SECONDS); rune != null; ) {
            assertTrue(!rune.kind().equals("playback.ended"), "nobody has read that far: " + rune.payload());
            rune = runes.poll(3 * PROGRESS_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** What was heard of all replies of the turn that is cut now. */
    private long cut(Conversation talk) throws InterruptedException {
        talk.stop("ana");
        await("turn.closed");
        return heard(talk);
    }

    private static long heard(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .mapToLong(rune -> Objects.requireNonNull(rune.payload().number("played_ms"))
                        .longValue())
                .sum();
    }

    private Conversation talk(String id) {
        return Objects.requireNonNull(local.parley().conversation(id), id);
    }

    private static void assertHonest(long heardMs, long gotMs) {
        assertTrue(heardMs > 0, "something was heard");
        assertTrue(heardMs <= gotMs, "heard " + heardMs + " ms of the " + gotMs + " that came");
        assertTrue(gotMs <= heardMs + BEING_WRITTEN_MS, "after the cut came more than " + heardMs + ": " + gotMs);
    }

    @Test
    void theSocketOfAConversation() throws Exception {
        String id = local.begin("sk-ana", "{\"audio\":true}").id();
        try (RawSocket socket = connect("/v1/conversations/" + id + "/socket?after=9999", LocalServer.ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"say\",\"text\":\"tell me a story\"}");
            await("playback.started");
            awaitStall();
            long heardMs = cut(talk(id));
            long gotMs = 0;
            RawSocket.Received received = socket.read();
            while (!(received.opcode() != BINARY && received.text().contains("\"flush\""))) {
                gotMs += received.opcode() == BINARY ? Frame.MS : 0;
                received = socket.read();
            }
            assertHonest(heardMs, gotMs);
            socket.text("{\"type\":\"stop\",\"id\":\"last\"}");
            for (received = socket.read(); !received.text().contains("\"last\""); received = socket.read()) {
                assertTrue(received.opcode() != BINARY, "a frame after the cut");
            }
        }
    }

    @Test
    void theRealtimeProtocol() throws Exception {
        try (RawSocket socket = connect("/v1/realtime?model=m", LocalServer.ANA)) {
            Json.Obj created = LocalServer.object(socket.read().text());
            String id = String.valueOf(((Json.Obj) Objects.requireNonNull(created.get("session"))).text("id"));
            socket.text("{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\","
                    + "\"content\":[{\"type\":\"input_text\",\"text\":\"tell me a story\"}]}}");
            socket.text("{\"type\":\"response.create\"}");
            await("playback.started");
            awaitStall();
            long heardMs = cut(talk(id));
            long gotBytes = 0;
            Json.Obj event = LocalServer.object(socket.read().text());
            while (!"response.done".equals(event.text("type"))) {
                gotBytes += "response.output_audio.delta".equals(event.text("type"))
                        ? Base64.getDecoder().decode(event.text("delta")).length
                        : 0;
                event = LocalServer.object(socket.read().text());
            }
            assertHonest(heardMs, Math.ceilDiv(gotBytes * 1_000, 2 * RealtimeClient.RATE_HZ * Frame.MS) * Frame.MS);
            socket.text("{\"type\":\"response.cancel\"}");
            for (event = LocalServer.object(socket.read().text()); !"error".equals(event.text("type")); ) {
                assertTrue(!"response.output_audio.delta".equals(event.text("type")), "a frame after the cut");
                event = LocalServer.object(socket.read().text());
            }
        }
    }

    @Test
    void theTelephone() throws Exception {
        String url = "wss://" + local.at("").getAuthority() + TwilioPath.PATH;
        try (RawSocket socket = connect(TwilioPath.PATH, "X-Twilio-Signature: " + signature(url))) {
            socket.text("{\"event\":\"start\",\"start\":{\"streamSid\":\"MZ1\",\"callSid\":\"CA1\","
                    + "\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\"}}}");
            Conversation talk = talk(await("session.created").conversation());
            talk.tell(new SessionEvent.TextTyped("tell me a story", ""));
            await("playback.started");
            awaitStall();
            long heardMs = cut(talk);
            long gotBytes = 0;
            Json.Obj message = LocalServer.object(socket.read().text());
            while (!"clear".equals(message.text("event"))) {
                gotBytes += message.get("media") instanceof Json.Obj media
                        ? Base64.getDecoder().decode(media.text("payload")).length
                        : 0;
                message = LocalServer.object(socket.read().text());
            }
            // The last frame that was written is never taken for played while no mark came back.
            assertHonest(heardMs + Frame.MS, Math.ceilDiv(gotBytes, 160) * Frame.MS);
            var _ = talk.hangUp("disconnected");
            RawSocket.Received last = socket.read();
            assertEquals(8, last.opcode(), "nothing after the cut but the goodbye: " + last.text());
        }
    }

    private static String signature(String url) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(TOKEN.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(url.getBytes(StandardCharsets.UTF_8)));
    }
}
