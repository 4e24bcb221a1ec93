package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation that began under a clock far ahead goes on in the present once the clock is right (ruling X6). */
@Timeout(60)
class ClockSetRightTest {
    private static final Duration AHEAD = Duration.ofDays(365 * 20L);

    /** The clock of the machine, which somebody sets. */
    private static final class Wall implements TimeSource {
        private final SystemTime machine = new SystemTime();
        private volatile long aheadMs = AHEAD.toMillis();

        @Override
        public long monotonicNanos() {
            return machine.monotonicNanos();
        }

        @Override
        public long wallMillis() {
            return machine.wallMillis() + aheadMs;
        }
    }

    private record Nothing() {}

    @TempDir
    Path data;

    private final Wall wall = new Wall();
    private final AtomicInteger opened = new AtomicInteger();

    private ParleyBuilder house() {
        Model model = (prompt, _) -> switch (prompt.messages().getLast()) {
            case Message.ToolAnswered answer -> Reply.says("It is " + answer.status() + ".");
            case Message.UserSaid said when said.text().contains("garage") -> Reply.call("open_garage", "{}");
            default -> Reply.says("Hello.");
        };
        return Parley.in(data)
                .model(model)
                .clock(wall)
                .tools(TypedTool.writes(
                        "open_garage",
                        "Opens the garage.",
                        Nothing.class,
                        (_, _) -> Map.of("opened", opened.incrementAndGet())))
                .person("dora", Role.OWNER, LocalDate.now(ZoneOffset.UTC).minusYears(8));
    }

    private static Instant decidedAt(Rune verdict) {
        return Objects.requireNonNull(VerdictRune.request(verdict.payload()))
                .at()
                .toInstant();
    }

    @Test
    void aChildIsAChildAgain() throws Exception {
        long before;
        try (Parley parley = house().open()) {
            Conversation talk = parley.converse("talk", "dora");
            talk.say("hello").join();
            before = talk.record().size();
            parley.drain();
        }
        wall.aheadMs = 0;
        try (Parley parley = house().open()) {
            Conversation talk = parley.resume("talk", Visit.of("dora"));
            talk.say("open the garage").join();
            talk.say("yes").join();
            assertEquals(0, opened.get(), "a child of eight has opened the garage");
            Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
            List<Rune> since = talk.record().stream()
                    .filter(rune -> rune.eventId() > before && rune.kind().equals("verdict.household"))
                    .toList();
            assertTrue(
                    since.stream().anyMatch(rune -> rune.payload().canonical().contains("date_tick")));
            since.forEach(rune -> assertTrue(decidedAt(rune).isBefore(tomorrow), rune::toString));
            long newest = 0;
            for (Rune rune : talk.record()) {
                assertTrue(rune.envelope().monotonicNanos() >= newest, () -> "time goes back: " + rune);
                newest = rune.envelope().monotonicNanos();
            }
        }
    }
}
