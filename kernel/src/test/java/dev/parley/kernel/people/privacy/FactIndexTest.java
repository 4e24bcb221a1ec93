package dev.parley.kernel.people.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.FactIndex.Guarded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Facts are found by the words of a text, as if each were looked for by itself. */
class FactIndexTest {
    private static final List<String> PIECES = List.of(
            "a", "b", "ab", "one", "two", "21", "twenty", "(", ")", "-", ".", " ", " ", " ", "é", "𐐨", "𐄇", "²",
            "\ud800", "\udc00", "а", "_", "'", "4", "7", ",", "hundred", "s", "s", "x");

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(most) + 1;
        for (int i = 0; i < length; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    @Test
    void findsWhatIsFoundOneByOne() {
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            FactIndex index = new FactIndex();
            Set<Guarded> all = new LinkedHashSet<>();
            for (int i = 0; i < 60; i++) {
                List<Fact> one =
                        List.of(new Fact("ana", "f" + random.nextInt(3), Sensitivity.PERSONAL, text(random, 6)));
                all.addAll(Guarded.of(one));
                Guarded.of(one).forEach(index::add);
            }
            for (int i = 0; i < 60; i++) {
                Phrase.Heard heard = Phrase.Heard.of(text(random, 24));
                List<Fact> expected = new ArrayList<>();
                all.stream().filter(each -> heard.has(each.words())).forEach(each -> expected.add(each.fact()));
                assertEquals(expected, index.carriedBy(heard), heard.toString());
            }
        }
    }

    @Test
    void ofALongTextItFindsEachKindOnce() {
        FactIndex index = new FactIndex();
        for (String name : List.of("b", "a", "b", "c")) {
            Fact fact = new Fact("ana", name, Sensitivity.PERSONAL, name + " word");
            Guarded.of(List.of(fact, new Fact("ana", name, Sensitivity.PERSONAL, name + " other")))
                    .forEach(index::add);
        }
        String text = "so it is ".repeat(2_000) + "b other, a other and a word";
        assertEquals(
                List.of("ana.b", "ana.a"),
                index.carriedBy(Phrase.Heard.of(text)).stream()
                        .map(Fact::toString)
                        .toList());
    }

    /** Texts and facts that fit almost everywhere take long to compare. Nobody waits for that, and nothing is said by it. */
    @Test
    void whatTakesTooLongToCompareCarriesEverything() {
        List<Fact> facts = new ArrayList<>();
        for (int i = 1; i < 500; i++) {
            facts.add(new Fact("ana", "diary", Sensitivity.PERSONAL, "x ".repeat(i) + "end" + i));
        }
        facts.add(new Fact("ben", "hobby", Sensitivity.PERSONAL, "chess"));
        assertEquals(
                List.of("ana.diary", "ben.hobby"),
                FactIndex.of(facts).carriedBy(Phrase.Heard.of("x ".repeat(4_000))).stream()
                        .map(Fact::toString)
                        .toList());
    }

    @Test
    void aSentenceCostsTheSameHoweverMuchIsKnown() {
        FactIndex little = knowing(1_000);
        FactIndex much = knowing(250_000);
        Phrase.Heard heard = Phrase.Heard.of("Hello there my friend, the train at seven is late and so am I today.");
        long[] littleNs = new long[41];
        long[] muchNs = new long[41];
        for (int warm = 0; warm < 20; warm++) {
            time(little, heard);
            time(much, heard);
        }
        for (int i = 0; i < littleNs.length; i++) {
            littleNs[i] = time(little, heard);
            muchNs[i] = time(much, heard);
        }
        Arrays.sort(littleNs);
        Arrays.sort(muchNs);
        long ratio = muchNs[20] / Math.max(1, littleNs[20]);
        assertTrue(ratio < 25, "250 times as much is known, and a sentence takes " + ratio + " times as long");
    }

    private static long time(FactIndex index, Phrase.Heard heard) {
        long before = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            index.carriedBy(heard);
        }
        return System.nanoTime() - before;
    }

    private static FactIndex knowing(int characters) {
        Random random = new Random(1);
        List<Json> texts = new ArrayList<>();
        for (int size = 0; size < characters; size += 40) {
            StringBuilder line = new StringBuilder();
            for (int word = 0; word < 6; word++) {
                line.append(Long.toString(random.nextLong() & 0xffffff, 36)).append(' ');
            }
            texts.add(Json.of(line.toString().strip()));
        }
        FactIndex index = new FactIndex();
        Knowledge knowledge = new Knowledge("ana", "big", Sensitivity.PERSONAL, new Json.Arr(texts));
        Guarded.of(knowledge.facts()).forEach(index::add);
        return index;
    }
}
