package dev.parley.bench.server;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a hostile client says and sends: each text is legal in its form, and was once expensive to read. */
final class HostileTexts {
    private static final List<String> PARTS = List.of(
            "talk ", "!", "\\\"", "1 ", "please ", "i'm ", "keep ", "put ", "A", "and ", "my is ", "turn on 1 2 3 x ");

    private static final List<List<String>> REMEMBERED = List.of(
            List.of("I like cats", "I like boats"),
            List.of("remember that my bike number is"),
            List.of("my name is x", "call me y", "i prefer tea"));

    /** Framings of a body whose end is in doubt. */
    static final List<String> FRAMINGS = List.of(
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: identity",
            "Transfer-Encoding: chunked;q=1",
            "Transfer-Encoding:",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding:\r\n chunked",
            "Transfer-Encoding : chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 0",
            "Content-Length: 0\r\nContent-Length: 0",
            "Content-Length: 99999999999999999999");

    /** Claims of a token, each with a value of another type than it has, or one beyond its range. */
    static final List<String> CLAIMS = List.of(
            "\"exp\":null",
            "\"exp\":1e999",
            "\"exp\":\"32503680000\"",
            "\"exp\":9223372036854775807",
            "\"sub\":\"\"",
            "\"sub\":null",
            "\"sub\":{}",
            "\"aud\":[null]",
            "\"aud\":[[]]",
            "\"nbf\":\"never\"",
            "\"parley_role\":[\"admin\"]",
            "\"parley_role\":\"adm\\u0131n\"",
            "\"parley_people\":{\"ana\":true}",
            "\"parley_conversation\":null",
            "\"x\":" + "[".repeat(3_000) + "]".repeat(3_000));

    private static final int MANY_KEYS = 70_000;
    private static final int MANY_NAMES = 9_000;
    private static final int DOUBLINGS = 30;
    private static final int TOOLS = 100;

    private HostileTexts() {}

    /** So many characters of one part again and again, every second time behind an opening of the rules of language. */
    static String sentence(int number, int length) {
        String part = PARTS.get(number % PARTS.size());
        String opening = number % 2 == 0 ? "" : "my allergy is ";
        int times = (length - opening.length() - 1) / part.replace("\\", "").length();
        return opening + part.repeat(times) + "x";
    }

    /** Short sentences about a person, as many as a message may hold. */
    static String remembered(int number, int length) {
        List<String> begins = REMEMBERED.get(number % REMEMBERED.size());
        StringBuilder all = new StringBuilder();
        for (int i = 0; all.length() < length - 50; i++) {
            all.append(begins.get(i % begins.size())).append(' ').append(i).append(". ");
        }
        return all.toString().strip();
    }

    /** An object with so many keys that it fills a request. */
    static String manyKeys(String first) {
        return IntStream.range(0, MANY_KEYS)
                .mapToObj(key -> "\"k" + key + "\":0")
                .collect(Collectors.joining(",", "{" + first + ",", "}"));
    }

    /** One conversation by as many names as a request may have. */
    static String whatIf(String conversation) {
        return IntStream.range(0, MANY_NAMES)
                .mapToObj(each -> "\"" + conversation + "\"")
                .collect(Collectors.joining(",", "{\"seconds\":1,\"conversations\":[", "]}"));
    }

    /** Tools whose schemas double at every reference, and have patterns that backtrack. */
    static String tools(int number) {
        List<String> tools = new ArrayList<>();
        for (int tool = 0; tool < TOOLS; tool++) {
            tools.add("{\"type\":\"function\",\"name\":\"tool_" + number + "_" + tool + "\",\"parameters\":"
                    + (tool % 2 == 0 ? doubling() : backtracking()) + "}");
        }
        return "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"tools\":[" + String.join(",", tools)
                + "]}}";
    }

    private static String doubling() {
        return IntStream.range(0, DOUBLINGS)
                .mapToObj(each -> "\"d" + each + "\":{\"allOf\":[{\"$ref\":\"#/$defs/d" + (each + 1)
                        + "\"},{\"$ref\":\"#/$defs/d" + (each + 1) + "\"}]}")
                .collect(Collectors.joining(
                        ",",
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/d0\"}},\"$defs\":{",
                        ",\"d" + DOUBLINGS + "\":{\"type\":\"string\"}}}"));
    }

    private static String backtracking() {
        return "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(.*a){20}b\"},"
                + "\"b\":{\"type\":\"string\",\"pattern\":\"(x+x+)+y\"}}}";
    }

    /** A session as long as it may be described. */
    static String instructions(int number) {
        return "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"instructions\":\"" + number + " "
                + sentence(number, 32_000) + "\"}}";
    }

    /** A part of a conversation that was never held. */
    static String item(int number) {
        return "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"system\",\"content\":["
                + "{\"type\":\"input_text\",\"text\":\"" + sentence(number, 3_990) + "\"}]}}";
    }
}
