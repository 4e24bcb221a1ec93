package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.memory.MemoryItem;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.greeting.GreetingState;
import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The books of a house are written and read by all the threads on which conversations run. */
@Timeout(120)
class BookThreadsTest {
    private static final int THREADS = 8;
    private static final int PER_THREAD = 200;
    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-05-01T10:00:00Z");

    private final MemoryDisk disk = new MemoryDisk();
    private final TimeSource time = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private Runelog log() throws Exception {
        return Runelog.open(disk, RunelogSettings.standard(time, RandomSource.seeded(3)));
    }

    /** The people whom the threads bring in, so that their role is the configured one. */
    private static HouseSpec configured() {
        List<Resident> all = new ArrayList<>(List.of(new Resident("ana", "ADMIN", null, false)));
        for (int i = 0; i < PER_THREAD; i++) {
            all.add(new Resident("p" + i, "ADMIN", null, false));
        }
        return HouseSpec.of(all);
    }

    private static void atOnce(IntConsumer work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                all.add(threads.submit(() -> {
                    start.await();
                    work.accept(number);
                    return number;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    private static Profile profile(Facts facts) {
        return new Profile(Role.ADMIN, facts, new AddressingState.Unknown(false), new GreetingState.NotGreeted());
    }

    /** Each thread is a conversation that knows of nothing but its own fields, and brings somebody in now and then. */
    private static void converse(ProfileBook book, int number) {
        Facts known = Facts.NONE;
        for (int i = 0; i < PER_THREAD; i++) {
            String field = "f" + number + "_" + i % 5;
            Facts next = known.with(field, Json.of(i));
            book.keep(List.of(new ProfileChange("ana", profile(known), profile(next), field, false)), null);
            known = next;
            book.keep(List.of(new ProfileChange("p" + i, null, profile(Facts.NONE), null, false)), null);
            assertTrue(book.people(NOW).size() >= 2);
            assertTrue(book.fields("ana").contains(field));
        }
    }

    @Test
    void noThreadLosesWhatAnotherKeptOfAPerson() throws Exception {
        try (Runelog log = log()) {
            ProfileBook book = ProfileBook.open(log, "people", configured(), time);
            atOnce(number -> converse(book, number));
            assertEquals(5 * THREADS, book.fields("ana").size());
        }
        try (Runelog log = log()) {
            ProfileBook book = ProfileBook.open(log, "people", configured(), time);
            assertEquals(5 * THREADS, book.fields("ana").size());
            assertEquals(1 + PER_THREAD, book.people(NOW).size());
        }
    }

    @Test
    void aMemoryIsKeptOnceHoweverManyTellIt() throws Exception {
        try (Runelog log = log()) {
            MemoryBook book = MemoryBook.open(log, "memory", time);
            atOnce(number -> {
                for (int i = 0; i < PER_THREAD; i++) {
                    book.keep("c" + number, List.of(new MemoryItem("ana", "I like tea number " + i, 1)));
                    assertTrue(book.of("ana", "c" + number).size() > i);
                }
            });
            assertEquals(PER_THREAD, log.head("house:memory").eventId());
        }
    }
}
