package dev.parley.sim.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.record.History;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.session.record.RunelogJournal;
import dev.parley.session.recover.Found;
import dev.parley.sim.kill.KilledConversation.Moment;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * SIGKILL in the middle of a turn, and a second process that goes on: durable state is there, the turn is closed with an
 * honest reason, nothing is spoken or run twice (rulings D3, E4, E7, X9; stream pipeline item 29).
 */
@Timeout(180)
class ConversationKillTest {
    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @EnumSource
    void aKilledProcessIsTakenUpHonestly(Moment moment) throws Exception {
        kill(moment);
        Scenario rest = ScenarioReader.yaml(KilledConversation.WORLD.replace("at_ms: 100", "at_ms: 50000")
                + "  - {at_ms: 1000, types: \"short\", by: ana}\n");
        List<Rune> before;
        try (Runelog log = KilledConversation.open(directory)) {
            assertEquals(List.of(), log.findings());
            before = read(log, rest);
            Found found =
                    ScenarioRun.after(before, rest, RunelogJournal.inStep(log)).orElseThrow();
            assertFound(moment, found);
        }
        try (Runelog log = KilledConversation.open(directory)) {
            List<Rune> after = read(log, rest);
            assertEquals(before, after.subList(0, before.size()), "what was recorded stays as it was");
            check(moment, after, after.subList(before.size(), after.size()));
        }
    }

    /** Ruling E8: the question is asked again, and its yes runs the call that was wished for, once. */
    @Test
    void aQuestionThatWasOpenWhenItsProcessWasKilledIsAskedAgain() throws Exception {
        kill(Moment.APPROVAL_PENDING);
        Scenario rest = ScenarioReader.yaml(KilledConversation.WORLD.replace("at_ms: 100", "at_ms: 50000")
                + "  - {at_ms: 1000, approves: \"c1#2\", by: ana}\n");
        try (Runelog log = KilledConversation.open(directory)) {
            ScenarioRun.after(read(log, rest), rest, RunelogJournal.inStep(log));
        }
        try (Runelog log = KilledConversation.open(directory)) {
            List<Rune> all = read(log, rest);
            assertEquals(List.of(2L), turns(all, "tool.dispatched"), "it runs once");
            assertEquals(List.of("completed"), reasons(all, 2));
            assertEquals(
                    List.of(
                            "user order",
                            "tool {\"status\":\"cancelled\"}",
                            "tool {\"ordered\":\"tea\"}",
                            "assistant done"),
                    history(all));
            Replay replay = new Replay(new Rooms());
            all.forEach(replay::accept);
            assertNull(replay.divergence());
        }
    }

    private static void assertFound(Moment moment, Found found) {
        boolean between = moment == Moment.BETWEEN_TURNS;
        assertEquals(between ? List.of() : List.of(1L), found.turns());
        assertEquals(moment == Moment.SPEAKING ? List.of(1L) : List.of(), found.replies());
        assertEquals(moment == Moment.TOOL_RUNS ? List.of("c1") : List.of(), found.unknown());
        assertEquals(moment == Moment.APPROVAL_PENDING ? List.of("c1") : List.of(), found.cancelled());
        assertEquals(between, found.isNothing());
    }

    private static void check(Moment moment, List<Rune> all, List<Rune> later) {
        assertEquals(
                moment == Moment.BETWEEN_TURNS ? List.of("completed") : List.of(EvidenceUnavailable.REASON),
                reasons(all, 1),
                "one honest end");
        boolean asked = moment == Moment.APPROVAL_PENDING;
        long next = asked ? 3 : 2;
        assertEquals(asked ? List.of("interrupted") : List.of("completed"), reasons(all, 2), "it goes on");
        assertEquals(List.of("completed"), reasons(all, next), "the conversation goes on");
        assertEquals(List.of(next), turns(later, "playback.started"), "nothing is spoken twice");
        assertEquals(List.of(), turns(later, "tool.dispatched"), "nothing is run again");
        assertEquals(List.of(next), turns(later, "caption"), "the person's override is durable");
        assertTrue(
                later.stream()
                        .noneMatch(rune -> "person_added".equals(rune.payload().text("action"))),
                "ana is there without moving in again");
        assertEquals(heard(moment), history(all));
        Replay replay = new Replay(new Rooms());
        all.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    /** What was heard, as far as the record of the first process shows it. */
    private static List<String> heard(Moment moment) {
        List<String> second = List.of("user short", "assistant well");
        List<String> first = switch (moment) {
            case THINKING -> List.of("user tell me");
            case SPEAKING -> List.of("user tell me", "assistant one two three four");
            case TOOL_RUNS -> List.of("user measure", "tool {\"status\":\"unknown\"}");
            case APPROVAL_PENDING ->
                List.of("user order", "tool {\"status\":\"cancelled\"}", "tool {\"status\":\"cancelled\"}");
            case BETWEEN_TURNS -> second;
        };
        return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<String> history(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        return history.entries().stream()
                .map(entry -> entry.role() + " " + entry.text())
                .toList();
    }

    private static List<String> reasons(List<Rune> runes, long turn) {
        return runes.stream()
                .filter(rune -> rune.turn() == turn)
                .filter(rune -> List.of("commit", "abort")
                        .contains(String.valueOf(rune.payload().text("signal"))))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    private static List<Long> turns(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(Rune::turn)
                .toList();
    }

    private static List<Rune> read(Runelog log, Scenario scenario) {
        try (RuneReader reader = log.read(scenario.conversation(), 0)) {
            return reader.toList();
        }
    }

    private void kill(Moment moment) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        KilledConversation.class.getName(),
                        directory.toString(),
                        moment.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("standing still: " + moment, output.readLine());
        } finally {
            process.destroyForcibly();
        }
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(137, process.exitValue(), "killed by SIGKILL");
    }
}
