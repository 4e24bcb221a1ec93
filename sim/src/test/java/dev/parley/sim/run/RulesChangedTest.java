package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.recover.Found;
import dev.parley.session.recover.Recovery;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import dev.parley.state.ConversationState;
import dev.parley.state.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Ruling E9: a conversation is gone on with under other rules only if they lead to everything that was recorded. */
class RulesChangedTest {
    private static final String WORLD = """
            name: rules that changed
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 100, types: "switch the light on", by: ana}
              - {at_ms: 3000, types: "tell me", by: ana}
            agent:
              - {when: "light", calls: [{id: c1, tool: turn_on_light}]}
              - {when_result: c1, says: "It is on.", audio_ms: 600}
              - {when: "tell", says: "one two three four", audio_ms: 4000}
            tools:
              turn_on_light: {takes_ms: 100, returns: {on: true}, safety: WRITE}
            """;

    private final Scenario scenario;
    private final MemoryJournal journal;
    private final long before;
    private final VirtualTime time = new VirtualTime(0);

    /** The process is lost while ana is told something. */
    RulesChangedTest() throws BadScenario {
        scenario = ScenarioReader.yaml(WORLD);
        MemoryJournal whole = new MemoryJournal();
        ScenarioRun.into(scenario, whole);
        before = whole.runes().stream()
                .filter(rune -> rune.kind().equals("playback.started"))
                .mapToLong(Rune::eventId)
                .max()
                .orElseThrow();
        journal = new MemoryJournal(whole.runes().subList(0, (int) before));
    }

    private SessionHost.Wanted under(Catalogue catalogue) {
        SessionHost.Wanted wanted = ScenarioRun.wanted(scenario, 0);
        HouseSpec house = HouseSpec.of(scenario.people()).with(catalogue);
        return new SessionHost.Wanted(wanted.session(), wanted.what(), wanted.settings(), wanted.pipeline(), place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    ports.providers(),
                    ports.tools(),
                    (recorder, clock) -> SessionHousehold.recorded(house, recorder, clock));
        });
    }

    private VirtualSession resumed(Catalogue catalogue) {
        return new VirtualSession(time, under(catalogue), (_, _) -> journal, journal.runes());
    }

    private static Catalogue without(String command) {
        return new Catalogue(
                Catalogue.standard().commands().stream()
                        .filter(each -> !each.name().equals(command))
                        .toList(),
                Catalogue.standardRoles());
    }

    private static Catalogue withOneMore() {
        List<CommandSpec> commands = new ArrayList<>(Catalogue.standard().commands());
        commands.add(new CommandSpec("water_plants", CommandGroup.HOME_AUTOMATION, true, null, List.of()));
        return new Catalogue(commands, Catalogue.standardRoles());
    }

    private List<Rune> after(String kind) {
        return journal.runes().stream()
                .filter(rune -> rune.eventId() > before && rune.kind().equals(kind))
                .toList();
    }

    private void replays(List<String> otherRules) {
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
        Json other = replay.report("c").get("other_rules");
        assertEquals(otherRules.isEmpty() ? null : Json.texts(otherRules), other);
    }

    @Test
    void aRoomThatOpensNamesTheHashOfItsRules() {
        List<Rune> opened = journal.runes().stream()
                .filter(rune -> rune.kind().equals("room.opened"))
                .toList();
        assertEquals(
                List.of("episode", "household", "stream", "tool", "turn"),
                opened.stream()
                        .map(rune -> rune.payload().text("room"))
                        .sorted()
                        .toList());
        opened.forEach(rune ->
                assertEquals(64, String.valueOf(rune.payload().text("rules")).length()));
    }

    @Test
    void goesOnAndRecordsTheChangeIfEveryVerdictComesOutTheSame() {
        VirtualSession session = resumed(withOneMore());
        Found found = session.open().orElseThrow();
        assertEquals(1, found.turns().size());
        Rune changed = after("room.changed").getFirst();
        assertEquals("household", changed.payload().text("room"));
        Rune opened = journal.runes().stream()
                .filter(rune -> rune.kind().equals("room.opened")
                        && "household".equals(rune.payload().text("room")))
                .findFirst()
                .orElseThrow();
        assertNotEquals(opened.payload().text("rules"), changed.payload().text("rules"));
        time.atMs(5000, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("switch the light on", "ana")));
        time.run();
        session.end();
        assertFalse(after("turn.completed").isEmpty(), "the conversation goes on");
        replays(List.of());
        List<Rune> unfinished = journal.runes().stream()
                .takeWhile(rune -> !rune.kind().equals("control.ended"))
                .toList();
        MemoryJournal later = new MemoryJournal(unfinished);
        new VirtualSession(time, under(withOneMore()), (_, _) -> later, unfinished).open();
        assertTrue(
                later.runes().subList(unfinished.size(), later.runes().size()).stream()
                        .noneMatch(rune -> rune.kind().equals("room.changed")),
                "the same rules are no change");
    }

    @Test
    void isClosedWithTheEventThatDiffersIfARecordedVerdictComesOutOtherwise() {
        VirtualSession session = resumed(without("turn_on_light"));
        Found found = session.open().orElseThrow();
        assertEquals(Recovery.RULES_CHANGED, found.reason());
        SessionHost.Ending ending = session.ending();
        assertNotNull(ending);
        assertEquals(Recovery.RULES_CHANGED, ending.reason());
        Rune ended = after("control.ended").getFirst();
        assertEquals(Recovery.RULES_CHANGED, ended.payload().text("reason"));
        Json.Obj differs = (Json.Obj) ended.payload().get("differs");
        assertNotNull(differs);
        long eventId = Objects.requireNonNull(differs.number("event_id")).longValue();
        Rune verdict = journal.runes().get((int) eventId - 1);
        assertEquals("verdict.household", verdict.kind());
        assertTrue(
                verdict.payload().canonical().contains("turn_on_light"),
                verdict.payload().canonical());
        assertEquals(
                Recovery.RULES_CHANGED, after("turn.error").getFirst().payload().text("reason"));
        assertTrue(after("room.changed").isEmpty());
        assertTrue(after("playback.started").isEmpty());
        replays(List.of());
        assertTrue(ConversationState.of(journal.runes()).phase() == Phase.ENDED, "nobody goes on with it");
    }

    /** The rules of another program: what this one leads to is compared, and the digests are taken over. */
    @Test
    void replayNamesTheRoomsThatWereDecidedByRulesItDoesNotHave() {
        MemoryJournal other = new MemoryJournal();
        for (Rune rune : journal.runes()) {
            RuneDraft draft = rune.draft();
            boolean isTurn = rune.kind().equals("room.opened")
                    && "turn".equals(rune.payload().text("room"));
            other.append(isTurn ? draft.withPayload(rune.payload().with("rules", "00")) : draft);
        }
        Replay replay = new Replay(new Rooms());
        other.runes().forEach(replay::accept);
        assertNull(replay.divergence());
        assertEquals(Json.texts(List.of("turn")), replay.report("c").get("other_rules"));
    }
}
