package held.security;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Discretion;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.people.privacy.TonePolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a tool answered at length does not slow every later sentence down. */
class MuchKnownTest {
    private static final String SENTENCE = "Hello there my friend, the train at seven is late and so am I today.";

    @Test
    void aSentenceCostsTheSameHoweverMuchIsKnown() {
        Discretion little = knowing(1_000);
        Discretion much = knowing(250_000);
        for (int warm = 0; warm < 10; warm++) {
            nanos(little);
            nanos(much);
        }
        long[] littleNs = new long[11];
        long[] muchNs = new long[11];
        for (int i = 0; i < littleNs.length; i++) {
            littleNs[i] = nanos(little);
            muchNs[i] = nanos(much);
        }
        Arrays.sort(littleNs);
        Arrays.sort(muchNs);
        long ratio = muchNs[5] / Math.max(1, littleNs[5]);
        assertTrue(ratio < 25, "250 times as much is known, and a sentence takes " + ratio + " times as long");
    }

    private static long nanos(Discretion discretion) {
        long before = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            discretion.judge(House.EMPTY, SENTENCE, "ana");
        }
        return System.nanoTime() - before;
    }

    private static Discretion knowing(int characters) {
        Random random = new Random(1);
        List<Json> texts = new ArrayList<>();
        for (int size = 0; size < characters; size += 40) {
            StringBuilder line = new StringBuilder();
            for (int word = 0; word < 6; word++) {
                line.append(Long.toString(random.nextLong() & 0xffffff, 36)).append(' ');
            }
            texts.add(Json.of(line.toString().strip()));
        }
        Discretion discretion = new Discretion(TonePolicy.standard());
        discretion.learn(new Knowledge("ana", "big", Sensitivity.PERSONAL, new Json.Arr(texts)));
        return discretion;
    }
}
