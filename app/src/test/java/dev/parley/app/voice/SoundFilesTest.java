package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.io.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file is heard and another is spoken into: a slip of the person who names them costs nobody a recording. */
class SoundFilesTest {
    @TempDir
    Path folder;

    private Path said;

    @BeforeEach
    void somebodySaidSomething() throws IOException {
        said = folder.resolve("said.wav");
        try (WavWriter file = WavWriter.create(said)) {
            file.put(0, new byte[3_200]);
            file.end();
        }
    }

    private String refused(Path in, Path out) {
        return String.valueOf(assertThrows(BadInput.class, () -> open(in, out)).getMessage());
    }

    private static void open(Path in, Path out) throws IOException {
        FileDevice.open(in, out, "ana", new SystemTime()).close();
    }

    @Test
    void theFileThatIsHeardIsNotSpokenInto() throws IOException {
        byte[] before = Files.readAllBytes(said);
        assertEquals(said + ": is the file that is heard; let --out name another one", refused(said, said));
        Path other = folder.resolve("link.wav");
        Files.createSymbolicLink(other, said);
        assertEquals(other + ": is the file that is heard; let --out name another one", refused(said, other));
        assertArrayEquals(before, Files.readAllBytes(said));
    }

    @Test
    void whatWasSpokenBeforeStaysUntilAConversationBegins() throws IOException {
        Path out = folder.resolve("out.wav");
        Files.copy(said, out);
        open(said, out);
        assertArrayEquals(Files.readAllBytes(said), Files.readAllBytes(out));
        Path unheard = folder.resolve("new.wav");
        open(said, unheard);
        assertFalse(Files.exists(unheard), "no conversation, no file");
    }

    @Test
    void aFolderIsNoFileAndTheLineSaysSo() throws IOException {
        Path rooms = Files.createDirectory(folder.resolve("rooms"));
        assertEquals(rooms + ": is a folder; name a WAV file in it", refused(rooms, folder.resolve("out.wav")));
        assertEquals(rooms + ": is a folder; name a WAV file in it", refused(said, rooms));
        String missing = refused(said, folder.resolve("nowhere").resolve("out.wav"));
        assertTrue(missing.endsWith("nowhere; make it first"), missing);
    }

    @Test
    void aDiskThatTakesNoMoreLeavesWhatCanBeHeard() throws IOException {
        Path out = folder.resolve("out.wav");
        try (WavWriter file = WavWriter.create(out)) {
            file.put(0, new byte[640]);
            String line = String.valueOf(
                    file.broken(new IOException("No space left on device")).getMessage());
            assertTrue(line.startsWith(out + ": nothing more can be written into it: No space left"), line);
        }
        try (WavReader reader = WavReader.open(out)) {
            byte[] first = reader.next();
            assertEquals(640, first == null ? 0 : first.length);
        }
    }
}
