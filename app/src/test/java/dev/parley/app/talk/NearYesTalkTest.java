package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sentences near a yes, said to an open question in a conversation: none of them runs anything. */
@Timeout(120)
class NearYesTalkTest {
    private static final String ALARM = "Shall I disable the alarm? Please say yes or no.";
    private static final Pattern ESCAPED = Pattern.compile("\\\\u(\\p{XDigit}{4})");
    private static final int EVERY = 11;

    private static long dispatched(TalkConversation talk) {
        return talk.recorded().runes().stream()
                .filter(rune -> rune.kind().equals("tool.dispatched"))
                .count();
    }

    private static List<String> sentences() throws IOException {
        List<String> near = new ArrayList<>(List.of(
                "I want to do it",
                "I do it",
                "I would do it",
                "then I would just do it",
                "okay that is all",
                "yes\uFF1F"));
        List<String> lines =
                Files.readAllLines(Path.of("..", "kernel/src/test/resources/near-yes.txt"), StandardCharsets.US_ASCII);
        for (int i = 0; i < lines.size(); i += EVERY) {
            near.add(ESCAPED.matcher(lines.get(i))
                    .replaceAll(code ->
                            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16)))));
        }
        return near;
    }

    @Test
    void noSentenceNearAYesSwitchesTheAlarmOff() throws IOException {
        List<String> ran = new ArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(_ -> {}))) {
            long before = 0;
            for (String near : sentences()) {
                talk.type("disable the alarm");
                talk.type(near);
                long now = dispatched(talk);
                if (now != before) {
                    ran.add(near);
                }
                before = now;
                talk.type("no");
            }
        }
        assertEquals(List.of(), ran);
    }

    @Test
    void whatResemblesAnAnswerIsAskedBackAndAYesThenCounts() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            List.of("disable the alarm", "I do it", "yes\uFF1F", "yes if Ben agrees", "Yes\uFF01")
                    .forEach(talk::type);
            assertEquals(List.of(ALARM, ALARM, ALARM, ALARM, "Done: the alarm is off."), said);
            assertEquals(1, dispatched(talk));
        }
    }

    @Test
    void aQuestionOfTheHouseIsAskedBackToo() {
        List<String> said = new CopyOnWriteArrayList<>();
        String recording = "May I record what is said here? Please say yes or no.";
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            List.of("record this conversation", "I would do it", "okay that is all", "yes")
                    .forEach(talk::type);
            assertEquals(List.of(recording, recording, recording), said.subList(0, 3));
            assertTrue(said.getLast().startsWith("Thank you. I may record"), said.toString());
        }
    }

    @Test
    void whatTheHouseAsksBackIsAskedAgain() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            List.of("I don't need the kitchen light any more", "I do it", "yes?", "yes")
                    .forEach(talk::type);
            String asked = "Shall I turn the kitchen lights off?";
            assertEquals(List.of(asked, asked, asked, "The kitchen lights are off."), said);
        }
    }

    @Test
    void anyOtherSentenceDropsTheQuestionAndIsAnswered() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            List.of("disable the alarm", "I do it", "ok turn on the kitchen lights", "yes")
                    .forEach(talk::type);
            assertEquals(
                    List.of(
                            ALARM,
                            ALARM,
                            "I did not disable the alarm.",
                            "The kitchen lights are on.",
                            "There is nothing to say yes to."),
                    said);
        }
    }
}
