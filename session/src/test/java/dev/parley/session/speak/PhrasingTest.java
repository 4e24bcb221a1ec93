package dev.parley.session.speak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.kernel.port.RandomSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentence length of a tone (issue: content and tone policy by age class, as data). */
class PhrasingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "It is late. | It is late.",
                "The cat sleeps on the mat and the dog eats. | The cat sleeps on the mat. And the dog eats.",
                "We can play, sing a song, or read the long book now. | We can play, sing a song. Or read the long"
                        + " book now.",
                "one two three four five six seven eight nine | one two three four five six seven eight nine",
                "It tells of the small white house near the old mill, and of its people. | It tells of the small white"
                        + " house near the old mill. And of its people.",
                "Shall I let Dora use the lights, the door and the garage until noon? | Shall I let Dora use the lights,"
                        + " the door and the garage until noon?",
                "May I close the door, please, when you go out? | May I close the door, please. When you go out?",
            })
    void endsASentenceWhereItIsEasiest(String said, String spoken) {
        assertEquals(spoken, Phrasing.shortened(said, 8));
    }

    private static List<String> words(String text) {
        return Arrays.stream(
                        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "").split(" +", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The number of the repetition is the seed. */
    @RepeatedTest(300)
    void keepsTheWordsAndGoesBeyondTheLengthOnlyWhereNothingCanEnd(RepetitionInfo tries) {
        RandomSource random = RandomSource.seeded(tries.getCurrentRepetition());
        List<String> tokens =
                List.of("sun", "and", "moon,", "rain.", "wind", "because", "snow;", "hail?", "fog", "dew");
        int max = 4 + random.nextInt(27);
        String text = IntStream.range(0, random.nextInt(81))
                .mapToObj(_ -> tokens.get(random.nextInt(tokens.size())))
                .collect(Collectors.joining(" "));
        String spoken = Phrasing.shortened(text, max);
        assertEquals(words(text), words(spoken));
        for (String sentence : Sentences.of(spoken)) {
            String[] said = sentence.toLowerCase(Locale.ROOT).split(" ", -1);
            for (int count = 3; said.length > max && count <= said.length - 3; count++) {
                assertTrue(said[count - 1].matches("[a-z]+") && !said[count].matches("and|because"), sentence);
            }
        }
        assertEquals(spoken, Phrasing.shortened(spoken, max));
    }
}
