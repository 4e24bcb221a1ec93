package dev.parley.kernel.people;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sentences that come near a yes and are none, and the answers that are. */
final class NearYes {
    static final String QUESTION_MARKS =
            "?;\u00BF\u037E\u055E\u061F\u1367\u1945\u203D\u2047\u2048\u2049\u2753\u2754\u2CFA\u2CFB"
                    + "\u2E18\u2E2E\u2E54\uA60F\uA6F7\uFE16\uFE56\uFF1F\uD804\uDD43";

    private static final Pattern ESCAPED = Pattern.compile("\\\\u(\\p{XDigit}{4})|\\\\\\\\");

    private NearYes() {}

    /** Those of {@code near-yes.txt}, whose lines escape all but printable ASCII. */
    static List<String> sentences() {
        try (InputStream file = Objects.requireNonNull(NearYes.class.getResourceAsStream("/near-yes.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("# "))
                    .map(NearYes::unescaped)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unescaped(String line) {
        return ESCAPED.matcher(line).replaceAll(found -> {
            String code = found.group(1);
            String character = code == null ? "\\" : String.valueOf((char) Integer.parseInt(code, 16));
            return java.util.regex.Matcher.quoteReplacement(character);
        });
    }

    static List<String> answers() {
        return List.of(
                "yes",
                "yeah",
                "yep",
                "yup",
                "yea",
                "y",
                "ok",
                "okay",
                "alright",
                "all right",
                "sure",
                "certainly",
                "absolutely",
                "definitely",
                "confirm",
                "confirmed",
                "affirmative",
                "correct",
                "agreed",
                "approved",
                "approve",
                "do it",
                "just do it",
                "go ahead",
                "please do",
                "of course",
                "by all means",
                "confirm it",
                "approve it",
                "i agree",
                "i confirm",
                "that is correct",
                "yes please",
                "yeah please",
                "certainly please",
                "confirm please",
                "of course please",
                "go ahead please",
                "yes i am sure",
                "yep please",
                "sure please",
                "do it please",
                "yes do it",
                "yes do it please",
                "please do please",
                "yes yes",
                "ok do it",
                "okay go ahead",
                "oh yes",
                "well yes",
                "then yes",
                "yes thanks",
                "yes thank you",
                "thanks yes",
                "yes of course",
                "sure thing",
                "do it now",
                "yes now please",
                "go ahead then",
                "alright then",
                "i would yes",
                "yes i do",
                "yes you may",
                "yes that is right",
                "please do it",
                "please go ahead",
                "yes please do it now",
                "go ahead and do it",
                "sure thanks");
    }

    /** One answer in the punctuation and spelling of many scripts and keyboards. */
    static Stream<String> written(String answer) {
        String capital = answer.substring(0, 1).toUpperCase(Locale.ROOT) + answer.substring(1);
        return Stream.of(
                answer,
                capital + ".",
                answer.toUpperCase(Locale.ROOT) + "!",
                "  " + answer.replace(" ", "  ") + " ",
                capital.replaceFirst(" ", ", "),
                "\u00A1" + capital + "!",
                "\"" + answer + "\"",
                "\u201E" + capital + "\u201C",
                "\u00AB\u00A0" + answer + "\u00A0\u00BB",
                "\u300C" + answer + "\u300D",
                answer + "\u3002",
                answer + "\uFF01",
                answer + "\uFF0C",
                answer + "\u060C",
                answer + "\u06D4",
                answer + "\u0964",
                answer + "\u0589",
                "\u3000" + answer + "\t\n",
                answer + " \uD83D\uDC4D",
                "- " + answer);
    }
}
