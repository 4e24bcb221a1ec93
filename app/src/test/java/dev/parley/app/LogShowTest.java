package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording for human eyes, and the same for programs. */
class LogShowTest {
    private final Commands commands = new Commands();

    @TempDir
    private Path data = Path.of("");

    @BeforeEach
    void aConversationOfBen() {
        commands.run(
                "turn on the kitchen lights\norder some tea\nno\ndisable the alarm\n",
                "talk",
                "--as",
                "ben",
                "--data",
                data.toString());
    }

    private List<String> show(String... more) {
        List<String> args = new ArrayList<>(List.of("log", "show", "talk-1", "--data", data.toString()));
        args.addAll(List.of(more));
        return commands.run("", args.toArray(String[]::new));
    }

    /** A line without its event id and its time. */
    private static String plain(String line) {
        return line.replaceAll("  \\[\\d+]$", "").replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "TIME");
    }

    @Test
    void isATreeOfTurnsWithToolsVerdictsAndReasons() {
        List<String> lines = show().stream().map(LogShowTest::plain).toList();
        assertEquals("talk-1  TIME UTC, with ben, 3 turns", lines.getFirst());
        assertEquals(
                List.of(
                        "├─ turn 3  TIME",
                        "│  ├─ ben: disable the alarm",
                        "│  ├─ disable_alarm",
                        "│  │  ├─ command authorization_granted of ben: denied, people.command.role:"
                                + " security is not open to OPERATOR",
                        "│  │  ├─ tool reject: allowed, security is not open to OPERATOR",
                        "│  │  └─ denied, security is not open to OPERATOR",
                        "│  └─ agent: I did not disable the alarm: that is for the owner of the house.",
                        "└─ identity end_conversation of ben: allowed"),
                lines.subList(lines.size() - 8, lines.size()));
        assertTrue(lines.contains("│  ├─ order (item tea)"), lines.toString());
        assertTrue(lines.contains("│  │  ├─ tool reject by ben: allowed"), lines.toString());
    }

    @Test
    void printsNoColourAndNoHashWhereNobodySitsBeforeATerminal() {
        String all = String.join("\n", show());
        assertFalse(all.contains("\u001b"), all);
        assertFalse(all.matches("(?s).*[0-9a-f]{32}.*"), all);
    }

    @Test
    void theNumbersBesideItsLinesAreEventsThatExplainTakes() {
        String refused = show().stream()
                .filter(line -> line.contains("denied, people.command.role"))
                .findFirst()
                .orElseThrow();
        String event = refused.replaceAll(".*\\[(\\d+)]$", "$1");
        String why = String.join("\n", commands.run("", "explain", "--data", data.toString(), "talk-1", event));
        assertTrue(why.contains("people.command.role"), why);
    }

    /** The number beside what the agent said leads to whose words, how they were understood, the rule, and what would change it. */
    @Test
    void theNumberBesideWhatWasSaidLeadsToTheWholeReason() {
        String said = show().stream()
                .filter(line -> line.contains("agent: I did not disable the alarm"))
                .findFirst()
                .orElseThrow();
        String event = said.replaceAll(".*\\[(\\d+)]$", "$1");
        String why = String.join("\n", commands.run("", "explain", "--data", data.toString(), "talk-1", event));
        for (String told : List.of(
                "Ben had said \"disable the alarm\"",
                "which was understood as: disable alarm.",
                "people.command.role",
                "It would be allowed after ana says")) {
            assertTrue(why.contains(told), why);
        }
    }

    /** What was withheld is in neither view, and why it was is. */
    @Test
    void whatWasWithheldIsExplainedAndNotRepeated() {
        String[] at = {"talk", "--as", "ana", "--data", data.toString()};
        commands.run("remember that my allergy is kznuts\nsomeone arrived\nwhat is my allergy\n", at);
        String[] shows = {"log", "show", "talk-2", "--data", data.toString()};
        String unsaid = commands.run("", shows).stream()
                .filter(line -> line.contains("not said: not everybody here may hear it"))
                .findFirst()
                .orElseThrow();
        String event = unsaid.replaceAll(".*\\[(\\d+)]$", "$1");
        String why = String.join("\n", commands.run("", "explain", "--data", data.toString(), "talk-2", event));
        assertTrue(why.contains("somebody whom the house does not know may hear it too"), why);
        assertFalse(why.contains("kznuts"), why);
    }

    @Test
    void aQuestionAndItsAnswerComeBeforeWhatBecameOfTheCall() {
        List<String> lines = show("--plain").stream().map(LogShowTest::plain).toList();
        int asked = lines.indexOf("      agent: May I order tea? Please say yes or no.");
        assertTrue(asked > 0, lines.toString());
        assertEquals(
                List.of("      ben: no", "      tool reject by ben: allowed", "      denied by ben"),
                lines.subList(asked + 1, asked + 4));
    }

    @Test
    void whoHesitatesIsShownBetweenTheQuestionAndItsAnswer() {
        commands.run("order some tea\nhmm\nno\n", "talk", "--as", "ben", "--data", data.toString());
        List<String> lines = commands.run("", "log", "show", "talk-2", "--plain", "--data", data.toString()).stream()
                .map(LogShowTest::plain)
                .toList();
        String question = "      agent: May I order tea? Please say yes or no.";
        int first = lines.indexOf(question);
        assertEquals(
                List.of(question, "      ben: hmm", question, "      ben: no"),
                lines.subList(first, first + 4),
                lines.toString());
    }

    @Test
    void whatAToolAnsweredIsReadAloudWithoutBracesAndQuotes() {
        List<String> lines = show("--plain").stream().map(LogShowTest::plain).toList();
        assertTrue(lines.contains("      success (device lights, now on, place kitchen)"), lines.toString());
        assertTrue(lines.stream().noneMatch(line -> line.contains("{")), lines.toString());
    }

    @Test
    void anExplanationCanBeReadAloudToo() {
        String event = show().stream()
                .filter(line -> line.contains("denied, people.command.role"))
                .map(line -> line.replaceAll(".*\\[(\\d+)]$", "$1"))
                .findFirst()
                .orElseThrow();
        List<String> drawn = commands.run("", "explain", "--data", data.toString(), "talk-1", event);
        List<String> plain = commands.run("", "explain", "--data", data.toString(), "talk-1", event, "--plain");
        assertTrue(drawn.stream().anyMatch(line -> line.contains("└─")), drawn.toString());
        assertTrue(plain.stream().noneMatch(line -> line.matches(".*[└├│].*")), plain.toString());
        assertEquals(
                drawn.stream().map(line -> line.replaceAll("[└├│─ ]", "")).toList(),
                plain.stream().map(line -> line.replace(" ", "")).toList());
    }

    /** An answer that was pressed and not said is a line like any other. */
    @Test
    void aPressedAnswerIsALine() throws IOException {
        Path script = Files.writeString(data.resolve("tea.yaml"), """
                name: tea
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user:
                  - {at_ms: 500, types: "Order tea", by: ana}
                  - {at_ms: 2000, approves: c1, by: ana}
                agent:
                  - {when: "tea", calls: [{id: c1, tool: order}]}
                  - {when_result: c1, says: "Tea is on its way.", audio_ms: 2000}
                tools:
                  order: {takes_ms: 500, returns: {ok: true}, approval: required}
                """);
        String record = data.resolve("scenario").toString();
        commands.run("", "scenario", "run", script.toString(), "--record", record);
        String name =
                commands.run("", "log", "show", "--data", record).getFirst().replaceAll("  .*", "");
        List<String> lines = commands.run("", "log", "show", "--plain", "--data", record, name).stream()
                .map(LogShowTest::plain)
                .toList();
        assertTrue(lines.contains("      ana: yes"), lines.toString());
    }

    /** Branches are noise to whoever has it read aloud. */
    @Test
    void isPlainForAScreenReader() {
        String all = String.join("\n", show("--plain"));
        assertFalse(all.matches("(?s).*[\u2500-\u257f\u001b].*"), all);
        assertEquals(show().size(), show("--plain").size());
    }

    @Test
    void withoutANameItListsConversationsForPeopleAndTheHouseLast() {
        List<String> lines = commands.run("", "log", "show", "--data", data.toString()).stream()
                .map(LogShowTest::plain)
                .toList();
        assertEquals(
                List.of("talk-1  TIME UTC, with ben, 3 turns", "house:people  TIME UTC, with nobody, 0 turns"), lines);
    }

    @Test
    void saysTheSameToPrograms() throws JsonDecoder.NotJson {
        List<String> lines = show("--json");
        assertEquals(1, lines.size());
        Json.Obj tree = (Json.Obj) JsonDecoder.decode(lines.getFirst());
        assertEquals("talk-1", tree.text("conversation"));
        assertEquals("3", String.valueOf(tree.number("turns")));
        Set<String> rules = new TreeSet<>();
        rules(tree, rules);
        assertEquals(Set.of("people.command.role"), rules);
    }

    private static void rules(Json.Obj node, Set<String> into) {
        if (node.get("violations") instanceof Json.Arr(List<Json> ids)) {
            ids.forEach(id -> into.add(((Json.Str) id).value()));
        }
        if (node.get("items") instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> rules((Json.Obj) item, into));
        }
    }

    @Test
    void theListOfConversationsHasDatesPeopleAndTurns() throws JsonDecoder.NotJson {
        String line = commands.run("", "log", "ls", "--data", data.toString(), "talk-1")
                .getFirst();
        Json.Obj listed = (Json.Obj) JsonDecoder.decode(line);
        assertEquals(Json.texts(List.of("ben")), listed.get("people"));
        assertEquals("3", String.valueOf(listed.number("turns")));
        assertTrue(String.valueOf(listed.text("from")).matches("\\d{4}-\\d\\d-\\d\\dT.*Z"), line);
        assertTrue(String.valueOf(listed.text("to")).compareTo(String.valueOf(listed.text("from"))) >= 0, line);
    }
}
