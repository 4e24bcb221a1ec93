package dev.parley.speech.moonshine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pieces of words by their numbers, read out of a script that carries them as one long constant. */
final class Vocabulary {
    private static final String CONSTANT = "vocab_base64 = \"";
    private static final char SPACE = '\u2581';
    private static final int FIRST_BYTE = 3;
    private static final int BYTES = 256;

    private final List<String> pieces;

    private final Map<String, Integer> numbers = new HashMap<>();

    private Vocabulary(List<String> pieces) {
        this.pieces = pieces;
        for (int i = FIRST_BYTE + BYTES; i < pieces.size(); i++) {
            numbers.putIfAbsent(pieces.get(i), i);
        }
    }

    static Vocabulary read(Path script) throws IOException {
        String text = Files.readString(script);
        int from = text.indexOf(CONSTANT) + CONSTANT.length();
        int to = text.indexOf('"', from);
        if (from < CONSTANT.length() || to < 0) {
            throw new IOException(script.getFileName() + " holds no vocabulary");
        }
        byte[] all = Base64.getDecoder().decode(text.substring(from, to));
        return new Vocabulary(List.of(new String(all, StandardCharsets.UTF_8).split("\n", -1)));
    }

    /** The pieces in which a word is written that stands after a space; none if it has letters that no piece has. */
    List<Integer> pieces(String word) {
        List<String> parts = new ArrayList<>(List.of((SPACE + word).split("")));
        int joined = best(parts);
        while (joined >= 0) {
            parts.set(joined, parts.get(joined) + parts.remove(joined + 1));
            joined = best(parts);
        }
        return numbers.keySet().containsAll(parts)
                ? parts.stream().map(numbers::get).toList()
                : List.of();
    }

    /** Where two parts are to be joined first: at the piece with the lowest number. Negative if nowhere. */
    private int best(List<String> parts) {
        int best = -1;
        int lowest = Integer.MAX_VALUE;
        for (int i = 0; i + 1 < parts.size(); i++) {
            int number = numbers.getOrDefault(parts.get(i) + parts.get(i + 1), Integer.MAX_VALUE);
            if (number < lowest) {
                best = i;
                lowest = number;
            }
        }
        return best;
    }

    boolean beginsWord(int piece) {
        return piece < pieces.size() && pieces.get(piece).indexOf(SPACE) == 0;
    }

    boolean hasLetters(int piece) {
        return piece < pieces.size() && pieces.get(piece).chars().anyMatch(Character::isLetter);
    }

    /** The text of these pieces. A piece that stands for one byte of a letter is joined with those beside it. */
    String text(List<Integer> numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int number : numbers) {
            if (number >= FIRST_BYTE && number < FIRST_BYTE + BYTES) {
                bytes.write(number - FIRST_BYTE);
            } else if (number >= FIRST_BYTE && number < pieces.size()) {
                bytes.writeBytes(pieces.get(number).replace(SPACE, ' ').getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
