package dev.parley.bench.speech;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.voice.Listening.Segment;
import dev.parley.app.voice.WrittenDown;
import dev.parley.speech.stt.Understood;
import dev.parley.speech.stt.Understood.HeardWord;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page and the table of {@code speech.report} show every segment, and what was heard cannot change them. */
class SpeechPageTest {
    private static Segment segment(String text, boolean sure, long fromMs) {
        Understood found =
                new Understood(text, sure, 640, List.of(new HeardWord(text, fromMs + 20, fromMs + 400, 640)));
        return new Segment(fromMs, fromMs + 800, fromMs + 1_300, false, new WrittenDown(found, false, ""), null);
    }

    @Test
    void thePageHasTheWaveTheSegmentsAndTheVerdicts() {
        SpeechPage page = new SpeechPage();
        short[] sound = new short[2 * Speaker.RATE_HZ];
        sound[Speaker.RATE_HZ] = 20_000;
        page.add(
                "free<tts>",
                sound,
                List.of("open the garage"),
                List.of(segment("open the garage", true, 200), segment("<script>alert(1)</script>", false, 1_200)));
        String text = page.text();
        assertTrue(text.startsWith("<!doctype html>"), text);
        assertTrue(text.contains("<path class=\"wave\" d=\"M0 60v1M1 60v1"), text);
        assertTrue(text.contains("M60 24v73"), "the loud sample of the second second is drawn");
        assertTrue(text.contains("<rect class=\"yes\" x=\"12\"") && text.contains("<rect class=\"no\" x=\"72\""), text);
        assertTrue(
                text.contains("<td>understood</td><td>open the garage</td><td>64 %</td><td>1.50 s, silence</td>"),
                text);
        assertTrue(text.contains("<td>asked back</td>"), text);
        assertFalse(text.contains("<script"), "nothing that was heard is run");
    }

    @Test
    void theTableIsBounded() {
        String table = ReportBench.table("freetts", Collections.nCopies(50, segment("stop", true, 1_000)));
        assertEquals(2 + 20 + 1, table.lines().count(), table);
        assertTrue(table.contains("stop@1020"), table);
        assertTrue(table.endsWith("and 30 more in the report" + System.lineSeparator()), table);
    }
}
