package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.CommandCall;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The people of one house asked from several threads at once. A checker of our own: every call carries its number as the
 * time that its requests are made at, so that each attestation is known to belong to one call.
 */
class HouseholdThreadsTest {
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-10T10:00:00Z");
    private static final int THREADS = 8;
    private static final int PER_THREAD = 300;
    private static final List<String> PEOPLE = List.of("ana", "ben", "chris");
    private static final List<String> COMMANDS = List.of("open_garage", "turn_on_light", "disable_alarm");
    private static final List<String> CONFIDENCES = List.of("0.2", "0.7", "0.9");

    /** What somebody does; a look at the house leaves no mark in the record. */
    private record Action(boolean isLook, Function<SessionHousehold, String> on) {}

    /** One call, what it answered, and when it was made and answered by a clock that all threads share. */
    private record Call(long number, Action action, String answer, long asked, long told) {
        String again(Numbered house) {
            return house.make(number, action);
        }
    }

    /** A house whose time is the number of the call that the present thread makes. */
    private static final class Numbered implements HouseTime {
        private final ThreadLocal<Long> call = ThreadLocal.withInitial(() -> 0L);
        private final List<Attestation> attested = new ArrayList<>();
        private final SessionHousehold house;

        Numbered() {
            HouseSpec spec = HouseSpec.standard().visitedBy("ana", true);
            Household room = SessionHousehold.room(spec);
            house = new SessionHousehold(
                    spec,
                    Registrar.inConversation(room, attested::add),
                    null,
                    knowledge -> {},
                    this,
                    ProfileStore.NONE,
                    new PinTries());
            house.settleIn();
        }

        @Override
        public OffsetDateTime now() {
            return START.plusNanos(call.get());
        }

        @Override
        public Timer at(Instant moment, Runnable callback) {
            return () -> {};
        }

        String make(long number, Action action) {
            call.set(number);
            return action.on().apply(house);
        }
    }

    private static Action action(Random random) {
        String person = PEOPLE.get(random.nextInt(PEOPLE.size()));
        String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
        CommandCall call = new CommandCall("c" + random.nextInt(3), command, "arguments", "question");
        boolean yes = random.nextBoolean();
        Json.Obj none = Json.Obj.EMPTY;
        return switch (random.nextInt(15)) {
            case 0, 1 -> asks(house -> String.valueOf(house.command(person, call)));
            case 2 -> asks(house -> String.valueOf(house.answered(person, call, true, 1)));
            case 3 -> asks(house -> String.valueOf(house.dispatchRefusal(person, call)));
            case 4 -> asks(house -> String.valueOf(house.answered(person, call, yes, 1)));
            case 5 -> asks(house -> does(() -> house.executed(person, call, true)));
            case 6 -> asks(house -> does(() -> house.remember(person, "nickname", command)));
            case 7 -> {
                Json.Obj signal = none.with("person", person).with("confidence", confidence(random));
                yield changed("identity", "voice_signal", person, signal);
            }
            case 8 -> changed("identity", "validation_success", person, none);
            case 9 -> changed("identity", "end_conversation", person, none);
            case 10 -> changed("mode", "participant_detected", "ana", none.with("person", "x1"));
            case 11 -> changed("mode", "participant_left", "ana", none.with("person", "x1"));
            case 12 -> new Action(true, house -> house.view().house().mode().name());
            case 13 -> new Action(true, house -> String.valueOf(house.yesWithinMs()));
            default -> new Action(true, house -> String.valueOf(house.approver(person)));
        };
    }

    private static Action asks(Function<SessionHousehold, String> action) {
        return new Action(false, action);
    }

    private static Json confidence(Random random) {
        return new Json.Num(new BigDecimal(CONFIDENCES.get(random.nextInt(CONFIDENCES.size()))));
    }

    private static String does(Runnable action) {
        action.run();
        return "";
    }

    private static Action changed(String machine, String action, String target, Json.Obj parameters) {
        return asks(house -> does(() -> house.changed(new PeopleChanged(machine, action, target, parameters, ""))));
    }

    /**
     * Linearizable: the calls that left a mark stand in one order, each with its marks in one piece and never before a call
     * that was answered before it was made; one thread that makes the same calls in that order gets every answer and every
     * attestation again, to the last digest; and every look saw the house as it was at some moment while it looked.
     */
    @Test
    void concurrentCallsAreLinearizableAndTheirAttestationsTotallyOrdered() throws Exception {
        Numbered shared = new Numbered();
        int before = shared.attested.size();
        List<Call> calls = run(shared);
        List<Attestation> made = shared.attested.subList(before, shared.attested.size());
        assertTrue(made.size() >= 2_000, made.size() + " requests were decided");
        for (int i = 0; i < shared.attested.size(); i++) {
            assertEquals("att_household_" + (i + 1), shared.attested.get(i).id());
        }
        List<Call> ordered = inOnePiece(made, calls);
        List<Call> looks = calls.stream()
                .filter(call -> call.action().isLook())
                .sorted(Comparator.comparingLong(Call::asked))
                .collect(Collectors.toCollection(ArrayList::new));
        int looked = looks.size();
        assertEquals(calls.size(), ordered.size() + looked);
        keepsRealTime(ordered);
        Numbered alone = new Numbered();
        for (int i = 0; i <= ordered.size(); i++) {
            see(looks, ordered, i, alone);
            if (i < ordered.size()) {
                assertEquals(ordered.get(i).answer(), ordered.get(i).again(alone));
            }
        }
        assertEquals(List.of(), looks, "nobody could have seen this");
        assertEquals(
                shared.attested.stream().map(Attestation::digest).toList(),
                alone.attested.stream().map(Attestation::digest).toList());
        System.out.printf(
                "%d calls from %d threads, %d of them looks; %d attestations in one order%n",
                calls.size(), THREADS, looked, made.size());
    }

    /** Takes away the looks that may have happened before the next call; an earlier one holds back those after it. */
    private static void see(List<Call> looks, List<Call> ordered, int done, Numbered alone) {
        List<Call> past = ordered.subList(0, done);
        List<Call> future = ordered.subList(done, ordered.size());
        long answeredFirst = future.stream().mapToLong(Call::told).min().orElse(Long.MAX_VALUE);
        long madeLast = past.stream().mapToLong(Call::asked).max().orElse(0);
        long seenBy = Long.MAX_VALUE;
        for (Call look : List.copyOf(looks)) {
            if (answeredFirst < look.asked() || seenBy < look.asked()) {
                break;
            }
            if (madeLast < look.told() && look.again(alone).equals(look.answer())) {
                looks.remove(look);
            } else {
                seenBy = Math.min(seenBy, look.told());
            }
        }
    }

    private static List<Call> run(Numbered shared) throws Exception {
        AtomicLong ticks = new AtomicLong();
        CyclicBarrier together = new CyclicBarrier(THREADS);
        List<Future<List<Call>>> running = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            for (int thread = 0; thread < THREADS; thread++) {
                long first = 1 + (long) thread * PER_THREAD;
                Random random = new Random(thread);
                running.add(pool.submit(() -> {
                    together.await();
                    List<Call> calls = new ArrayList<>();
                    for (long number = first; number < first + PER_THREAD; number++) {
                        Action action = action(random);
                        long asked = ticks.incrementAndGet();
                        String answer = shared.make(number, action);
                        calls.add(new Call(number, action, answer, asked, ticks.incrementAndGet()));
                    }
                    return calls;
                }));
            }
        }
        List<Call> calls = new ArrayList<>();
        for (Future<List<Call>> each : running) {
            calls.addAll(each.get());
        }
        return calls;
    }

    /** The calls in the order of their marks; a call whose marks lie apart was not made in one step. */
    private static List<Call> inOnePiece(List<Attestation> made, List<Call> calls) {
        Map<Long, Call> byNumber = new HashMap<>();
        calls.forEach(call -> byNumber.put(call.number(), call));
        List<Call> order = new ArrayList<>();
        for (Attestation attestation : made) {
            Call call = byNumber.get(START.until(attestation.request().at(), ChronoUnit.NANOS));
            assertNotNull(call, "an attestation belongs to no call");
            if (order.isEmpty() || !order.getLast().equals(call)) {
                order.add(call);
            }
        }
        assertEquals(order.size(), order.stream().distinct().count(), "the marks of some call lie apart");
        return order;
    }

    /** From the end of the order: no call may have been made after a later one had been answered. */
    private static void keepsRealTime(List<Call> ordered) {
        List<Call> reversed = new ArrayList<>(ordered);
        Collections.reverse(reversed);
        long answeredFirst = Long.MAX_VALUE;
        for (Call call : reversed) {
            assertTrue(call.asked() < answeredFirst, () -> "call " + call.number() + " stands before its time");
            answeredFirst = Math.min(answeredFirst, call.told());
        }
    }
}
