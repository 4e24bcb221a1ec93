package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.History;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Text is a channel: words appear at their pace, a stop stops in the middle of them, and what was shown was heard. */
@Timeout(120)
class TalkTextTest {
    private static final String LIGHTS = "The hall lights are on.";

    private final Watched screen = new Watched();
    private final TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());

    /** A screen that can be waited for. */
    private static final class Watched implements TalkScreen {
        private final StringBuilder present = new StringBuilder();
        private final List<String> lines = new ArrayList<>();
        private volatile long wordMs;

        @Override
        public long wordMs() {
            return wordMs;
        }

        @Override
        public synchronized void show(String piece) {
            present.append(piece);
            notifyAll();
        }

        @Override
        public synchronized void end(boolean whole) {
            lines.add(present + (whole ? "" : "/"));
            present.setLength(0);
            notifyAll();
        }

        @Override
        public synchronized void remark(String line) {
            lines.add(line);
        }

        @Override
        public void prompt() {}

        synchronized void awaitPiece(String text) throws InterruptedException {
            while (present.indexOf(text) < 0) {
                wait();
            }
        }

        synchronized List<String> lines() {
            return List.copyOf(lines);
        }
    }

    @AfterEach
    void close() {
        house.close();
    }

    private TalkConversation talk(long paceMs) {
        screen.wordMs = paceMs;
        return house.talk("talk-1", "ana", screen);
    }

    private static List<String> reasons(TalkConversation talk, String kind) {
        return talk.recorded().runes().stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    private static String heard(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        return history.entries().stream()
                .filter(entry -> entry.role().equals("assistant"))
                .map(History.Entry::text)
                .findFirst()
                .orElse("");
    }

    @Test
    void aStopStopsInTheMiddleAndNoMoreWasHeardThanShown() throws InterruptedException {
        try (TalkConversation talk = talk(200)) {
            talk.interrupt("help");
            screen.awaitPiece("turn lights");
            talk.stop();
            talk.awaitAnswer();
            assertEquals(1, screen.lines().size());
            String shown = screen.lines().getFirst();
            assertTrue(shown.startsWith("I can turn lights") && shown.endsWith("/"), shown);
            assertFalse(shown.contains("weather"), "the rest never came");
            assertEquals(List.of("cancelled"), reasons(talk, "turn.interrupted"));
            String heard = heard(talk.recorded().runes());
            assertTrue(shown.startsWith(heard), heard + " of " + shown);
            String rest = shown.substring(heard.length(), shown.length() - 1).strip();
            assertFalse(rest.contains(" "), "only a part of one word was shown beyond: " + rest);
        }
    }

    @Test
    void aSentenceTypedIntoAnAnswerInterruptsItAndIsAnswered() throws InterruptedException {
        try (TalkConversation talk = talk(20)) {
            talk.interrupt("help");
            screen.awaitPiece("I can");
            talk.interrupt("turn on the hall lights");
            talk.awaitAnswer();
            assertEquals(2, screen.lines().size(), screen.lines().toString());
            assertTrue(screen.lines().getFirst().endsWith("/"));
            assertEquals(LIGHTS, screen.lines().getLast());
            assertEquals(List.of("interrupted"), reasons(talk, "turn.interrupted"));
        }
    }

    @Test
    void wordsTakeTheTimeInWhichTheyAreShown() {
        try (TalkConversation talk = talk(20)) {
            talk.type("turn on the hall lights");
            Rune ended = talk.recorded().runes().stream()
                    .filter(rune -> rune.kind().equals("playback.ended"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("100", String.valueOf(ended.payload().number("played_ms")));
            assertEquals(false, ended.payload().flag("interrupted"));
        }
    }

    @Test
    void aPipeIsReadAheadAndOnlyAStopDoesNotWait() {
        try (TalkConversation talk = talk(5)) {
            TypedLines lines = new TypedLines(talk, false);
            lines.read(
                    new BufferedReader(new StringReader("help\n/stop\nturn on the hall lights\nweather in Rome\n"))
                            ::readLine);
            for (String line = lines.next(); line != null; line = lines.next()) {
                talk.type(line);
            }
            List<String> whole =
                    screen.lines().stream().filter(line -> !line.endsWith("/")).toList();
            assertEquals(List.of(LIGHTS, "The sky over Rome is clear."), whole);
        }
    }
}
