package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.episode.Profile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The answers to a stream of lines. */
final class CheckedLines {
    static final PacketReader READER = new PacketReader(new PacketSchemas());

    private final List<JsonNode> answers;
    private final boolean allAccepted;

    private CheckedLines(List<JsonNode> answers, boolean allAccepted) {
        this.answers = answers;
        this.allAccepted = allAccepted;
    }

    static CheckedLines of(List<ObjectNode> lines) {
        return of(Profile.STRICT, lines);
    }

    static CheckedLines of(Profile profile, List<ObjectNode> lines) {
        return ofText(
                profile,
                String.join("\n", lines.stream().map(JsonNode::toString).toList()) + "\n");
    }

    static CheckedLines ofText(Profile profile, String text) {
        return ofBytes(profile, text.getBytes(StandardCharsets.UTF_8));
    }

    static CheckedLines ofBytes(Profile profile, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean accepted;
        try {
            accepted = new EpisodeCheck(READER, profile, out).run(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.endsWith("\n"));
        List<JsonNode> answers = new ArrayList<>();
        text.lines().forEach(line -> answers.add(JsonMapper.shared().readTree(line)));
        return new CheckedLines(answers, accepted);
    }

    boolean allAccepted() {
        return allAccepted;
    }

    int verdicts() {
        return answers.size() - 1;
    }

    JsonNode verdict(int n) {
        return answers.get(n - 1);
    }

    JsonNode lastVerdict() {
        return answers.get(answers.size() - 2);
    }

    JsonNode summary() {
        return answers.getLast();
    }

    List<String> errors(int n) {
        return rules(verdict(n).path("errors"));
    }

    List<String> warnings(int n) {
        return rules(verdict(n).path("warnings"));
    }

    String state(int n) {
        return verdict(n).path("state").asString("null");
    }

    /** The rules of the first line that was refused; empty where none was. */
    List<String> firstErrors() {
        for (int n = 1; n <= verdicts(); n++) {
            if (!errors(n).isEmpty()) {
                return errors(n);
            }
        }
        return List.of();
    }

    CheckedLines lastRejected(String... rules) {
        assertEquals(
                List.of(rules),
                rules(lastVerdict().path("errors")).stream().distinct().toList());
        assertEquals("rejected", lastVerdict().path("decision").stringValue());
        return this;
    }

    CheckedLines lastAccepted(String state) {
        assertEquals("[]", lastVerdict().path("errors").toString());
        assertEquals("accepted", lastVerdict().path("decision").stringValue());
        assertEquals(state, lastVerdict().path("state").stringValue());
        return this;
    }

    private static List<String> rules(JsonNode breaches) {
        return breaches.valueStream()
                .map(breach -> breach.path("rule").stringValue())
                .toList();
    }
}
