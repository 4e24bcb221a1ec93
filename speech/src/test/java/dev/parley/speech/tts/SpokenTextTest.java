package dev.parley.speech.tts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Texts are read as people read them. */
class SpokenTextTest {
    @TestFactory
    Stream<DynamicTest> everythingIsSpelledOut() {
        return Map.ofEntries(
                        Map.entry("42", "forty two"),
                        Map.entry("1,250,003", "one million two hundred fifty thousand three"),
                        Map.entry("-3", "minus three"),
                        Map.entry("3.14", "three point one four"),
                        Map.entry("007", "zero zero seven"),
                        Map.entry("the 21st", "the twenty first"),
                        Map.entry("the 30th", "the thirtieth"),
                        Map.entry("in 1984", "in nineteen eighty four"),
                        Map.entry("in 2005", "in two thousand five"),
                        Map.entry("at 7:30", "at seven thirty"),
                        Map.entry("at 07:05pm", "at seven oh five p m"),
                        Map.entry("at 9:00", "at nine o'clock"),
                        Map.entry("$5.50", "five dollars and fifty cents"),
                        Map.entry("€1", "one euro"),
                        Map.entry("£0.01", "one pence"),
                        Map.entry("20%", "twenty percent"),
                        Map.entry("-5°C", "minus five degrees celsius"),
                        Map.entry("12km", "twelve kilometers"),
                        Map.entry("2026-03-01", "march first twenty twenty six"),
                        Map.entry("Dr. Smith & Mrs. Jones", "doctor smith and missis jones"),
                        Map.entry("e.g. tea", "for example tea"),
                        Map.entry("the FBI said OK", "the f b i said okay"),
                        Map.entry("turn_on_light", "turn on light"),
                        Map.entry("talk-1", "talk one"),
                        Map.entry("It's \"fine\"", "it's fine"))
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertEquals(
                                each.getValue(),
                                SpokenText.clauses(each.getKey()).stream()
                                        .map(SpokenText.Clause::said)
                                        .collect(Collectors.joining(" ")))));
    }

    @Test
    void clausesEndAtPunctuationAndNotAtAbbreviations() {
        List<String> clauses = SpokenText.clauses("Hello, Dr. Smith. It is 7:30, or so; come in!").stream()
                .map(clause -> clause.said() + clause.mark())
                .toList();
        assertEquals(List.of("hello,", "doctor smith.", "it is seven thirty,", "or so,", "come in!"), clauses);
    }

    private static String said(String text) {
        return SpokenText.clauses(text).stream().map(SpokenText.Clause::said).collect(Collectors.joining(" "));
    }

    @Test
    void aQuestionEndsInYesOrNo() {
        assertEquals(
                "shall i disable the alarm please say yes or no",
                said("Shall I disable the alarm? Please say yes or no."));
        assertEquals(
                "may i delete file with path quote dot dot slash secrets end quote please say yes or no",
                said("May I delete file with path \"../secrets\"? Please say yes or no."));
        assertEquals(
                "may i order tea that needs the yes of a grown up please ask one",
                said("May I order tea? That needs the yes of a grown-up. Please ask one."));
        assertEquals("the path secrets is gone", said("The path \"../secrets\" is gone."), "no question");
    }

    /** As the question about each argument is written: what a reader can tell apart a listener can. */
    @Test
    void noTwoOfTheseQuestionsAreHeardAlike() {
        List<String> values = List.of(
                "\"a\" line break \"b\"",
                "\"a line break b\"",
                "a line break b",
                "\"a end quote line break quote b\"",
                "\"a\\\" line break \\\"b\"",
                "\"../secrets\"",
                "secrets",
                "\"dot dot slash secrets\"",
                "dot dot slash secrets",
                "\"rm -rf notes\"",
                "rm rf notes",
                "\"rm rf notes\"",
                "\"notes/*.txt\"",
                "notes/txt",
                "notes txt",
                "notes.txt",
                "notes star dot txt",
                "[\"ana, ben\"]",
                "\"ana, ben\"",
                "ana, ben",
                "[ana, ben]",
                "(ana ben)",
                "ana ben",
                "ana comma ben",
                "the word comma",
                "comma",
                "a@b",
                "a at b",
                "a at sign b",
                "12:30",
                "\"12 30\"",
                "\"\\\\\"",
                "\"\\\"\"",
                "\"\" U+200B zero width space \"\"",
                "\"U+200B zero width space\"");
        Map<String, String> heard = new HashMap<>();
        for (String value : values) {
            String other = heard.put(said("May I write file with note " + value + "? Please say yes or no."), value);
            assertNull(other, () -> value + " and " + other + " are heard alike");
        }
    }

    @Test
    void nothingIsSaidWhereThereAreNoWords() {
        assertEquals(List.of(), SpokenText.clauses("  ... – !"));
        assertEquals(List.of(), SpokenText.clauses(""));
    }
}
