package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.TextTyped;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.HouseholdReader;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The longest answer that a tool may give, about somebody: whoever shares the carrier of that conversation waits about as long as
 * it takes to write the answer down, whatever it says.
 */
class LongAnswerTest {
    private static final int CHARS = 255_000;
    private static final int ROUNDS = 7;
    private static final int TIMES_AS_LONG_AS_WRITING = 60;

    private static final String WORLD = """
        name: long answers
        seed: 1
        agent:
          - {when: "measure", calls: [{id: c1, tool: measure}]}
          - {when_result: c1, says: "That is done.", audio_ms: 400}
        tools:
          measure: {takes_ms: 9000, returns: {size: 1}, personal: true}
        """;

    private static final String HOUSE = """
        people:
          - {id: eva, role: OWNER, birthdate: 1970-02-14, facts: {diet: vegan, hobby: chess}}
          - {id: ben, role: OPERATOR, birthdate: 1981-05-01, facts: {allergy: peanuts}}
        """;

    /** What tools answer. */
    enum Answer {
        MANY_SHORT_TEXTS,
        NUMBERS,
        SIGNS_WITHOUT_A_WORD,
        EVER_LONGER_TEXTS,
        NAMES_BY_HYPHENS;

        private String line(int i) {
            return switch (this) {
                case MANY_SHORT_TEXTS -> "name" + i + " lives in street " + i;
                case NUMBERS -> String.valueOf(i * 7_919L);
                case SIGNS_WITHOUT_A_WORD -> sign(i) + sign(i / 40) + sign(i / 1_600);
                case EVER_LONGER_TEXTS -> "x ".repeat(i + 1) + "end" + i;
                case NAMES_BY_HYPHENS -> "é-" + i + "-a b c d";
            };
        }

        private static String sign(int i) {
            return Character.toString(0x10107 + i % 40);
        }

        Json json() {
            List<Json> lines = new ArrayList<>();
            int chars = 0;
            for (int i = 0; chars < CHARS; i++) {
                String next = line(i);
                chars += next.length() + 3;
                if (chars < CHARS) {
                    lines.add(Json.of(next));
                }
            }
            return Json.of(lines);
        }
    }

    @ParameterizedTest
    @EnumSource
    void neighboursWaitNoLongerThanItTakesToWriteItDown(Answer kind) throws BadScenario {
        long carrier = Long.MAX_VALUE;
        long writing = Long.MAX_VALUE;
        Json answer = kind.json();
        for (int i = 0; i < ROUNDS; i++) {
            carrier = Math.min(carrier, carrierNanos(answer));
            long before = cpuNanos();
            for (int again = 0; again < 10; again++) {
                byte[] bytes = CanonicalJson.bytes(answer);
                new RuneChain().content(bytes, 0, bytes.length);
            }
            writing = Math.min(writing, (cpuNanos() - before) / 10);
        }
        long ratio = carrier / Math.max(1, writing);
        assertTrue(
                ratio < TIMES_AS_LONG_AS_WRITING, "the carrier is busy " + ratio + " times as long as writing takes");
    }

    /** What this thread has worked, so that others on the machine do not count. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** How long the carrier is busy from the answer to the reply that follows it. */
    private static long carrierNanos(Json answer) throws BadScenario {
        VirtualTime time = new VirtualTime(1_790_000_000_000L);
        MemoryJournal journal = new MemoryJournal();
        ManualSeats seats = new ManualSeats(time, time);
        SessionHost.Wanted wanted = inAHouse(ScenarioRun.wanted(ScenarioReader.yaml(WORLD), 0));
        SessionHost host = new SessionHost(
                "long",
                new SessionHost.Parts(
                        InProcessAuthority.alone(""),
                        records(journal),
                        seats,
                        time,
                        Runnable::run,
                        new HostListener() {}));
        var opening = host.open(wanted);
        seats.runAll();
        assertInstanceOf(Opening.Opened.class, opening.join());
        host.offer(wanted.session(), new TextTyped("measure", "eva"));
        seats.runAll();
        time.advanceTo(500_000_000L);
        seats.runAll();
        assertEquals(1, count(journal, "tool.dispatched"));
        ToolFinished finished = new ToolFinished("c1", SessionEvent.ToolStatus.SUCCESS, answer, "");
        long before = cpuNanos();
        host.offer(wanted.session(), finished);
        seats.runAll();
        long busy = cpuNanos() - before;
        assertEquals(1, count(journal, "tool.result"));
        return busy;
    }

    private static long count(MemoryJournal journal, String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    private static Records records(MemoryJournal journal) {
        return new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                return journal;
            }

            @Override
            public List<Rune> read(String conversation) {
                return List.of();
            }
        };
    }

    private static SessionHost.Wanted inAHouse(SessionHost.Wanted plain) {
        HouseSpec house = HouseholdReader.read("house.yaml", HOUSE).confirming("eva", Set.of("eva"));
        SessionHost.World world = place -> {
            ConversationLoop.Ports ports = plain.world().around(place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    ports.providers(),
                    ports.tools(),
                    (recorder, clock) -> SessionHousehold.recorded(house, recorder, clock));
        };
        return new SessionHost.Wanted(plain.session(), plain.what(), plain.settings(), plain.pipeline(), world);
    }
}
