package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.app.config.NotesServer;
import dev.parley.speech.tts.SpeakingProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who brings tools of their own can ask for them in their own voice, with the ear and the rules that come with the program. */
@Timeout(120)
class OwnToolsInSoundTest {
    @TempDir
    Path folder;

    private String config() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                NotesServer.class.getName(),
                folder.resolve("notes.txt").toString());
        return "voice: {stt: phrases, tts: freetts, vad: fvad}\nmcp:\n  - name: notes\n    trust_hints: true\n"
                + "    phrases: {lower: \"lower the {room} blinds to {percent} percent\"}\n"
                + "    command: [\"" + String.join("\", \"", command) + "\"]\n";
    }

    @Test
    void aSpokenPhraseOfAnOwnToolRunsIt() throws IOException {
        SpokenTalk talk = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("lower the living room blinds to fifteen percent")
                .silence(10_000)
                .say("yes")
                .silence(5_000)
                .say("count notes")
                .silence(3_500);
        assertEquals(0, talk.talk(config()), talk::told);
        assertEquals(
                List.of(
                        "May I lower the \"living_room\" blinds to 15 percent? Please say yes or no.",
                        "The blinds are lower.",
                        "1 notes"),
                talk.texts("agent.reply"),
                talk::told);
        assertEquals(List.of("living_room 15"), Files.readAllLines(folder.resolve("notes.txt")), talk::told);
    }

    @Test
    void aDenialOfItDoesNothing() throws IOException {
        SpokenTalk talk = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("do not lower the kitchen blinds to twelve percent")
                .silence(3_000);
        assertEquals(0, talk.talk(config()), talk::told);
        assertEquals(List.of(), talk.runes("tool.dispatched"), talk::told);
        assertFalse(Files.exists(folder.resolve("notes.txt")), talk::told);
    }
}
