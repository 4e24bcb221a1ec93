package held.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.Model.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Row 4: the model is told what was heard of it, not what it had wanted to say. */
class NewcomerHeardTest {
    private static final String LONG = "One two three four five six seven eight nine ten.";

    /** What the model is told, the second time, that it has said; the first reply has to be cut short. */
    private static List<String> toldToHaveSaid(OwnSession session) {
        try (session) {
            session.run();
            if (session.runes("turn.interrupted").isEmpty() || session.prompts.size() != 2) {
                throw new IllegalStateException("nothing was cut short: " + session.prompts);
            }
            return session.prompts.getLast().stream()
                    .filter(Message.AssistantSaid.class::isInstance)
                    .map(said -> ((Message.AssistantSaid) said).text())
                    .toList();
        }
    }

    /** How many words were out when it fell silent. */
    private static String heard(OwnSession session) {
        long played = session.runes("playback.ended")
                .getFirst()
                .payload()
                .number("played_ms")
                .longValue();
        String[] words = LONG.split(" ");
        return String.join(" ", List.of(words).subList(0, (int) (played / OwnSession.MS_PER_WORD)));
    }

    @Test
    void afterAVoiceBrokeInItIsTheWordsThatWereOut() {
        OwnSession session =
                new OwnSession(LONG).speaks(0, 1_000, "Tell me something").speaks(5_000, 6_000, "Stop it please");
        List<String> told = toldToHaveSaid(session);
        assertEquals(List.of(heard(session)), told);
    }

    @Test
    void afterTypedWordsBrokeInItIsTheWordsThatWereOut() {
        OwnSession session = new OwnSession(LONG).types(0, "Tell me something").types(4_000, "Stop it please");
        List<String> told = toldToHaveSaid(session);
        assertEquals(List.of(heard(session)), told);
    }

    @Test
    void afterAStopItIsTheWordsThatWereOut() {
        OwnSession session =
                new OwnSession(LONG).types(0, "Tell me something").stops(4_000).types(6_000, "What did you say");
        List<String> told = toldToHaveSaid(session);
        assertEquals(List.of(heard(session)), told);
    }

    @Test
    void anAnswerThatWasStoppedBeforeItsFirstWordWasNeverSaid() {
        OwnSession session =
                new OwnSession(LONG).types(0, "Tell me something").stops(400).types(2_000, "What did you say");
        assertEquals(List.of(), toldToHaveSaid(session));
    }
}
