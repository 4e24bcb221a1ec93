package dev.parley.app.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.parley.app.voice.Spoken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody speaks to the page: words in a real browser's microphone, the voice and the ears that come with the program. */
@Timeout(180)
class SpokenPageTest {
    private static final String CONFIGURATION = """
        keys: [{key: sk-ana, role: admin, people: [ana]}]
        voice: {stt: phrases, tts: freetts, vad: fvad}
        """;
    private static final int RATE_HZ = 48_000;
    private static final int TIMES = RATE_HZ / 16_000;
    private static final int BYTES_PER_MS = 32;
    private static final double WITHIN_MS = 40_000;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void aSpokenCommandIsAnsweredAndWordsCutTheNextAnswer() throws IOException, InterruptedException {
        said.writeBytes(new byte[2_000 * BYTES_PER_MS]);
        say("turn on the kitchen lights", 4_000);
        say("what can you do", 4_000);
        say("pause the music please", 30_000);
        Path microphone = Files.write(folder.resolve("microphone.wav"), wav(said.toByteArray()));
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of());
                Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(Path.of("/usr/bin/chromium"))
                                .setArgs(List.of(
                                        "--no-sandbox",
                                        "--use-fake-ui-for-media-stream",
                                        "--use-fake-device-for-media-stream",
                                        "--use-file-for-fake-audio-capture=" + microphone + "%noloop")))) {
            Page page = browser.newPage();
            page.navigate(parley.at("/") + "#key=sk-ana");
            page.getByText("Microphone", new Page.GetByTextOptions().setExact(true))
                    .click();
            Locator transcript = page.getByLabel("Transcript");
            assertThat(transcript).containsText("turn on the kitchen lights", soon());
            assertThat(transcript).containsText("The kitchen lights are on.", soon());
            assertThat(transcript).containsText("what can you do", soon());
            assertThat(page.locator("li.agent.cut .heard")).containsText("I can", soon());
            assertThat(page.locator("li.agent.cut .unheard")).not().isEmpty();
            assertThat(transcript).containsText("pause the music please", soon());
            assertThat(transcript).containsText("paused", soon());
            assertThat(page.locator("[data-kind='turn.completed']")).hasCount(2);
            page.close();
            parley.terminate();
            assertEquals(
                    List.of(false, true, false),
                    parley.record("playback.ended").stream()
                            .map(ended -> ended.flag("interrupted"))
                            .toList(),
                    "what was cut is recorded as cut");
            assertEquals(
                    "interrupted", parley.record("turn.interrupted").getFirst().text("reason"));
            parley.replayed();
        }
    }

    private static LocatorAssertions.ContainsTextOptions soon() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(WITHIN_MS);
    }

    private void say(String text, int silenceAfterMs) {
        said.writeBytes(Spoken.pcm(text));
        said.writeBytes(new byte[silenceAfterMs * BYTES_PER_MS]);
    }

    /** The same at the rate of a microphone, with straight lines between the samples. */
    private static byte[] wav(byte[] pcm) {
        ByteBuffer in = ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN);
        int length = TIMES * pcm.length;
        ByteBuffer out = ByteBuffer.allocate(44 + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(36 + length)
                .put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(RATE_HZ)
                .putInt(2 * RATE_HZ)
                .putShort((short) 2)
                .putShort((short) 16)
                .put("data".getBytes(StandardCharsets.US_ASCII))
                .putInt(length);
        int before = 0;
        while (in.hasRemaining()) {
            int next = in.getShort();
            for (int i = 1; i <= TIMES; i++) {
                out.putShort((short) (before + (next - before) * i / TIMES));
            }
            before = next;
        }
        return out.array();
    }
}
