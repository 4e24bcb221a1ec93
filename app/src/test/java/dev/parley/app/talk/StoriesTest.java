package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.HouseSpec;
import dev.parley.sim.script.BadScenario;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The stories in {@code examples/stories}: each leads to its verdicts, typed into {@code talk} and played as a scenario. */
@Timeout(300)
class StoriesTest {
    /** A clock that begins where the story does and can be put forward. */
    private static final class StoryClock implements TimeSource {
        private final long originNanos = System.nanoTime();
        private final long startMs;
        private final AtomicLong aheadMs = new AtomicLong();

        StoryClock(Instant start) {
            this.startMs = start.toEpochMilli();
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime() - originNanos + aheadMs.get() * 1_000_000;
        }

        @Override
        public long wallMillis() {
            return startMs + monotonicNanos() / 1_000_000;
        }
    }

    @Test
    void thereAreAtLeastFortyStories() throws IOException {
        assertTrue(StoryRecords.files().size() >= 40, () -> "fewer than 40");
    }

    @TestFactory
    Stream<DynamicTest> typedIntoTalk() throws IOException {
        HouseSpec house = StoryRecords.house();
        return StoryRecords.files().stream()
                .map(file -> DynamicTest.dynamicTest("talk " + file.getFileName(), () -> {
                    Story story = Story.read(file);
                    assertEquals(List.of(), typed(story, house), story.name());
                }));
    }

    @TestFactory
    Stream<DynamicTest> playedAsAScenario() throws IOException {
        HouseSpec house = StoryRecords.house();
        return StoryRecords.files().stream()
                .map(file -> DynamicTest.dynamicTest("scenario " + file.getFileName(), () -> {
                    Story story = Story.read(file);
                    assertEquals(List.of(), scenario(story, house), story.name());
                }));
    }

    private static List<String> scenario(Story story, HouseSpec house) throws IOException, BadScenario {
        return StoryScenario.play(story, house);
    }

    private static List<String> typed(Story story, HouseSpec house) {
        StoryClock clock = new StoryClock(story.start());
        List<String> said = new CopyOnWriteArrayList<>();
        List<Rune> runes = new ArrayList<>();
        try (TalkHost host = new TalkHost(Configuration.DEFAULT.with(house), clock)) {
            int number = 1;
            TalkConversation talk = host.talk("talk-1", story.person(), TalkScreen.ofLines(said::add));
            for (Story.Line line : story.lines()) {
                switch (line) {
                    case Story.Line.Typed(String text) -> talk.type(text);
                    case Story.Line.Noticed(var event) -> host.tell("talk-" + number, event);
                    case Story.Line.Passed(long ms) -> clock.aheadMs.addAndGet(ms);
                    case Story.Line.Again(String person) -> {
                        talk.close();
                        runes.addAll(talk.recorded().runes());
                        talk = host.talk("talk-" + ++number, person, TalkScreen.ofLines(said::add));
                    }
                }
            }
            talk.close();
            runes.addAll(talk.recorded().runes());
        }
        runes.forEach(rune -> assertTrue(
                !rune.payload().text().matches(".*\"pii_text\":\"[^\"]*(?:4711|2222|1234|9999).*"),
                () -> "a PIN is recorded: " + rune.payload().text()));
        return story.missing(Story.verdicts(runes), said);
    }
}
