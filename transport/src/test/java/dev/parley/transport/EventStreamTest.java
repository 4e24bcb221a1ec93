package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.event.Confided;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.transport.ServerSpec.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** INV-RESUME-NO-DUPLICATES and INV-RESUME-NO-GAPS as a client meets them, and what each client is shown. */
@Timeout(60)
class EventStreamTest {
    private static final Caller ANA = new Caller("k1", Role.CLIENT, List.of("ana"));
    private static final Caller BEN = new Caller("k2", Role.CLIENT, List.of("ben"));
    private static final Caller BOTH = new Caller("k3", Role.CLIENT, List.of("ana", "ben"));
    private static final Caller NOBODY = new Caller("k4", Role.CLIENT, List.of());
    private static final Caller OPERATOR = new Caller("k5", Role.OPERATOR, List.of());
    private static final Caller AUDITOR = new Caller("k6", Role.AUDITOR, List.of());

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean open = new AtomicBoolean(true);
    private Runelog log = opened();

    private static Runelog opened() {
        try {
            RunelogSettings settings = RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1));
            return Runelog.open(new MemoryDisk(), settings.withTailLagMax(50));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void begin() {
        log.close();
        log = opened();
    }

    @AfterEach
    void end() {
        open.set(false);
        threads.close();
        log.close();
    }

    /** A client at the other end: the ids that it was sent, those with nothing to see marked. */
    private static class Client extends OutputStream {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void write(int each) {
            throw new UnsupportedOperationException("events are written whole");
        }

        @Override
        public void write(byte[] event) throws IOException {
            String text = new String(event, StandardCharsets.UTF_8);
            if (text.startsWith("id: ")) {
                String id = text.substring("id: ".length(), text.indexOf('\n'));
                events.add(text.contains("\ndata: ") ? id : "(" + id + ")");
            } else if (text.startsWith("event: gap\n")) {
                events.add(text.substring(text.indexOf('{')).strip());
            }
        }

        List<String> take(int count) throws InterruptedException {
            List<String> taken = new ArrayList<>();
            while (taken.size() < count) {
                taken.add(events.take());
            }
            return taken;
        }
    }

    private Future<?> stream(Caller caller, long after, Client client) {
        EventStream stream = new EventStream(log, "talk", after, caller, 10, new SystemTime());
        return threads.submit(() -> {
            stream.write(client, open::get);
            return null;
        });
    }

    private List<String> seen(Caller caller, int count) throws InterruptedException {
        Client client = new Client();
        Future<?> running = stream(caller, 0, client);
        List<String> taken = client.take(count);
        running.cancel(true);
        return taken;
    }

    private void say(Visibility visibility) {
        RuneDraft draft = RuneDraft.of("talk", "user.said", Json.Obj.EMPTY.with("text", "words"));
        log.append(draft.withVisibility(visibility), WriteClass.IRREVERSIBLE).awaitDurable();
    }

    private static List<String> ids(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Long::toString).toList();
    }

    @Test
    void resumesAfterTheCursorWithoutARepeatAndWithoutAGap() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            say(Visibility.PUBLIC);
        }
        assertEquals(ids(1, 20), seen(ANA, 20));
        Client again = new Client();
        Future<?> running = stream(ANA, 12, again);
        say(Visibility.PUBLIC);
        assertEquals(ids(13, 21), again.take(9));
        assertEquals(Future.State.RUNNING, running.state());
        assertTrue(again.events.isEmpty());
    }

    /** As it may be after mistaking the conversation: nothing of it was seen, and nothing says so but the comment. */
    @Test
    void whoIsAheadOfTheRecordWaitsAndIsToldWhereItEnds() throws InterruptedException {
        BlockingQueue<String> comments = new LinkedBlockingQueue<>();
        Client client = new Client() {
            @Override
            public void write(byte[] event) throws IOException {
                super.write(event);
                new String(event, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith(": "))
                        .forEach(comments::add);
            }
        };
        for (int i = 0; i < 3; i++) {
            say(Visibility.PUBLIC);
        }
        Future<?> running = stream(ANA, 5, client);
        assertEquals(": the record ends at 3", comments.take());
        for (int i = 0; i < 4; i++) {
            say(Visibility.PUBLIC);
        }
        assertEquals(ids(6, 7), client.take(2));
        assertEquals(Future.State.RUNNING, running.state());
        assertTrue(comments.isEmpty());
    }

    /** While nothing happens a comment comes again and again, so that nobody on the way takes the line for a dead one. */
    @Test
    void aSilentStreamIsKeptAlive() throws InterruptedException {
        CountDownLatch signs = new CountDownLatch(3);
        Client client = new Client() {
            @Override
            public void write(byte[] event) throws IOException {
                if (new String(event, StandardCharsets.UTF_8).equals(":\n\n")) {
                    signs.countDown();
                }
                super.write(event);
            }
        };
        Future<?> running = stream(ANA, 0, client);
        signs.await();
        say(Visibility.PUBLIC);
        assertEquals(List.of("1"), client.take(1));
        running.cancel(true);
    }

    @Test
    void whatACallerMayNotSeeIsAnIdAlone() throws InterruptedException {
        say(Visibility.PUBLIC);
        say(Visibility.INTERNAL);
        say(Visibility.SECRET);
        say(Visibility.PUBLIC);
        assertEquals(List.of("1", "(2)", "(3)", "4"), seen(ANA, 4));
        assertEquals(List.of("1", "2", "(3)", "4"), seen(OPERATOR, 4));
        assertEquals(List.of("1", "2", "3", "4"), seen(AUDITOR, 4));
    }

    /** Everything is about these people and may be said to them. */
    private record About(Set<String> people) implements Confided.Guard {
        @Override
        public Set<String> owners(String text) {
            return people;
        }

        @Override
        public boolean mayBeSaid(String text, String person) {
            return true;
        }
    }

    /** Nothing of one person is in a stream for another; their own stream has it. */
    @Test
    void whatIsAboutOnePersonIsForThatPerson() throws InterruptedException {
        RuneDraft reply = RuneDraft.of("talk", "agent.reply", Json.Obj.EMPTY.with("pii_text", "Mind the peanuts."));
        say(Visibility.PUBLIC);
        for (Set<String> owners : List.of(Set.of("ana"), Set.of("ana", "ben"))) {
            log.append(Confided.of(reply, new About(owners)), WriteClass.IRREVERSIBLE)
                    .awaitDurable();
        }
        say(Visibility.PUBLIC);
        assertEquals(List.of("1", "2", "(3)", "4"), seen(ANA, 4));
        for (Caller other : List.of(BEN, BOTH, NOBODY)) {
            assertEquals(List.of("1", "(2)", "(3)", "4"), seen(other, 4), other::id);
        }
        assertEquals(List.of("1", "2", "3", "4"), seen(OPERATOR, 4));
    }

    /** Reads nothing more after so many events until it may. */
    private static Client waiting(int after, CountDownLatch reached, CountDownLatch goesOn) {
        return new Client() {
            @Override
            public void write(byte[] event) throws IOException {
                super.write(event);
                if (events.size() >= after) {
                    reached.countDown();
                    awaitQuietly(goesOn);
                }
            }
        };
    }

    @Test
    void aSlowClientHoldsUpNobodyAndMissesNothing() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        Client client = waiting(1, reached, slow);
        say(Visibility.PUBLIC);
        Future<?> running = stream(ANA, 0, client);
        reached.await();
        for (int i = 0; i < 200; i++) {
            say(Visibility.PUBLIC);
        }
        assertEquals(ids(1, 201), seen(BEN, 201));
        slow.countDown();
        assertEquals(ids(1, 201), client.take(201));
        assertEquals(Future.State.RUNNING, running.state());
    }

    /** Gives up everything up to this event. */
    private void forgetUpTo(long event) throws IOException {
        log.keepSnapshot("talk", event, new byte[] {1});
        log.compact("talk", event);
    }

    /** Whoever comes back is told of what is gone and was not seen: all of it, its rest, or nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0;{\"from\":1,\"to\":12};13",
                "5;{\"from\":6,\"to\":12};13",
                "11;{\"from\":12,\"to\":12};13",
                "12;'';13",
                "15;'';16"
            })
    void whoeverComesBackAfterACompactionIsToldOfTheGapOnce(long seen, String gap, long next)
            throws IOException, InterruptedException {
        for (int i = 0; i < 20; i++) {
            say(Visibility.PUBLIC);
        }
        forgetUpTo(12);
        Client client = new Client();
        Future<?> running = stream(AUDITOR, seen, client);
        say(Visibility.PUBLIC);
        List<String> expected = new ArrayList<>(gap.isEmpty() ? List.of() : List.of(gap));
        expected.addAll(ids(next, 21));
        assertEquals(expected, client.take(expected.size()));
        assertEquals(Future.State.RUNNING, running.state());
    }

    /** Whoever is connected and reads slowly gets every event once, or is told which ones are gone; never less than that. */
    @Test
    void aCompactionThatOvertakesASlowClientIsToldToIt() throws IOException, InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        Client client = waiting(5, reached, slow);
        for (int i = 0; i < 20; i++) {
            say(Visibility.PUBLIC);
        }
        Future<?> running = stream(AUDITOR, 0, client);
        reached.await();
        forgetUpTo(12);
        slow.countDown();
        long last = 0;
        while (last < 20) {
            String event = client.events.take();
            if (event.startsWith("{")) {
                assertEquals("{\"from\":" + (last + 1) + ",\"to\":12}", event);
                last = 12;
            } else {
                assertEquals(++last, Long.parseLong(event));
            }
        }
        assertTrue(client.events.isEmpty());
        assertEquals(Future.State.RUNNING, running.state());
    }

    @Test
    void aClientThatIsGoneEndsItsOwnStreamAlone() throws InterruptedException {
        Client gone = new Client() {
            @Override
            public void write(byte[] event) throws IOException {
                super.write(event);
                if (!events.isEmpty()) {
                    throw new IOException("gone");
                }
            }
        };
        Client sound = new Client();
        Future<?> broken = stream(ANA, 0, gone);
        Future<?> running = stream(ANA, 0, sound);
        say(Visibility.PUBLIC);
        assertEquals(List.of("1"), sound.take(1));
        assertThrows(ExecutionException.class, broken::get);
        say(Visibility.PUBLIC);
        assertEquals(List.of("2"), sound.take(1));
        assertEquals(Future.State.RUNNING, running.state());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCursorIsAnyNumberAndOneBeyondAllEventsWaits() {
        assertEquals(0, ConversationsApi.cursor("0"));
        assertEquals(7, ConversationsApi.cursor(" 007 "));
        assertEquals(Long.MAX_VALUE, ConversationsApi.cursor("99999999999999999999"));
        for (String none : List.of("", "-1", "1.5", "0x1", "one")) {
            assertThrows(Problem.class, () -> ConversationsApi.cursor(none), none);
        }
    }
}
