package dev.parley.speech.moonshine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** The pieces of words by their numbers, read out of a script that carries them as one long constant. */
final class Vocabulary {
    private static final String CONSTANT = "vocab_base64 = \"";
    private static final char SPACE = '\u2581';
    private static final int FIRST_BYTE = 3;
    private static final int BYTES = 256;

    private final List<String> pieces;

    private Vocabulary(List<String> pieces) {
        this.pieces = pieces;
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
