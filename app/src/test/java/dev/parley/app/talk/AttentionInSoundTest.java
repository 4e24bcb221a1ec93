package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who only shows that they listen, or coughs, hears the answer to its end; who wants something does not. */
@Timeout(180)
class AttentionInSoundTest {
    private static final List<String> ATTENTION = List.of("mhm", "uh huh", "right", "i see", "okay", "yes", "yeah");
    private static final int BETWEEN_MS = 1_600;

    /** Voices that spell "mhm" letter by letter say something else that is as short and as much like it. */
    private static final Map<String, String> MHM = Map.of("freetts", "ah hum", "flite", "ah hum");

    private static final String CONFIG =
            "agent: {kind: script, file: rules.yaml}\nvoice: {stt: phrases, tts: freetts, vad: fvad}\n";

    private static final String STORY =
            "Once there was a small house by the sea, in which an old woman lived with her cat. "
                    + "Every morning she went down to the water and counted the boats that came in. "
                    + "One day there was one boat more than she had ever seen, and nobody was in it. "
                    + "She sat down on a stone and waited until the evening, and then she went home. "
                    + "The next morning the boat was gone, and with it the cat, and the stone was still warm. ";

    private static final String RULES = "- {when: \"weather\", says: \"" + STORY + STORY
            + "\", audio_ms: 1000}\n- {when: \"lights\", says: \"They are on.\", audio_ms: 1000}\n";

    private static final String ASKS = "what is the weather in Berlin";

    @TempDir
    Path folder;

    @Test
    void theAnswerGoesOnUntilSomebodyWantsSomething() throws Exception {
        List<Voice> voices = SpokenTalk.voices();
        try (ExecutorService all = Executors.newFixedThreadPool(voices.size())) {
            List<Future<?>> held = voices.stream()
                    .<Future<?>>map(voice -> all.submit(() -> {
                        hears(voice);
                        return true;
                    }))
                    .toList();
            for (Future<?> each : held) {
                each.get();
            }
        }
    }

    private void hears(Voice voice) throws IOException {
        Path own = Files.createDirectories(folder.resolve(voice.name()));
        Files.writeString(own.resolve("rules.yaml"), RULES);
        SpokenTalk talk = new SpokenTalk(own, voice).silence(400).say(ASKS).silence(2_500);
        for (String word : ATTENTION) {
            talk.say(word.equals("mhm") ? MHM.getOrDefault(voice.name(), word) : word)
                    .silence(BETWEEN_MS);
        }
        talk.cough(250).silence(BETWEEN_MS).cough(400).silence(2_500);
        talk.say("turn on the kitchen lights").silence(3_000);
        talk.say(ASKS).silence(3_000);
        talk.say("stop").silence(1_500);
        assertEquals(0, talk.talk(CONFIG), talk::told);
        assertEquals(
                List.of(ASKS, "turn on the kitchen lights", ASKS),
                talk.texts("user.words").stream().limit(3).toList(),
                talk::told);
        assertEquals(
                List.of("interrupted", "cancelled"),
                talk.payloads("turn.interrupted").stream()
                        .map(payload -> payload.text("reason"))
                        .toList(),
                talk::told);
        assertEquals(
                List.of(),
                talk.texts("agent.reply").stream()
                        .filter(said -> said.startsWith("Sorry"))
                        .toList(),
                talk::told);
    }

    @Test
    void theSameWordIsAnAnswerAfterAQuestion() throws IOException {
        SpokenTalk talk = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("open the garage")
                .silence(6_000)
                .say("yes")
                .silence(3_000);
        assertEquals(0, talk.talk("voice: {stt: phrases, tts: freetts, vad: fvad}\n"), talk::told);
        assertEquals(1, talk.payloads("tool.result").size(), talk::told);
        assertEquals(List.of("open the garage", "yes"), talk.texts("user.words"), talk::told);
    }
}
