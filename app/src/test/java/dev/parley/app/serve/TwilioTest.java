package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
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

    /** A telephone whose ticks are later than this is none. */
    private static final long LATE_MS = 60;

    private static final int CALLS_MAX = 6;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // every test begins by starting it
    private ServedParley parley;

    /** Those of the present try. */
    private final List<PhoneClient> phones = new ArrayList<>();

    /** What happens over a telephone, and what is recorded of it. */
    @FunctionalInterface
    private interface Call {
        void run() throws Exception;
    }

    /** What fails where the telephone itself was held up says nothing of the server, and is tried again. */
    private void inTime(Call call) throws Exception {
        for (int tried = 1; tried < CALLS_MAX; tried++) {
            try {
                call.run();
                return;
            } catch (AssertionError | TimeoutException failed) {
                if (phones.stream().allMatch(phone -> phone.lateMs() <= LATE_MS)) {
                    throw failed;
                }
                phones.clear();
                parley.close();
            }
        }
        call.run();
    }

    /** In a folder of its own. */
    private ServedParley serve(String configuration) throws IOException {
        Path own = Files.createTempDirectory(folder, "call");
        Files.writeString(own.resolve("rules.yaml"), RULES);
        parley = new ServedParley(own, configuration, Map.of("TWILIO_AUTH_TOKEN", TOKEN));
        return parley;
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    private PhoneClient call() {
        return call("CA1", "MZ1");
    }

    private PhoneClient call(String call, String stream) {
        PhoneClient phone = new PhoneClient(parley.socketAt("/v1/twilio"), TOKEN, call, stream);
        phones.add(phone);
        return phone;
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

    /** Of what was played until the clear the server knows what the marks have told, and not more. */
    private static void assertRecordedAsHeard(long recordedMs, PhoneClient phone) {
        long toldMs = phone.toldAtClearMs();
        assertTrue(recordedMs <= toldMs, recordedMs + " recorded, " + toldMs + " told");
        assertTrue(toldMs - recordedMs <= APART_MS, recordedMs + " recorded, " + toldMs + " told");
        assertTrue(phone.playedAtClearMs() - toldMs <= Frame.MS, toldMs + " of " + phone.playedAtClearMs() + " told");
    }

    @Test
    void aCallWithABargeInIsRecordedAsItWasHeard() throws Exception {
        inTime(this::bargeIn);
    }

    private void bargeIn() throws Exception {
        serve(VOICE + TWILIO);
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            phone.speaks(true);
            phone.await(() -> phone.clears() == 1);
            long heardMs = phone.playedAtClearMs();
            phone.pass(200);
            assertEquals(heardMs, phone.playedMs(), "nothing is heard after a clear");
            phone.speaks(false);
            phone.await(() -> phone.playedMs() >= heardMs + 300);
            phone.press("1");
            phone.pass(200);
            phone.hangUp();
            assertEquals(List.of("interrupted"), reasons("turn.interrupted"));
            assertEquals(List.of("completed"), reasons("turn.completed"));
            List<Json.Obj> playbacks = parley.record("playback.ended");
            assertRecordedAsHeard(number(playbacks.getFirst(), "played_ms"), phone);
            assertEquals(300, number(playbacks.getLast(), "played_ms"));
        }
        assertTrue(parley.record().getLast().text().contains("\"ended\""));
        parley.terminate();
        parley.replayed();
    }

    @Test
    void whatAFalseInterruptionCutOffIsSentAgain() throws Exception {
        inTime(this::falseInterruption);
    }

    private void falseInterruption() throws Exception {
        serve(VOICE.replace(", \"Stop it\"", "") + TWILIO + "settings: {false_interruption_ms: 300}\n");
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            phone.speaks(true);
            phone.await(() -> phone.clears() == 1);
            phone.speaks(false);
            phone.await(() -> phone.playedMs() >= LONG_MS - APART_MS);
            phone.pass(400);
            phone.hangUp();
            long cutMs = number(parley.record("playback.paused").getFirst(), "played_ms");
            assertRecordedAsHeard(cutMs, phone);
            long allMs = phone.playedAtClearMs() + LONG_MS - cutMs;
            assertTrue(
                    Math.abs(phone.playedMs() - allMs) <= Frame.MS,
                    "all of it once, which is " + allMs + ": " + phone.playedMs());
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
        inTime(this::cutOff);
    }

    private void cutOff() throws Exception {
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
        inTime(this::brokeOff);
    }

    private void brokeOff() throws Exception {
        serve(VOICE + TWILIO + "settings: {reconnect_grace_ms: 20000}\n");
        long before;
        try (PhoneClient phone = call()) {
            phone.speak(600);
            phone.await(() -> phone.playedMs() > 1_000);
            before = phone.playedMs();
        }
        try (PhoneClient phone = call("CA1", "MZ2")) {
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
        try (PhoneClient phone = call("CA2", "MZ2")) {
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
