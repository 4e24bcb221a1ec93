package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Observer;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation that may be held in sound leaves memory like any other, and comes back on the same line. */
@Timeout(60)
class EvictedSoundTest {
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final byte[] SILENCE = new byte[Frame.BYTES];
    private static final byte[] VOICE = new byte[Frame.BYTES];

    static {
        for (int i = 1; i < VOICE.length; i += 2) {
            VOICE[i] = (byte) (i % 40 < 20 ? 20 : -20);
        }
    }

    @TempDir
    Path data;

    private final Semaphore drained = new Semaphore(0);

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        Parley parley = LocalServer.inSound(data)
                .model((_, _) -> Reply.says("Fine."))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("what is the weather")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .evictingAfter(Duration.ofMillis(20))
                .open();
        parley.watch(new Observer() {
            @Override
            public void recorded(Rune rune) {
                if (rune.kind().equals("control.drained")) {
                    drained.release();
                }
            }
        });
        local = new LocalServer(parley, LocalServer.ANAS_KEY);
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static Json.Obj await(RawSocket socket, String part) throws IOException {
        RawSocket.Received received = socket.read();
        while (received.opcode() != TEXT || !received.text().contains(part)) {
            received = socket.read();
        }
        return LocalServer.object(received.text());
    }

    private void awaitEvicted(int inMemory) throws InterruptedException {
        assertTrue(drained.tryAcquire(10, TimeUnit.SECONDS), "it stays in memory");
        while (local.parley().inMemory() > inMemory && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        assertEquals(1, local.parley().evicted());
    }

    /** As a page does whose microphone is off when its tab is closed. */
    private long visit(String id, long after, int times) throws IOException {
        try (RawSocket socket = local.socket(id, after, LocalServer.ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            for (int i = 0; i < times; i++) {
                socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
                assertEquals(Frame.BYTES, socket.read(BINARY).length());
                String ended = await(socket, "\"playback.ended\"").text();
                assertTrue(ended.contains("\"interrupted\":false"), ended);
                await(socket, "\"turn.closed\"");
            }
            socket.text("{\"type\":\"audio\",\"on\":false,\"id\":\"off\"}");
            await(socket, "\"off\"");
        }
        return local.parley().record().head(id).eventId();
    }

    @Test
    void leavesMemoryWhenNobodyHasTheSoundAndSpeaksAgainOnTheSameLine() throws Exception {
        String id = local.begin("sk-ana", "{\"audio\":true}").id();
        long seen = 0;
        for (int visits = 1; visits <= 3; visits++) {
            seen = visit(id, seen, visits);
            awaitEvicted(0);
        }
        try (RawSocket socket = local.socket(id, seen, LocalServer.ANA)) {
            for (int i = 0; i < 60; i++) {
                socket.frame(0x82, i < 30 ? VOICE : SILENCE);
            }
            await(socket, "what is the weather");
            assertEquals(Frame.BYTES, socket.read(BINARY).length());
        }
    }

    @Test
    void leavesMemoryAfterSomebodyOnlyWrote() throws Exception {
        String id = local.begin("sk-ana", "{\"audio\":true}").id();
        for (int i = 0; i < 3; i++) {
            local.send("sk-ana", "POST", "/v1/conversations/" + id + "/messages", "{\"text\":\"hello\"}");
            awaitEvicted(0);
        }
    }

    @Test
    void leavesMemoryWhereAVoiceWasBrokenOff() throws Exception {
        String id = local.begin("sk-ana", "{\"audio\":true}").id();
        try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
            for (int i = 0; i < 30; i++) {
                socket.frame(0x82, VOICE);
            }
            await(socket, "voice.began");
            socket.text("{\"type\":\"audio\",\"on\":false,\"id\":\"off\"}");
            await(socket, "\"off\"");
        }
        awaitEvicted(0);
    }

    /** Whatever else is here leaves meanwhile. */
    @Test
    void staysInMemoryWhileASocketHasTheSound() throws Exception {
        Conversation talk = local.begin("sk-ana", "{\"audio\":true}");
        try (RawSocket socket = local.socket(talk.id(), 0, LocalServer.ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
            await(socket, "\"turn.closed\"");
            Conversation other = local.begin("sk-ana", "{}");
            awaitEvicted(1);
            assertEquals(1, local.parley().inMemory());
            other.close();
        }
        assertEquals("disconnected", talk.over().join().reason());
        assertTrue(talk.record().stream().noneMatch(rune -> rune.kind().equals("control.drained")));
    }

    @Test
    void endsWhereNobodyEverComes() throws Exception {
        stop();
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        ServerSpec.Limits impatient = new ServerSpec.Limits(
                usual.connections(),
                usual.idleSeconds(),
                usual.bodyBytes(),
                usual.headerBytes(),
                usual.messageBytes(),
                usual.queueBytes(),
                usual.messagesPerSecond(),
                1,
                usual.diskSeconds());
        Parley parley = LocalServer.inSound(data)
                .model((_, _) -> Reply.says("Fine."))
                .evictingAfter(Duration.ofSeconds(1))
                .open();
        local = new LocalServer(parley, LocalServer.spec(LocalServer.ANAS_KEY).with(impatient), Map.of());
        Conversation talk = local.begin("sk-ana", "{\"audio\":true}");
        assertEquals("disconnected", talk.over().get(20, TimeUnit.SECONDS).reason());
    }
}
