package dev.parley.speech.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.AudioChunk;
import dev.parley.provider.ProviderEvent.FinalTranscript;
import dev.parley.provider.ProviderEvent.PartialTranscript;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.Sound;
import dev.parley.speech.remote.Stubs.Running;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that refuse, stall, break off and talk nonsense: each is an outcome, and half an answer is none. */
@Timeout(60)
class RemoteFaultsTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome outcome(
            Function<StubServer, ? extends Provider> provider, ProviderRequest request, StubServer.Play play)
            throws IOException, InterruptedException {
        try (StubServer server = new StubServer(play)) {
            return new Running(provider.apply(server), request).outcome();
        }
    }

    private static Outcome spoken(StubServer.Play play) throws IOException, InterruptedException {
        return outcome(Stubs::voice, Stubs.SPEAK, play);
    }

    private static Outcome written(StubServer.Play play) throws IOException, InterruptedException {
        return outcome(Stubs::ear, Stubs.LISTEN, play);
    }

    private static Outcome streamed(StubServer.Play play) throws IOException, InterruptedException {
        return outcome(Stubs::streaming, Stubs.LISTEN, play);
    }

    private static void isError(boolean retryable, Outcome outcome) {
        assertEquals(Outcome.Kind.ERROR, outcome.kind(), outcome.detail());
        assertEquals(retryable, outcome.retryable(), outcome.detail());
    }

    @Test
    void aRefusalIsTriedAgainOnlyWhereThatMayHelp() throws IOException, InterruptedException {
        isError(false, spoken(line -> line.answer("401 Unauthorized", bytes("{}"))));
        isError(true, spoken(line -> line.answer("503 Service Unavailable", bytes(""))));
        isError(false, written(line -> line.answer("400 Bad Request", bytes("no"))));
        Outcome busy = written(line -> line.answer("429 Too Many Requests", bytes(""), "Retry-After: 7"));
        assertEquals(Outcome.Kind.OVERLOAD, busy.kind());
        assertEquals(7_000, busy.retryAfterMs());
        isError(true, streamed(line -> line.answer("503 Service Unavailable", bytes(""))));
        Outcome full = streamed(line -> line.answer("429 Too Many Requests", bytes(""), "Retry-After: 3"));
        assertEquals(Outcome.Kind.OVERLOAD, full.kind());
        assertEquals(3_000, full.retryAfterMs());
    }

    /** A wrong key stays wrong, and whoever wrote it must read that it is the key. */
    @Test
    void aSocketThatIsRefusedForItsKeyIsNotTriedAgain() throws IOException, InterruptedException {
        for (String status : List.of("401 Unauthorized", "403 Forbidden")) {
            Outcome refused = streamed(line -> line.answer(status, bytes("")));
            isError(false, refused);
            assertTrue(refused.detail().contains("answered with status " + status.substring(0, 3)), refused.detail());
        }
    }

    @Test
    void aServerThatIsNotThereIsAnError() throws IOException, InterruptedException {
        StubServer gone = new StubServer(_ -> {});
        gone.close();
        isError(true, new Running(Stubs.voice(gone), Stubs.SPEAK).outcome());
        isError(true, new Running(Stubs.ear(gone), Stubs.LISTEN).outcome());
        isError(true, new Running(Stubs.streaming(gone), Stubs.LISTEN).outcome());
    }

    @Test
    void halfAnAnswerIsNone() throws IOException, InterruptedException {
        isError(true, spoken(line -> line.head("200 OK", 24_000).raw(new byte[6_000])));
        isError(false, spoken(line -> line.answer("200 OK", new byte[24_001])));
        isError(false, spoken(line -> line.answer("200 OK", new byte[0])));
        isError(true, written(line -> line.head("200 OK", 500).raw("{\"text\":\"turn")));
        isError(false, written(line -> line.answer("200 OK", bytes("{\"text\":\"turn"))));
        isError(false, written(line -> line.answer("200 OK", bytes("<html>"))));
        isError(
                false,
                streamed(line -> line.upgrade().text("{\"type\":\"Results\",").awaitClose()));
        isError(true, streamed(StubServer.Line::upgrade));
        isError(
                true,
                streamed(line ->
                        line.upgrade().text(Stubs.result(true, "turn on")).goodbye(1_011)));
    }

    @Test
    void aTranscriptWithoutEndIsAnError() throws IOException, InterruptedException {
        Outcome endless = streamed(line -> {
            line.upgrade();
            for (int i = 0; i < 2_000; i++) {
                line.text(Stubs.result(true, "word ".repeat(20)));
            }
            line.goodbye(1_000).awaitClose();
        });
        isError(false, endless);
        assertTrue(endless.detail().contains("more words than anyone says"), endless.detail());
    }

    @Test
    void aSlowBodyIsHeardToItsEndByteForByte() throws IOException, InterruptedException {
        CountDownLatch sounded = new CountDownLatch(1);
        try (StubServer server = new StubServer(line -> {
            byte[] tone = Stubs.tone(line.request());
            line.head("200 OK", tone.length);
            for (int at = 0; at < tone.length; at += 997) {
                line.raw(Arrays.copyOfRange(tone, at, Math.min(tone.length, at + 997)));
                if (at > tone.length * 9 / 10) {
                    await(sounded);
                }
            }
        })) {
            Running call = new Running(Stubs.voice(server), Stubs.SPEAK, sounded::countDown);
            assertTrue(call.outcome().isSuccess());
            assertEquals(0, sounded.getCount(), "it is heard before all of it has come");
            long ms = call.of(AudioChunk.class).stream()
                    .mapToLong(AudioChunk::cost)
                    .sum();
            assertTrue(Math.abs(500 - ms) <= 1, ms + " ms");
            byte[] first = call.of(AudioChunk.class).getFirst().frame().pcm();
            byte[] last = call.of(AudioChunk.class).getLast().frame().pcm();
            assertEquals(0, first[0] | first[1], "it fades in");
            assertTrue(
                    Math.abs((short) ((last[last.length - 2] & 0xff) | (last[last.length - 1] << 8))) < 300, "and out");
        }
    }

    @Test
    void aVoiceWaitsForItsCredit() throws IOException, InterruptedException {
        CountDownLatch sent = new CountDownLatch(1);
        try (StubServer server = new StubServer(line -> {
            line.answer("200 OK", Stubs.tone(line.request()));
            sent.countDown();
        })) {
            Running call = new Running(Stubs.voice(server), Stubs.SPEAK);
            sent.await();
            assertEquals(List.of(), call.of(AudioChunk.class));
            call.call().grant(1);
            assertFalse(call.of(AudioChunk.class).size() > 1, "one piece for a credit of one");
            assertTrue(call.outcome().isSuccess());
        }
    }

    @Test
    void aCancelClosesAConnectionThatStalls() throws IOException, InterruptedException {
        stalls(Stubs::voice, Stubs.SPEAK, line -> line.head("200 OK", 24_000).awaitClose());
        stalls(Stubs::ear, Stubs.LISTEN, StubServer.Line::awaitClose);
        stalls(Stubs::streaming, Stubs.LISTEN, line -> line.upgrade().awaitClose());
    }

    /** The person says "stop", and the server that should write it down has fallen silent. */
    @Test
    void aStopIsHeardHereWhileTheServerStalls() throws IOException, InterruptedException {
        for (Function<StubServer, Provider> far :
                List.<Function<StubServer, Provider>>of(Stubs::ear, Stubs::streaming)) {
            try (StubServer server = new StubServer(line -> {
                if (line.request().contains("Upgrade")) {
                    line.upgrade();
                }
                line.awaitClose();
            })) {
                Running call = new Running(Stubs.stopsBeside(far.apply(server)), Stubs.LISTEN);
                Sound.of("stop").forEach(call.call()::feed);
                call.call().finishInput();
                assertEquals("stop", call.of(PartialTranscript.class).getFirst().text());
                assertEquals(List.of(), call.of(ProviderEvent.Ended.class));
                call.call().cancel();
                assertEquals(Outcome.Kind.CANCELLED, call.end().kind());
                assertEquals(
                        ProviderEvent.Ended.class,
                        call.events().getLast().getClass(),
                        "and nothing comes after the end");
            }
        }
    }

    /** What is no stop is the server's to write down. */
    @Test
    void onlyAStopIsHeardHere() throws IOException, InterruptedException {
        try (StubServer server = new StubServer(line -> line.answer("200 OK", bytes("{\"text\":\"Open it.\"}")))) {
            Running call = new Running(Stubs.stopsBeside(Stubs.ear(server)), Stubs.LISTEN);
            call.call().grant(Long.MAX_VALUE);
            Sound.of("open the garage").forEach(call.call()::feed);
            call.call().finishInput();
            assertTrue(call.end().isSuccess());
            assertEquals(List.of(), call.of(PartialTranscript.class));
            assertEquals("Open it.", call.of(FinalTranscript.class).getFirst().text());
        }
    }

    private static void stalls(
            Function<StubServer, ? extends Provider> provider, ProviderRequest request, StubServer.Play play)
            throws IOException, InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        try (StubServer server = new StubServer(line -> {
            reached.countDown();
            play.answer(line);
        })) {
            Running call = new Running(provider.apply(server), request);
            call.call().finishInput();
            reached.await();
            call.call().cancel();
            assertEquals(Outcome.Kind.CANCELLED, call.end().kind());
            server.left.await();
        }
    }

    @Test
    void wordsComeInPiecesAndWhole() throws IOException, InterruptedException {
        try (StubServer server = new StubServer(line -> {
            byte[] half = bytes(Stubs.result(false, "turn on the"));
            line.upgrade().frame(0x01, Arrays.copyOf(half, 40)).frame(0x80, Arrays.copyOfRange(half, 40, half.length));
            int frames = line.soundUntilText();
            line.text(Stubs.result(true, frames > 10 ? "turn on the lights" : "too little"))
                    .text(Stubs.result(true, "please"))
                    .text("{\"type\":\"Metadata\"}")
                    .goodbye(1_000);
        })) {
            Running call = new Running(Stubs.streaming(server), Stubs.LISTEN);
            assertTrue(call.outcome().isSuccess());
            assertEquals(
                    "turn on the", call.of(PartialTranscript.class).getFirst().text());
            FinalTranscript words = call.of(FinalTranscript.class).getFirst();
            assertEquals("turn on the lights please", words.text());
            assertEquals(970, words.confidencePermille());
            assertEquals(100, words.words().getFirst().fromMs());
        }
    }

    @Test
    void nothingThatWasSaidIsAskedBack() throws IOException, InterruptedException {
        try (StubServer server = new StubServer(line -> line.answer("200 OK", bytes("{\"text\":\" . \"}")))) {
            Running call = new Running(Stubs.ear(server), Stubs.LISTEN);
            assertTrue(call.outcome().isSuccess());
            assertEquals(1, call.of(ProviderEvent.NotUnderstood.class).size());
        }
    }

    @Test
    void aKeyComesFromTheEnvironmentAndIsNeverTold() throws IOException, InterruptedException {
        assertThrows(
                IllegalArgumentException.class,
                () -> Endpoint.http("https://example.org/v1", "m", "NOT_SET", _ -> null));
        assertThrows(
                IllegalArgumentException.class, () -> Endpoint.http("https://key@example.org/v1", "m", "", _ -> null));
        assertThrows(IllegalArgumentException.class, () -> Endpoint.http("wss://example.org/v1", "m", "", _ -> null));
        assertThrows(IllegalArgumentException.class, () -> Endpoint.socket("ws://example.org/v1", "", "", _ -> null));
        try (StubServer server = new StubServer(line -> line.answer("403 Forbidden", bytes("")))) {
            Provider ear = new RemoteEar(Endpoint.http(server.url("http"), "m", "KEY", _ -> "very-secret"));
            Outcome outcome = new Running(ear, Stubs.LISTEN).outcome();
            assertFalse(outcome.detail().contains("secret"), outcome.detail());
            assertTrue(server.requests().getFirst().contains("Authorization: Bearer very-secret"));
            assertTrue(server.requests().getFirst().contains("filename=\"speech.wav\""));
        }
    }
}
