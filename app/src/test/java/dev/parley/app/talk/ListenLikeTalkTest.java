package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.parley.app.Commands;
import dev.parley.app.io.ExitCode;
import dev.parley.speech.tts.SpeakingProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who tunes their settings with {@code ./parley listen} is told what a conversation would do. */
@Timeout(60)
class ListenLikeTalkTest {
    @TempDir
    Path folder;

    private static HttpServer server(int status, String answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/audio/transcriptions", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] words = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, words.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(words);
            }
        });
        server.start();
        return server;
    }

    private String heardBy(int status, String answer) throws IOException {
        HttpServer server = server(status, answer);
        try {
            return new SpokenTalk(folder, SpeakingProvider.freeTts())
                    .silence(400)
                    .say("open the garage")
                    .silence(1_000)
                    .listen("voice:\n  stt: {kind: openai, url: \"http://127.0.0.1:"
                            + server.getAddress().getPort() + "/v1\", model: ear}\n  tts: freetts\n  vad: fvad\n");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theEarOfAServerIsAskedAndNamed() throws IOException {
        String told = heardBy(200, "{\"text\":\"Open the garage, dear.\"}");
        assertTrue(told.startsWith("0\n"), told);
        assertTrue(told.contains("heard by openai-transcription"), told);
        assertTrue(told.contains("\"Open the garage, dear.\""), told);
        assertEquals(4, told.lines().filter(line -> line.startsWith("  ~ ")).count(), told);
    }

    @Test
    void theWordsOfAServerHoldNothingThatATerminalObeys() throws IOException {
        String told = heardBy(200, "{\"text\":\"Open \\u001b[2J\\u009b1m \\u202ethe garage.\"}");
        assertTrue(told.contains("the garage."), told);
        assertTrue(told.chars().noneMatch(c -> (Character.isISOControl(c) && c != '\n') || c == 0x202e), told);
    }

    /** A header may promise four gigabytes; all that is heard is held in memory. */
    @Test
    void aFileThatIsTooLongIsOneLine() throws IOException {
        Path file = folder.resolve("long.wav");
        ByteBuffer header = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN);
        header.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(-1);
        header.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        header.putShort((short) 1)
                .putInt(8_000)
                .putInt(16_000)
                .putShort((short) 2)
                .putShort((short) 16);
        header.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(-1);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.write(header.array());
            sparse.setLength(61L * 60 * 16_000);
        }
        Commands commands = new Commands();
        assertEquals(ExitCode.BAD_INPUT, commands.code("", "listen", file.toString()));
        assertTrue(
                commands.errors().getFirst().contains("is longer than 60 minutes"),
                commands.errors().toString());
    }

    @Test
    void aServerThatRefusesIsToldAndNobodyElseIsAsked() throws IOException {
        String told = heardBy(401, "{}");
        assertTrue(told.contains("not written down: ") && told.contains("status 401"), told);
        assertFalse(told.contains("open the garage"), told);
    }

    @Test
    void wordsThatAreAnsweredTogetherAreToldSo() throws IOException {
        SpokenTalk talk = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("open the garage")
                .silence(900)
                .say("what is the weather in Berlin")
                .silence(2_000);
        String voice = "voice: {stt: phrases, tts: freetts, vad: fvad}\n";
        String patient = talk.listen(voice + "settings: {endpointing_ms: 1500}\n");
        assertEquals(
                1,
                patient.lines()
                        .filter(line -> line.contains("the turn goes on: more is said before"))
                        .count(),
                patient);
        assertEquals(
                1,
                patient.lines()
                        .filter(line -> line.contains("the turn is over"))
                        .count(),
                patient);
        assertTrue(patient.contains("2 segments, heard by sphinx"), patient);
    }

    @Test
    void withoutPatienceTheSameIsTwoTurns() throws IOException {
        String told = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("open the garage")
                .silence(900)
                .say("what is the weather in Berlin")
                .silence(2_000)
                .listen("voice: {stt: phrases, tts: freetts, vad: fvad}\n");
        assertEquals(
                2,
                told.lines().filter(line -> line.contains("the turn is over")).count(),
                told);
    }
}
