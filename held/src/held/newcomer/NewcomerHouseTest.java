package held.newcomer;

import static held.newcomer.Newcomer.recorded;
import static held.newcomer.Newcomer.talk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 15: the built-in agent does what is said or nothing, and speaks as one speaks to people. */
class NewcomerHouseTest {
    @TempDir
    private Path data = Path.of("");

    @Test
    void whatIsAskedNotToBeDoneIsNotDone() {
        List<String> said = talk(data, "ana", "please don't turn on the kitchen lights");
        assertEquals(List.of(), recorded(data, "talk-1", "tool.dispatched"), said.toString());
    }

    @Test
    void theRoomThatIsNamedIsTheOneThatIsLit() {
        assertEquals(List.of("The bathroom lights are on."), talk(data, "ana", "turn on the lights in the bathroom"));
    }

    @Test
    void aRoomThatIsNotNamedIsAskedFor() {
        List<String> said = talk(data, "ana", "turn on the lights");
        assertEquals(List.of(), recorded(data, "talk-1", "tool.dispatched"), said.toString());
    }

    @Test
    void aVolumeBeyondTheRangeIsNotSet() {
        List<String> said = talk(data, "ana", "set the volume to 99");
        assertFalse(said.contains("The volume is at 99."), said.toString());
    }

    @Test
    void whoAsksWhatItCanDoIsNotToldThatThisWasNotUnderstood() {
        List<String> said = talk(data, "ana", "what can you do?");
        assertFalse(said.getFirst().startsWith("I did not understand that"), said.toString());
    }

    @Test
    void aYesInOtherWordsIsAYes() {
        List<String> said = talk(data, "ana", "open the garage", "yeah sure");
        assertEquals("Done: the garage is open.", said.getLast());
    }

    @Test
    void aQuestionThatIsDroppedIsToldToBeDropped() {
        List<String> said = talk(data, "ana", "open the garage", "it was a long day");
        assertTrue(said.contains("I did not open the garage."), said.toString());
    }

    @Test
    void aChildIsRefusedInWordsThatAChildKnows() {
        String said = talk(data, "dora", "turn on the kitchen lights").getFirst();
        assertFalse(said.contains("_") || said.contains("GUEST"), said);
    }

    @Test
    void aGrownUpIsRefusedWithoutTheNameOfARole() {
        String said = talk(data, "ben", "delete everything").getFirst();
        assertFalse(said.contains("OPERATOR"), said);
    }

    @Test
    void aQuestionToAPersonHasNoJsonInIt() {
        String said = talk(data, "ben", "order some tea").getFirst();
        assertFalse(said.contains("{") || said.contains("\""), said);
    }
}
