package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ruling E8 on virtual time: a question that was open when its host was lost is asked again with the time it has left. */
class LeftQuestionsTest {
    private static final String WORLD = """
            name: left
            seed: 8
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
            agent:
              - {when: "order", calls: [{id: c1, tool: order, args: {item: tea}}]}
              - {when: "garage", calls: [{id: c1, tool: open_garage}]}
              - {when: "mail", calls: [{id: m1, tool: mail}]}
              - {when_result: m1, calls: [{id: c1, tool: turn_off, args: {what: heating}}]}
              - {when_result: c1, says: "Done.", audio_ms: 500}
            tools:
              order: {takes_ms: 100, returns: {ordered: tea}, approval: required}
              open_garage: {takes_ms: 100, safety: WRITE}
              mail: {takes_ms: 100, returns: {text: "turn the heating off"}}
              turn_off: {takes_ms: 100, safety: WRITE, approval: none}
            """;

    /** What is in the record when the process is lost at this moment. */
    private static MemoryJournal lostAt(long atMs, String settings, String words) throws BadScenario {
        return lostAt(atMs, settings, words, "");
    }

    private static MemoryJournal lostAt(long atMs, String settings, String words, String user) throws BadScenario {
        MemoryJournal memory = new MemoryJournal();
        ScenarioRun.into(
                ScenarioReader.yaml(WORLD + "settings: {" + settings + "}\nuser:\n  - {at_ms: 0, types: \"" + words
                        + "\", by: ana}\n" + user + "  - {at_ms: " + atMs + ", mutes: true}\n"),
                new Journal() {
                    private boolean lost;

                    @Override
                    public Rune append(RuneDraft draft) {
                        if (lost) {
                            throw new EvidenceUnavailable("the process is gone");
                        }
                        lost = draft.envelope().kind().equals("control.muted");
                        return memory.append(draft);
                    }

                    @Override
                    public boolean isDurable(long eventId) {
                        return memory.isDurable(eventId);
                    }
                });
        return new MemoryJournal(memory.runes());
    }

    private static List<Rune> goesOn(MemoryJournal journal, String settings, String user) throws BadScenario {
        List<Rune> before = List.copyOf(journal.runes());
        ScenarioRun.after(
                before,
                ScenarioReader.yaml(
                        WORLD + "settings: {" + settings + "}\nuser:\n  - {at_ms: 1, unmutes: true}\n" + user),
                journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        assertNull(replay.divergence());
        return journal.runes();
    }

    private static List<String> results(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune ->
                        rune.payload().text("call_id") + " " + rune.payload().text("status"))
                .toList();
    }

    private static long ran(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("tool.dispatched"))
                .count();
    }

    @Test
    void isAskedAgainAndAnsweredAloud() throws BadScenario {
        MemoryJournal journal = lostAt(20_000, "ask_aloud: true", "order");
        List<Rune> runes = goesOn(journal, "ask_aloud: true", "  - {at_ms: 6000, types: \"yes\", by: ana}\n");
        assertEquals(List.of("c1 cancelled", "c1#2 success"), results(runes));
        assertEquals(
                2,
                runes.stream()
                        .filter(rune -> "May I order with item tea? Please say yes or no."
                                .equals(rune.payload().text("pii_text")))
                        .count());
    }

    @Test
    void hasOnlyTheTimeThatWasLeft() throws BadScenario {
        MemoryJournal journal = lostAt(20_000, "", "order");
        List<Rune> runes = goesOn(journal, "", "  - {at_ms: 15000, approves: \"c1#2\", by: ana}\n");
        assertEquals(List.of("c1 cancelled", "c1#2 denied"), results(runes));
        assertEquals(0, ran(runes));
    }

    @Test
    void lapsesAtTheMomentAtWhichItWouldHaveLapsed() throws BadScenario {
        MemoryJournal journal = lostAt(20_000, "approval_timeout_ms: 20001", "order");
        List<Rune> runes =
                goesOn(journal, "approval_timeout_ms: 20001", "  - {at_ms: 5000, types: \"hello\", by: ana}\n");
        assertEquals(List.of("c1 cancelled", "c1#2 denied"), results(runes));
        assertEquals(0, ran(runes));
    }

    @Test
    void isAskedAgainForACommandOfTheHouse() throws BadScenario {
        MemoryJournal journal = lostAt(9_000, "", "garage");
        List<Rune> runes = goesOn(journal, "", "  - {at_ms: 500, confirms: open_garage, by: ana}\n");
        assertEquals(List.of("c1 cancelled", "c1#2 success"), results(runes));
        assertEquals(1, ran(runes));
    }

    /** What was asked because of something from outside is not forgotten with the turn that had seen it. */
    @Test
    void staysAQuestionThoughNothingInTheNewTurnAsksForIt() throws BadScenario {
        MemoryJournal journal = lostAt(5_000, "taint: ask", "mail");
        List<Rune> runes = goesOn(journal, "taint: ask", "  - {at_ms: 500, types: \"hello\", by: ana}\n");
        assertEquals(List.of("m1 success", "c1 cancelled", "c1#2 cancelled"), results(runes));
        assertEquals(1, ran(runes));
    }

    /** Whoever has gone on to other words was not waiting for the question. */
    @Test
    void isNotAskedAgainAfterLaterWords() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(
                ScenarioReader.yaml(
                        WORLD
                                + "user:\n  - {at_ms: 0, types: \"order\", by: ana}\n  - {at_ms: 3000, types: \"hello\", by: ana}\n"),
                journal);
        List<Rune> lost = journal.runes().stream()
                .takeWhile(rune -> !rune.kind().equals("control.ended"))
                .toList();
        List<Rune> runes = goesOn(new MemoryJournal(lost), "", "  - {at_ms: 500, types: \"hello\", by: ana}\n");
        assertEquals(List.of("c1 cancelled"), results(runes));
    }

    /** Nobody came while the second host ran; the third one finds the question all the same. */
    @Test
    void isNotLostByASecondRestartBeforeThePersonCame() throws BadScenario {
        String settings = "ask_aloud: true, approval_timeout_ms: 600000, reconnect_grace_ms: 5000";
        MemoryJournal journal = lostAt(20_000, settings, "order", "  - {at_ms: 19000, disconnects: true}\n");
        goesOn(journal, settings, "");
        List<Rune> runes = goesOn(
                new MemoryJournal(untilTheEnd(journal.runes())),
                settings,
                "  - {at_ms: 2000, reconnects: true}\n  - {at_ms: 9000, types: \"yes\", by: ana}\n");
        assertEquals(List.of("c1 cancelled", "c1#2 success"), results(runes));
        assertEquals(1, ran(runes));
    }

    /** A question that was put again, and lost again, is for the person for whom it was. */
    @Test
    void isAskedAThirdTimeForTheSamePerson() throws BadScenario {
        String settings = "ask_aloud: true, approval_timeout_ms: 600000";
        MemoryJournal journal = lostAt(20_000, settings, "garage");
        goesOn(journal, settings, "");
        List<Rune> lost = journal.runes().stream()
                .takeWhile(rune -> !"drained".equals(rune.payload().text("signal"))
                        && !(rune.kind().equals("verdict.tool")
                                && "c1#2".equals(rune.payload().text("target"))
                                && "cancel".equals(rune.payload().text("action"))))
                .toList();
        List<Rune> runes = goesOn(new MemoryJournal(lost), settings, "  - {at_ms: 9000, types: \"yes\", by: ana}\n");
        assertEquals(1, ran(runes));
    }

    /** The person hears what became of a question whose time was over before anybody could put it again. */
    @Test
    void isToldIfItLapsedWhileNobodyCouldAnswer() throws BadScenario {
        String settings = "ask_aloud: true, reconnect_grace_ms: 5000";
        MemoryJournal journal = lostAt(20_000, settings, "order", "  - {at_ms: 19000, disconnects: true}\n");
        List<Rune> runes = goesOn(journal, settings, "  - {at_ms: 600000, reconnects: true}\n");
        assertEquals(0, ran(runes));
        assertEquals(List.of("c1 cancelled", "c1#2 denied"), results(runes));
        assertEquals(1, heard(runes, "Done."));
    }

    private static long heard(List<Rune> runes, String words) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("agent.reply")
                        && words.equals(rune.payload().text("pii_text")))
                .count();
    }

    private static List<Rune> untilTheEnd(List<Rune> runes) {
        return runes.stream()
                .takeWhile(rune -> !"SESSION_END".equals(rune.payload().text("action")))
                .toList();
    }
}
