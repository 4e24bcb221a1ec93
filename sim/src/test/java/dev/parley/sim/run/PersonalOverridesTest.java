package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.House;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseBooks;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Memories;
import dev.parley.session.people.OverrideBook;
import dev.parley.session.people.PinTries;
import dev.parley.session.people.ProfileStore;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rulings A12 and X7: how a person wants to be spoken to holds in all their conversations, present and later, after a
 * restart too. It lives in a conversation of the house, and the others import it.
 */
class PersonalOverridesTest {
    private static final long TODAY = 1_767_225_600_000L;

    private final MemoryDisk disk = new MemoryDisk();
    private VirtualTime time = new VirtualTime(TODAY);
    private Runelog log;
    private OverrideBook book;
    private SessionHost host;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        time = new VirtualTime(TODAY);
        log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)));
        book = OverrideBook.open(log, "overrides", time);
        host = new SessionHost(
                "home",
                new SessionHost.Parts(
                        InProcessAuthority.alone(""),
                        new RunelogRecords(log, false),
                        new InlineSeats(time, time),
                        time,
                        Runnable::run,
                        new HostListener() {}));
    }

    private void restart() throws IOException {
        host.close();
        log.close();
        start();
    }

    /** A conversation with ana and ben, of whom some are confirmed. */
    private String open(String name, String confirmed) throws BadScenario {
        Scenario scenario =
                ScenarioReader.yaml("""
                name: %s
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: %s}
                  - {id: ben, role: GUEST, birthdate: 1985-05-01, confirmed: %s}
                agent: [{when: hello, says: "Good day.", audio_ms: 1000}]
                """.formatted(name, confirmed.contains("ana"), confirmed.contains("ben")));
        HouseBooks books = new HouseBooks(
                ProfileStore.NONE,
                new Memories(null, new MemoryExtraction(new SentenceExtractor())),
                Understanding.NONE,
                ZoneOffset.UTC,
                book,
                new PinTries());
        SessionHost.Wanted wanted = new SessionHost.Wanted(
                name,
                new SessionCreated(
                        name, null, List.of("ana"), null, null, null, null, null, null, null, Json.Obj.EMPTY),
                scenario.settings(),
                Map.of(),
                place -> {
                    ConversationLoop.Ports world = ScenarioRun.world(scenario, 0, place);
                    book.watch(name, news -> {
                        told.add(name);
                        place.door().offer(news);
                    });
                    return new ConversationLoop.Ports(
                            world.time(),
                            world.timers(),
                            world.journal(),
                            world.providers(),
                            world.tools(),
                            (recorder, clock) ->
                                    SessionHousehold.recorded(HouseSpec.of(scenario.people()), recorder, clock, books));
                });
        assertInstanceOf(Opening.Opened.class, host.open(wanted).join());
        return name;
    }

    private void offer(String conversation, SessionEvent event) {
        time.atMs(0, Rank.USER, () -> host.offer(conversation, event));
        time.run();
    }

    private void chooses(String conversation, String action, String by, String... rate) {
        Json.Obj parameters = rate.length == 0
                ? Json.Obj.EMPTY
                : Json.Obj.EMPTY.with("scope", "user").with("speech_rate", new Json.Num(new BigDecimal(rate[0])));
        offer(conversation, new SessionEvent.OverrideRequested(action, parameters, by));
    }

    private List<Rune> recorded(String conversation) {
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    /** How long the one sentence was heard when it was last said here. */
    private long spokenMs(String conversation) {
        offer(conversation, new SessionEvent.TextTyped("hello", "ana"));
        return recorded(conversation).stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .mapToLong(rune -> Objects.requireNonNull(rune.payload().number("played_ms"))
                        .longValueExact())
                .reduce(0, (_, last) -> last);
    }

    private List<Rune> imported(String conversation) {
        return recorded(conversation).stream()
                .filter(rune -> House.source(rune) != null)
                .toList();
    }

    @Test
    void whatAnaChoseForEverywhereHoldsInHerNextConversationAndAfterARestart() throws Exception {
        String first = open("first", "ana");
        assertEquals(1000, spokenMs(first));
        chooses(first, "ENABLE_OVERRIDE", "ana", "0.5");
        assertEquals(2000, spokenMs(first));
        host.end(first, "disconnected").join();
        String second = open("second", "ana");
        assertEquals(2000, spokenMs(second));
        restart();
        String third = open("third", "ana");
        assertEquals(2000, spokenMs(third));
        House.Source source = House.source(imported(third).getFirst());
        assertEquals("house:overrides", source == null ? "" : source.conversation());
        assertTrue(imported(first).isEmpty(), "it is first's own");
    }

    @Test
    void aConversationThatIsOpenLearnsOfAChangeAtOnce() throws BadScenario {
        String kitchen = open("kitchen", "ana");
        String bedroom = open("bedroom", "ana");
        chooses(kitchen, "ENABLE_OVERRIDE", "ana", "0.5");
        assertEquals(2000, spokenMs(bedroom));
        chooses(bedroom, "UPDATE_OVERRIDE", "ana", "0.25");
        assertEquals(4000, spokenMs(kitchen));
        chooses(kitchen, "DISABLE_OVERRIDE", "ana");
        assertEquals(1000, spokenMs(bedroom));
        assertEquals(1000, spokenMs(kitchen));
        for (String conversation : List.of(kitchen, bedroom)) {
            assertTrue(
                    recorded(conversation).stream()
                            .noneMatch(rune -> rune.kind().equals("system.invariant_violation")),
                    conversation);
        }
    }

    @Test
    void whoeverIsNotConfirmedChoosesForThisConversationAlone() throws BadScenario {
        String first = open("first", "");
        chooses(first, "ENABLE_OVERRIDE", "ana", "0.5");
        assertEquals(2000, spokenMs(first));
        assertEquals(1000, spokenMs(open("second", "ana")));
        assertTrue(recorded("house:overrides").isEmpty());
    }

    @Test
    void whatAnaChoseIsNothingToBen() throws BadScenario {
        String first = open("first", "ana");
        chooses(first, "ENABLE_OVERRIDE", "ana", "0.5");
        String bens = open("bens", "ben");
        assertTrue(imported(bens).isEmpty());
    }

    /** One person who changes their mind without end keeps no conversation of others busy. */
    @Test
    void onlyConversationsInWhichAnaIsKnownAreTold() throws BadScenario {
        String kitchen = open("kitchen", "ana");
        open("bedroom", "ana");
        open("bens", "ben");
        open("a stranger's", "");
        chooses(kitchen, "ENABLE_OVERRIDE", "ana", "0.5");
        chooses(kitchen, "DISABLE_OVERRIDE", "ana");
        assertEquals(List.of("bedroom", "bedroom"), told);
    }

    @Test
    void aConversationInWhichAnaWasRecognisedIsToldOfWhatSheChoosesAfterwards() throws BadScenario {
        String kitchen = open("kitchen", "ana");
        String bedroom = open("bedroom", "");
        recognise(bedroom);
        chooses(kitchen, "ENABLE_OVERRIDE", "ana", "0.5");
        assertEquals(List.of("bedroom"), told);
        assertEquals(2000, spokenMs(bedroom));
    }

    @Test
    void aConversationThatIsOverIsToldNothingAnyMore() throws BadScenario {
        String kitchen = open("kitchen", "ana");
        open("bedroom", "ana");
        book.leave("bedroom");
        chooses(kitchen, "ENABLE_OVERRIDE", "ana", "0.5");
        assertEquals(List.of(), told);
    }

    private void recognise(String conversation) {
        Json.Obj person = Json.Obj.EMPTY.with("person", "ana");
        offer(
                conversation,
                new SessionEvent.PeopleChanged("identity", "explicit_identity_claim", "ana", person, "ana"));
        offer(conversation, new SessionEvent.PeopleChanged("identity", "validation_success", "ana", person, ""));
    }

    @Test
    void whoIsRecognisedLaterIsSpokenToAsTheyWishFromThenOn() throws BadScenario {
        chooses(open("first", "ana"), "ENABLE_OVERRIDE", "ana", "0.5");
        String second = open("second", "");
        assertEquals(1000, spokenMs(second));
        recognise(second);
        assertEquals(2000, spokenMs(second));
    }

    @Test
    void aConversationThatWasLeftAndIsTakenUpAgainLearnsWhatChangedMeanwhile() throws Exception {
        String first = open("first", "ana");
        chooses(first, "ENABLE_OVERRIDE", "ana", "0.5");
        var left = host.drain("drained", 0);
        time.run();
        left.join();
        restart();
        chooses(open("second", "ana"), "DISABLE_OVERRIDE", "ana");
        open("first", "ana");
        assertEquals(1000, spokenMs(first));
    }

    @Test
    void theImportedOverrideReplaysFromTheConversationsOwnRecord() throws BadScenario {
        chooses(open("first", "ana"), "ENABLE_OVERRIDE", "ana", "0.5");
        String second = open("second", "ana");
        spokenMs(second);
        Replay replay = new Replay(new Rooms());
        recorded(second).forEach(replay::accept);
        assertNull(replay.divergence());
    }

    @Test
    void aPluginNeverTouchesAnOverrideAndOneThatSwitchesItOffHaltsTheConversation() throws BadScenario {
        String first = open("first", "ana");
        chooses(first, "ENABLE_OVERRIDE", "ana", "0.5");
        offer(first, new SessionEvent.PluginChanged("plugin_hurry", Json.Obj.EMPTY.with("speech_rate", 2)));
        assertEquals(2000, spokenMs(first), "a plugin's own wish stands below it");
        offer(first, new SessionEvent.PluginChanged("plugin_hurry", Json.Obj.EMPTY.with("speech_rate_override", 2)));
        assertEquals(List.of("audio.accessibility.auditable REJECT"), violations(first));
        assertEquals(2000, spokenMs(first));
        offer(first, new SessionEvent.PluginChanged("plugin_hurry", Json.Obj.EMPTY.with("override_active", false)));
        assertEquals("audio.accessibility.supremacy HALT", violations(first).getLast());
        long before = recorded(first).stream()
                .filter(rune -> rune.kind().equals("turn.started"))
                .count();
        spokenMs(first);
        assertEquals(
                before,
                recorded(first).stream()
                        .filter(rune -> rune.kind().equals("turn.started"))
                        .count(),
                "nothing is answered any more");
        offer(first, new SessionEvent.OperatorResumed("olga", "the plugin is gone"));
        assertEquals(2000, spokenMs(first), "and the override is still there");
        assertEquals(2000, spokenMs(open("second", "ana")));
    }

    private List<String> violations(String conversation) {
        return recorded(conversation).stream()
                .filter(rune -> rune.kind().equals("system.invariant_violation"))
                .map(rune -> rune.payload().text("id") + " " + rune.payload().text("level"))
                .toList();
    }
}
