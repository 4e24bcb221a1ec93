package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Telephone calls over Twilio's Media Streams, against the program itself. */
@Timeout(120)
class TwilioTest {
    private static final String TOKEN = "the token of the account";
    private static final String VOICE = """
        keys: [{key: sk-op, role: operator}]
        agent: {kind: script, file: rules.yaml}
        voice: {stt: script, words: ["Hello there", "Stop it"], tts: tone, vad: level}
        """;
    private static final String TWILIO = "twilio: {token_env: TWILIO_AUTH_TOKEN}\n";
    private static final String RULES = """
        - {when: "Hello", says: "It is sunny in all of the country today, and so it will be."}
        - {when: "Stop", says: "Fine."}
        """;

    /** Sixty milliseconds for each character. */
    private static final long LONG_MS = 60 * 60;

    /** How far a phone and a server may be apart: a tick of each, a frame, and the filter's delay. */
    private static final long APART_MS = 100;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // every test begins by starting it
    private ServedParley parley;

    private ServedParley serve(String configuration) throws IOException {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        parley = new ServedParley(folder, configuration, Map.of("TWILIO_AUTH_TOKEN", TOKEN));
        return parley;
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    private PhoneClient call() {
        return new PhoneClient(parley.socketAt("/v1/twilio"), TOKEN, "CA1", "MZ1");
    }

    private static long number(Json.Obj payload, String key) {
        return Objects.requireNonNullElse(payload.number(key), java.math.BigDecimal.ZERO)
                .longValue();
    }

    private List<String> reasons(String kind) {
        return parley.record(kind).stream()
                .map(payload -> String.valueOf(payload.text("reason")))
                .toList();
    }

    @Test
    void aCallWithABargeInIsRecordedAsItWasHeard() throws Exception {
        serve(VOICE + TWILIO);
        long heardMs;
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            phone.speaks(true);
            phone.await(() -> phone.clears() == 1);
            heardMs = phone.playedMs();
            phone.pass(200);
            assertEquals(heardMs, phone.playedMs(), "nothing is heard after a clear");
            phone.speaks(false);
            phone.await(() -> phone.playedMs() >= heardMs + 300);
            phone.press("1");
            phone.pass(200);
            phone.hangUp();
        }
        assertEquals(List.of("interrupted"), reasons("turn.interrupted"));
        assertEquals(List.of("completed"), reasons("turn.completed"));
        List<Json.Obj> playbacks = parley.record("playback.ended");
        long recordedMs = number(playbacks.getFirst(), "played_ms");
        assertTrue(Math.abs(recordedMs - heardMs) <= APART_MS, recordedMs + " recorded, " + heardMs + " heard");
        assertEquals(300, number(playbacks.getLast(), "played_ms"));
        assertTrue(parley.record().getLast().text().contains("\"ended\""));
        parley.terminate();
        parley.replayed();
    }

    @Test
    void whatAFalseInterruptionCutOffIsSentAgain() throws Exception {
        serve(VOICE.replace(", \"Stop it\"", "") + TWILIO + "settings: {false_interruption_ms: 300}\n");
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            phone.speaks(true);
            phone.await(() -> phone.clears() == 1);
            phone.speaks(false);
            phone.await(() -> phone.playedMs() >= LONG_MS - APART_MS);
            phone.pass(400);
            assertTrue(phone.playedMs() <= LONG_MS + APART_MS, "all of it once: " + phone.playedMs());
            phone.hangUp();
        }
        assertEquals(List.of("completed"), reasons("turn.completed"));
        assertEquals(LONG_MS, number(parley.record("playback.ended").getLast(), "played_ms"));
        parley.terminate();
        parley.replayed();
    }

    @Test
    void aPhoneThatSendsNoMarksBackIsWaitedForForASecond() throws Exception {
        serve(VOICE.replace("Hello there", "Stop this") + TWILIO);
        try (PhoneClient phone = call()) {
            phone.echoes(false);
            phone.speak(600);
            phone.await(() -> phone.playedMs() >= 300);
            assertTrue(phone.marks() >= 1, "every reply has a mark");
            phone.await(() -> !reasons("turn.completed").isEmpty());
            phone.hangUp();
        }
        List<Json.Obj> record = parley.record();
        long waitedMs = (wallMs(record, "playback.ended") - wallMs(record, "playback.started"));
        assertTrue(waitedMs >= 300 + 1_000 - 20, "a second after the pace: " + waitedMs);
    }

    private static long wallMs(List<Json.Obj> record, String kind) {
        return record.stream()
                .filter(rune -> kind.equals(rune.text("kind")))
                .mapToLong(rune -> number(rune, "wall_ms"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aVoiceThatIsCutOffIsAnswered() throws Exception {
        serve(VOICE.replace("Hello there", "Stop this") + TWILIO);
        try (PhoneClient phone = call()) {
            phone.speaks(true);
            phone.pass(600);
            phone.sends(false);
            phone.await(() -> phone.playedMs() >= 300);
            phone.hangUp();
        }
        assertEquals(1, parley.record("user.words").size());
    }

    @Test
    void aStreamOfTheSameCallGoesOnWhereTheOtherBrokeOff() throws Exception {
        serve(VOICE + TWILIO + "settings: {reconnect_grace_ms: 20000}\n");
        long before;
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            before = phone.playedMs();
        }
        try (PhoneClient phone = new PhoneClient(parley.socketAt("/v1/twilio"), TOKEN, "CA1", "MZ2")) {
            phone.await(() -> phone.playedMs() >= LONG_MS - before - APART_MS);
            phone.pass(400);
            phone.hangUp();
        }
        assertEquals(List.of("completed"), reasons("turn.completed"));
        assertEquals(LONG_MS, number(parley.record("playback.ended").getLast(), "played_ms"));
    }

    @Test
    void aLineThatBreaksEndsTheConversation() throws Exception {
        serve(VOICE + TWILIO);
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 400);
        }
        try (PhoneClient phone = new PhoneClient(parley.socketAt("/v1/twilio"), TOKEN, "CA2", "MZ2")) {
            phone.await(() -> isEnded());
        }
    }

    private boolean isEnded() {
        try {
            Json.Obj all = parley.get("sk-op", "/v1/conversations");
            return all.text().contains("\"ended\"");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatStopsSaysGoodbyeAndClosesTheTurnAsDrained() throws Exception {
        serve(VOICE + TWILIO);
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 100);
            parley.terminate();
            phone.awaitClosed();
        }
        assertEquals(List.of("drained"), reasons("turn.error"));
        parley.replayed();
    }
}
