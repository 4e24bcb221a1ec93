package dev.parley.session.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CuesTest {
    private static final Cues CUES = new Cues(List.of("Stop", "be quiet"), List.of("mhm", "uh-huh", "I see"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Stop!                  | true
            no, stop               | true
            Please be  quiet now.  | true
            it never stops         | false
            be very quiet          | false
            ''                     | false
            """)
    void aStopWordIsFoundAmongOtherWordsAndNotInsideThem(String words, boolean stops) {
        assertEquals(stops, CUES.stops(words));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mhm.             | true
            mhm, uh-huh      | true
            Uh huh. I see... | true
            mhm but          | false
            I see a dog      | false
            ''               | false
            """)
    void onlyBackchannelsAndNothingElseAreOne(String words, boolean backchannel) {
        assertEquals(backchannel, CUES.isBackchannel(words));
    }

    @Test
    void withoutCuesNoWordMeansAnythingByItself() {
        assertFalse(Cues.NONE.stops("stop"));
        assertFalse(Cues.NONE.isBackchannel("mhm"));
    }
}
