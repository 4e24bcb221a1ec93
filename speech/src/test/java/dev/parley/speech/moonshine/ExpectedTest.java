package dev.parley.speech.moonshine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network that wavers between two words writes the one that people here are likely to say; one that does not waver is believed. */
class ExpectedTest {
    private static final int END = 2;
    private static final int OTHERS = 259;
    private static final List<String> PIECES = List.of(
            "▁",
            "k",
            "i",
            "t",
            "c",
            "h",
            "e",
            "n",
            "p",
            "g",
            "o",
            "K",
            "▁k",
            "▁p",
            "it",
            "ch",
            "en",
            "▁kit",
            "chen",
            "▁kitchen",
            "▁pi",
            "ge",
            "on",
            "▁pige",
            "▁pigeon",
            "▁Kit",
            ".",
            "s",
            "▁kitchens");

    @TempDir
    Path folder;

    private Vocabulary vocabulary;

    @BeforeEach
    void aSmallVocabulary() throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            all.add("<" + i + ">");
        }
        all.addAll(PIECES);
        String coded = Base64.getEncoder().encodeToString(String.join("\n", all).getBytes(StandardCharsets.UTF_8));
        Path script = folder.resolve("vocabulary.js");
        Files.writeString(script, "var vocab_base64 = \"" + coded + "\";");
        vocabulary = Vocabulary.read(script);
    }

    private static int piece(String text) {
        return OTHERS + PIECES.indexOf(text);
    }

    private static float[] chances(Map<Integer, Double> likely) {
        float[] all = new float[OTHERS + PIECES.size()];
        Arrays.fill(all, -20f);
        likely.forEach((piece, chance) -> all[piece] = (float) Math.log(chance));
        return all;
    }

    private Line best(Line line, List<String> words, Map<Integer, Double> likely) {
        return Expected.of(words, vocabulary).goOn(line, chances(likely), 2, END).stream()
                .max(Comparator.comparingDouble(Line::favour))
                .orElseThrow();
    }

    @Test
    void aWordIsJoinedFromItsPiecesInTheOrderOfTheirNumbers() {
        assertEquals(List.of(piece("▁kitchen")), vocabulary.pieces("kitchen"));
        assertEquals(List.of(), vocabulary.pieces("café"));
    }

    @Test
    void theExpectedWordIsWrittenWhereTheNetworkWavers() {
        Map<Integer, Double> wavers = Map.of(piece("▁pigeon"), 0.6, piece("▁kitchen"), 0.2);
        assertEquals(
                List.of(piece("▁kitchen")),
                best(Line.empty(), List.of("kitchen"), wavers).pieces());
        assertEquals(
                List.of(piece("▁pigeon")), best(Line.empty(), List.of(), wavers).pieces());
    }

    @Test
    void whoeverSaysAPigeonForCertainIsBelieved() {
        Map<Integer, Double> certain = Map.of(piece("▁pigeon"), 0.97, piece("▁kitchen"), 0.02);
        Line line = best(Line.empty(), List.of("kitchen"), certain);
        assertEquals(List.of(piece("▁pigeon")), line.pieces());
        assertEquals(0.97, Math.exp(line.logChance()), 0.03, "how sure it is does not depend on what was expected");
    }

    @Test
    void theEndOfASentenceIsNoSurprise() {
        Line kitchen = best(Line.empty(), List.of("kitchen"), Map.of(piece("▁kitchen"), 0.9));
        Line after = best(kitchen, List.of("kitchen"), Map.of(END, 0.6, piece("▁kitchen"), 0.4));
        assertTrue(after.ended(), "expected words are not added for nothing");
        assertEquals(
                List.of(piece("▁kitchen"), piece(".")),
                best(kitchen, List.of("kitchen"), Map.of(piece("."), 0.6, piece("▁kitchen"), 0.4))
                        .pieces());
    }

    @Test
    void anExpectedWordThatGoesOnAsAnotherOneIsNone() {
        Expected expected = Expected.of(List.of("kitchen"), vocabulary);
        Line kitchen = expected.goOn(Line.empty(), chances(Map.of(piece("▁kitchen"), 0.9)), 1, END)
                .getFirst();
        Line kitchens = expected.goOn(kitchen, chances(Map.of(piece("s"), 0.9)), 1, END).stream()
                .filter(line -> line.pieces().contains(piece("s")))
                .findFirst()
                .orElseThrow();
        assertTrue(kitchens.favour() < kitchens.logChance(), "kitchens were not expected");
        assertEquals(kitchen.favour(), kitchen.logChance(), "the kitchen was");
    }
}
