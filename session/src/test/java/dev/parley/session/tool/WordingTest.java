package dev.parley.session.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A question shows exactly what will run: two different sets of arguments are never asked about in the same words (ruling E11). */
class WordingTest {
    private static final Pattern ESCAPED = Pattern.compile("\\\\u(\\p{XDigit}{4})");

    private static final List<String> PHRASES = List.of(
            "",
            "order {item}",
            "turn on the {item} lights",
            "play {item} with lights",
            "send {item} to {note}",
            "set {item} {note}",
            "set {item}:{note}",
            "mix {item}{note}",
            "say \"{item}\" and {note}");

    private static String asked(String phrase, Json.Obj arguments) {
        return Wording.question(phrase, "write_file", arguments, false);
    }

    private static String item(Json value) {
        return asked("order {item}", Json.Obj.EMPTY.with("item", value))
                .replaceFirst("^May I order ", "")
                .replaceFirst("\\? Please say yes or no\\.$", "");
    }

    private static String note(Json value) {
        return asked("", Json.Obj.EMPTY.with("note", value))
                .replaceFirst("^May I write file with ", "")
                .replaceFirst("\\? Please say yes or no\\.$", "");
    }

    @Test
    void plainValuesAreWordedPlainly() {
        assertEquals("tea", item(Json.of("tea")));
        assertEquals("green tea", item(Json.of("green tea")));
        assertEquals("2 teas", item(Json.of("2 teas")));
        assertEquals("note milk", note(Json.of("milk")));
        assertEquals("note Elmgrove Lane", note(Json.of("Elmgrove Lane")));
        assertEquals("note 5", note(Json.of(5)));
        assertEquals("note yes", note(Json.of(true)));
        assertEquals("note ana, ben", note(Json.of(List.of(Json.of("ana"), Json.of("ben")))));
        assertEquals("note ana@example.org", note(Json.of("ana@example.org")));
        assertEquals("чай", item(Json.of("чай")));
        assertEquals("お茶", item(Json.of("お茶")));
        assertEquals("café", item(Json.of("caf\u00E9")));
    }

    @Test
    void whatASecondReadingIsPossibleOfIsQuoted() {
        assertEquals("\"ana, ben\"", item(Json.of("ana, ben")));
        assertEquals("\"bread and butter\"", item(Json.of("bread and butter")));
        assertEquals("note \"nothing and urgent no\"", note(Json.of("nothing and urgent no")));
        assertEquals("note \"5\"", note(Json.of("5")));
        assertEquals("note \"yes\"", note(Json.of("yes")));
        assertEquals("note [ana]", note(Json.of(List.of(Json.of("ana")))));
        assertEquals("note an empty text", note(Json.of("")));
        assertEquals("note an empty list", note(Json.of(List.of())));
        assertEquals("note an empty object", note(Json.Obj.EMPTY));
        assertEquals("note null", note(Json.Null.NULL));
        assertEquals("note (a b, c 1)", note(Json.Obj.EMPTY.with("a", "b").with("c", 1)));
        assertEquals("\"say \\\"hi\\\" \\\\ there\"", item(Json.of("say \"hi\" \\ there")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "echo ok #\\nrm -r notes | `\"echo ok #\" line break \"rm -r notes\"`",
                "a\\tb | `\"a\" tab \"b\"`",
                "a\\r\\nb | `\"a\" carriage return, line break \"b\"`",
                "a\\u200bb | `\"a\" U+200B zero width space \"b\"`",
                "a\\u202eb | `\"a\" U+202E right-to-left override \"b\"`",
                "\\u3164 | `\"\" U+3164 hangul filler \"\"`",
                "t\\u0435a | `\"t\" U+0435 cyrillic small letter ie \"a\"`",
                "\\u0441\\u043e\\u0441\\u043e | `\"\" U+0441 cyrillic small letter es, U+043E cyrillic small letter o, U+0441 cyrillic small letter es, U+043E cyrillic small letter o \"\"`",
                "cafe\\u0301 | `\"cafe\" U+0301 combining acute accent \"\"`",
                "a\\u0020\\u0020b | `\"a\" 2 spaces \"b\"`",
                "tea\\u0020 | `\"tea\" space \"\"`",
                "\\uff54ea | `\"\" U+FF54 fullwidth latin small letter t \"ea\"`",
                "a\\u00a0b | `\"a\" U+00A0 no-break space \"b\"`",
                "\\ud800 | `\"\" U+D800 high surrogates d800 \"\"`"
            })
    void whatCannotBeSeenIsNamed(String text, String shown) {
        assertEquals(shown, item(Json.of(unescaped(text).translateEscapes())));
    }

    /** The two of each line look alike to a reader: at least one of them has names. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\\u00D0ana | \\u0110ana",
                "\\u0441\\u043E\\u0440 \\u0434\\u043E\\u043C | cop \\u0434\\u043E\\u043C",
                "\\u03BF \\u0434\\u043E\\u043C | \\u043E \\u0434\\u043E\\u043C",
                "\\u03F3 | j",
                "\\u0639\\u0644\\u0649 | \\u0639\\u0644\\u06CC",
                "\\u30ED\\u30B7\\u30A2 | \\u53E3\\u30B7\\u30A2",
                "\\u3078\\u3084 | \\u30D8\\u3084",
                "\\u30ED | \\u53E3",
                "\\u015F | \\u0219",
                "a \\uD83D\\uDFB5 b | a * b",
                "x\\u201D and path \\u201Cy | x\" and path \"y",
                "a\\u2014b | a-b",
                "3 \\u00D7 4 | 3 x 4",
                "\\u05E1 | o",
                "\\u30FC | \\u4E00",
                "\\u30E9\\u30FC | \\u30E9\\u4E00",
                "\\u0D20 | o",
                "\\u0413\\u041E | \\u0393O",
                "\\u0434\\u043E\\u043C | \\u0434o\\u043C"
            })
    void ofTwoTextsThatLookAlikeAtMostOneIsShownAsItIs(String one, String other) {
        assertFalse(ExactText.isSeen(unescaped(one)) && ExactText.isSeen(unescaped(other)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caf\\u00E9",
                "M\\u00FCller",
                "\\u0141\\u00F3d\\u017A",
                "\\u0434\\u043E\\u043C",
                "\\u03BB\\u03CC\\u03B3\\u03BF\\u03C2",
                "\\u30ED\\u30B7\\u30A2",
                "\\u304A\\u8336",
                "\\u30E9\\u30FC\\u30E1\\u30F3",
                "\\u90E8\\u5C4B",
                "\\uCEE4\\uD53C",
                "\\u0645\\u0631\\u062D\\u0628\\u0627",
                "\\u05E9\\u05DC\\u05D5\\u05DD",
                "tea \\uD83C\\uDF75"
            })
    void aCommonWordOfOneScriptIsShownAsItIs(String text) {
        assertTrue(ExactText.isSeen(unescaped(text)), ExactText.of(unescaped(text)));
    }

    private static String unescaped(String text) {
        return ESCAPED.matcher(text)
                .replaceAll(
                        code -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16))));
    }

    /** Every text of up to four of these characters, in every phrase: no two are asked about alike. */
    @Test
    void noTwoShortTextsAreAskedAboutAlike() {
        String[] letters = {
            "a", "1", " ", ",", "\"", "\\", "\n", "\u200B", "\u0301", "\u00E9", "e", "\u0435", "\u3164", "'", ".", "-",
            ":", "(", "]"
        };
        List<String> texts = new ArrayList<>(List.of(""));
        for (int from = 0, length = 0; length < 4; length++) {
            int to = texts.size();
            for (int i = from; i < to; i++) {
                for (String letter : letters) {
                    texts.add(texts.get(i) + letter);
                }
            }
            from = to;
        }
        assertTrue(texts.size() > 100_000, texts.size() + " texts");
        for (String phrase : List.of("", "order {item}", "mix {item}{note}")) {
            Map<String, String> seen = HashMap.newHashMap(texts.size());
            for (String text : texts.subList(0, phrase.isEmpty() ? texts.size() : 8_000)) {
                String other = seen.put(asked(phrase, Json.Obj.EMPTY.with("item", text)), text);
                assertTrue(other == null, () -> "'" + text + "' and '" + other + "' are asked about alike");
            }
        }
    }

    /** Every pair of values of a list of hard ones, in every phrase. */
    @Test
    void noTwoPairsOfValuesAreAskedAboutAlike() {
        List<Json> values = new ArrayList<>();
        for (String text : List.of(
                "",
                "a",
                "b",
                "a b",
                "b c",
                "c",
                "a to b",
                "to",
                "to b",
                "and",
                "a and note b",
                "with",
                "a with b",
                "nothing",
                "yes",
                "null",
                "1",
                "12",
                "2",
                "1 2",
                "a 1",
                "a, b",
                "an empty list",
                "an empty text",
                "lights",
                "a lights",
                "[a]",
                "(a b)",
                "a:b",
                "1:2",
                "\"",
                "\\",
                "\" and note \"",
                "\n",
                "line break",
                "U+2227 logical",
                "\u2227",
                " a",
                "a ",
                "a  b",
                "item a",
                "note b",
                "tab",
                "\t")) {
            values.add(Json.of(text));
        }
        values.addAll(List.of(
                Json.Null.NULL, Json.of(true), Json.of(false), Json.of(1), Json.of(2), Json.of(12), Json.of(23)));
        values.add(new Json.Num(new BigDecimal("1.5")));
        values.addAll(List.of(Json.Obj.EMPTY, Json.of(List.of()), Json.of(List.of(Json.of("a")))));
        values.add(Json.of(List.of(Json.of("a"), Json.of("b"))));
        values.add(Json.of(List.of(Json.of("a b"), Json.of("c"))));
        values.add(Json.of(List.of(Json.of("a, b"), Json.of("c"))));
        values.add(Json.of(List.of(Json.of(List.of(Json.of("a"), Json.of("b"))))));
        values.add(Json.of(List.of(Json.of(1), Json.of(2))));
        values.add(Json.Obj.EMPTY.with("a", "b"));
        values.add(Json.Obj.EMPTY.with("a", "b").with("c", "b"));
        values.add(Json.Obj.EMPTY.with("a_b", "c"));
        List<String> names = List.of("note", "item", "item_a", "itemA", "item a", "a", "a_b", "\u2227", "and", "");
        int questions = 0;
        for (String phrase : PHRASES) {
            Map<String, Json> seen = new HashMap<>();
            for (String name : names) {
                for (Json value : values) {
                    hold(seen, phrase, Json.Obj.EMPTY.with(name, value));
                    for (Json other : values) {
                        if (!name.equals("item") && (phrase.isEmpty() || name.equals("note"))) {
                            hold(
                                    seen,
                                    phrase,
                                    Json.Obj.EMPTY.with("item", other).with(name, value));
                        }
                    }
                }
            }
            questions += seen.size();
        }
        assertTrue(questions > 50_000, questions + " questions");
    }

    /** Arguments at random, from few letters, so that they come near each other. */
    @Test
    void noTwoArgumentsAtRandomAreAskedAboutAlike() {
        Random random = new Random(26);
        for (String phrase : PHRASES) {
            Map<String, Json> seen = new HashMap<>();
            for (int i = 0; i < 6_000; i++) {
                hold(seen, phrase, object(random, 3));
            }
        }
    }

    private static void hold(Map<String, Json> seen, String phrase, Json.Obj arguments) {
        String question = asked(phrase, arguments);
        Json other = seen.put(question, arguments);
        if (other != null && !other.canonical().equals(arguments.canonical())) {
            assertEquals(other.canonical(), arguments.canonical(), () -> "asked about alike: " + question);
        }
    }

    private static Json value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> Json.of(random.nextInt(3));
            case 1 -> random.nextInt(3) == 0 ? Json.Null.NULL : Json.of(random.nextBoolean());
            case 6 -> {
                List<Json> items = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    items.add(value(random, depth - 1));
                }
                yield Json.of(items);
            }
            case 7 -> object(random, depth - 1);
            default -> Json.of(text(random));
        };
    }

    private static Json.Obj object(Random random, int depth) {
        String[] names = {"item", "note", "item_note", "a", "a_b", "aB", "b", "and", "a b", "no", "\"", "line_2", ""};
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.put(names[random.nextInt(names.length)], value(random, depth));
        }
        return new Json.Obj(fields);
    }

    private static String text(Random random) {
        String[] parts = {
            "a",
            "b",
            "2",
            "item",
            "note",
            "and",
            "with",
            "no",
            "nothing",
            "an empty list",
            " ",
            " ",
            " ",
            ", ",
            "\"",
            "\\",
            "[",
            ")",
            "\n",
            "\u200B",
            "\u0430",
            "e\u0301",
            "\u00E9",
            "line break",
            "lights",
            "to",
            ":",
            "."
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }

    @Test
    void aTextThatIsNeverSeenAsItIsSaysSo() {
        for (int c = 0; c < 0x30000; c++) {
            String text = "x" + Character.toString(c) + "x";
            boolean isBlank = switch (Character.getType(c)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.PRIVATE_USE,
                        Character.UNASSIGNED,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.ENCLOSING_MARK -> true;
                default -> c != ' ' && (Character.isSpaceChar(c) || Character.isWhitespace(c));
            };
            if (isBlank) {
                assertFalse(ExactText.isSeen(text), () -> Integer.toHexString(text.codePointAt(1)));
            }
        }
    }
}
