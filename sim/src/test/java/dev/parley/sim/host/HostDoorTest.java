package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.StopRequested;
import dev.parley.session.event.SessionEvent.TextTyped;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.HouseholdReader;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.session.record.RoomStates;
import dev.parley.session.tool.ClientShelf;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What enters a conversation through its door while its carrier is busy, and what does not. */
class HostDoorTest {
    /** The generation of the first call: the session, its turn and the node in that come before it. */
    private static final long FIRST_CALL = 4;

    private static final String WORLD = """
        name: door
        seed: 1
        agent:
          - {when: "hello", says: "one two three four", audio_ms: 4000}
          - {when: "measure", calls: [{id: c1, tool: measure}]}
        tools:
          measure: {takes_ms: 9000, returns: {size: 1}}
        """;

    private static final long TODAY_MS = 1_790_000_000_000L;

    private final VirtualTime time = new VirtualTime(TODAY_MS);
    private final MemoryJournal journal = new MemoryJournal();
    private final ManualSeats seats = new ManualSeats(time, time);
    private final List<String> dropped = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final SessionHost.Wanted wanted;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private long keepEvery = Long.MAX_VALUE;
    private Executor work = Runnable::run;
    private final SessionHost host;

    HostDoorTest() throws BadScenario {
        wanted = inAHouse(ScenarioRun.wanted(ScenarioReader.yaml(WORLD), 0));
        Records records = new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                return journal;
            }

            @Override
            public List<Rune> read(String conversation) {
                return List.of();
            }

            @Override
            public long keepEvery() {
                return keepEvery;
            }

            @Override
            public Hash keep(String conversation, RoomStates rooms) {
                asked.countDown();
                try {
                    answers.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return Hash.ZERO;
            }
        };
        HostListener listener = new HostListener() {
            @Override
            public void dropped(String session, Lane lane, long count) {
                dropped.add(lane + " " + count);
            }

            @Override
            public void refused(String session, String rule) {
                refused.add(rule);
            }
        };
        host = new SessionHost(
                "door",
                new SessionHost.Parts(
                        InProcessAuthority.alone(""), records, seats, time, task -> work.execute(task), listener));
    }

    /** The same where eva lives, who has a PIN. */
    private static SessionHost.Wanted inAHouse(SessionHost.Wanted plain) {
        HouseSpec house = HouseholdReader.read(
                        "house.yaml", "people: [{id: eva, role: OWNER, birthdate: 1970-02-14, pin: \"9753\"}]\n")
                .confirming("eva", Set.of("eva"));
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

    private void opened() {
        CompletableFuture<Opening> opening = host.open(wanted);
        assertFalse(opening.isDone(), "it begins in its seat");
        seats.runAll();
        assertInstanceOf(Opening.Opened.class, opening.join());
    }

    private boolean offer(SessionEvent event) {
        return host.offer(wanted.session(), event);
    }

    private long count(String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    @Test
    void aStopOvertakesWhatWasSaidBeforeItAndWhatWasSaidBeforeItIsNotAnsweredAfterIt() {
        opened();
        offer(new TextTyped("hello first", "ana"));
        offer(new StopRequested("ana"));
        seats.runAll();
        assertEquals(1, count("user.words"), "the words are remembered");
        assertEquals(0, count("turn.started"), "and nobody answers them");
        offer(new StopRequested("ana"));
        offer(new TextTyped("hello again", "ana"));
        seats.runAll();
        assertEquals(1, count("turn.started"), "what is said after a stop is answered");
    }

    private List<String> words() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("user.words"))
                .map(rune -> rune.payload().text("by") + ": " + rune.payload().text("pii_text"))
                .toList();
    }

    @Test
    void wordsThatAStopOvertakesAreKeptWithoutAPin() {
        opened();
        offer(new TextTyped("my pin is 97", "eva"));
        offer(new TextTyped("53", "eva"));
        offer(new StopRequested("eva"));
        seats.runAll();
        assertEquals(List.of("eva: my pin is [pin]", "eva: [pin]"), words());
    }

    @Test
    void wordsThatAreTypedDuringAHaltAreKeptWithoutAPin() {
        opened();
        offer(new SessionEvent.OverrideRequested(
                "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "eva"));
        offer(new SessionEvent.PluginChanged("plugin", Json.Obj.EMPTY.with("override_active", false)));
        offer(new TextTyped("hello, my pin is 9753", "eva"));
        seats.runAll();
        assertEquals(List.of("eva: hello, my pin is [pin]"), words());
        assertEquals(0, count("turn.started"), "nobody answers them");
    }

    @Test
    void aFloodOfDataIsBoundedAndCountedAndNeverKeepsAStopOut() {
        opened();
        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            taken += offer(new SessionEvent.Muted()) ? 1 : 0;
        }
        assertTrue(taken < 1_000, "the door is bounded");
        assertTrue(offer(new StopRequested("ana")));
        seats.runAll();
        assertEquals(taken, count("control.muted"));
        assertEquals(List.of("DATA " + (1_000 - taken)), dropped);
        assertEquals(1, count("control.drop_notice"), "what was lost is recorded");
        List<String> kinds = journal.runes().stream().map(Rune::kind).toList();
        assertTrue(kinds.indexOf("control.cancel") < kinds.indexOf("control.muted"), "the stop came first");
    }

    @Test
    void aFloodOfStopsNeverKeepsOutThatTheRecordIsKeptOrTheLeaseNew() {
        opened();
        while (offer(new StopRequested("ana"))) {
            // until the lane is full
        }
        assertTrue(offer(new SessionEvent.RecordKept(1)), "else nothing would ever be said again");
        assertTrue(offer(new SessionEvent.OverrideKept("eva")));
        host.rotate(wanted.session());
        seats.runAll();
        assertEquals(1, count("control.lease_rotated"));
        offer(new TextTyped("hello", "ana"));
        seats.runAll();
        assertEquals(1, count("turn.started"));
    }

    @Test
    void howSomebodyWantsToBeSpokenToIsNoInterruptionOfOthers() {
        opened();
        int before = seats.hurried();
        assertTrue(offer(new SessionEvent.OverrideKept("eva")));
        assertEquals(before, seats.hurried());
        offer(new StopRequested("eva"));
        assertEquals(before + 1, seats.hurried(), "a stop is one");
    }

    @Test
    void aDrainDoesNotWaitForADiskThatNeverAnswers() throws InterruptedException {
        opened();
        keepEvery = 0;
        work = Thread::startVirtualThread;
        CountDownLatch left = new CountDownLatch(1);
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 1_000).thenRun(left::countDown);
        seats.runAll();
        assertTrue(asked.await(1, TimeUnit.MINUTES), "a snapshot is kept of whoever is left");
        assertTrue(left.await(1, TimeUnit.MINUTES), "and nobody waits for it for ever");
        answers.countDown();
        empty.join();
    }

    @Test
    void aHostWithTooMuchToDoTakesNobodyIn() {
        seats.refuse();
        Opening.Refused no =
                assertInstanceOf(Opening.Refused.class, host.open(wanted).join());
        assertEquals("runtime.overload", no.rule());
        assertEquals(List.of("runtime.overload"), refused);
        assertEquals(List.of(), journal.runes(), "it never began");
    }

    @Test
    void aSessionThatIsHereAlreadyIsNotOpenedAgain() {
        opened();
        Opening.Refused no =
                assertInstanceOf(Opening.Refused.class, host.open(wanted).join());
        assertEquals("runtime.already_here", no.rule());
        assertTrue(offer(new TextTyped("hello", "ana")), "the first one goes on");
    }

    @Test
    void aDrainingHostTakesNobodyIn() {
        opened();
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 1_000);
        seats.runAll();
        assertTrue(empty.isDone(), "nobody was busy");
        Opening.Refused no =
                assertInstanceOf(Opening.Refused.class, host.open(wanted).join());
        assertEquals("runtime.draining", no.rule());
        assertEquals("drained", journal.runes().getLast().payload().text("reason"));
    }

    @Test
    void aDrainAlsoEndsWhoWasJustBeingTakenIn() {
        List<Runnable> later = new ArrayList<>();
        work = later::add;
        CompletableFuture<Opening> opening = host.open(wanted);
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 1_000);
        seats.runAll();
        work = Runnable::run;
        later.forEach(Runnable::run);
        seats.runAll();
        assertInstanceOf(Opening.Opened.class, opening.join());
        time.advanceTo(0);
        seats.runAll();
        assertTrue(empty.isDone(), "nobody is forgotten");
        assertEquals("drained", journal.runes().getLast().payload().text("reason"));
    }

    @Test
    void aDrainLetsATurnFinishThatCanAndEndsAtItsTimeOneThatCannot() {
        opened();
        offer(new TextTyped("hello", "ana"));
        seats.runAll();
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 2_000);
        seats.runAll();
        time.advanceTo(1_999_000_000L);
        assertFalse(empty.isDone());
        time.advanceTo(2_000_000_000L);
        assertTrue(empty.isDone());
        Rune error = journal.runes().stream()
                .filter(rune -> rune.kind().equals("turn.error"))
                .findFirst()
                .orElseThrow();
        assertEquals("drained", error.payload().text("reason"));
        assertEquals(2_000, error.envelope().monotonicNanos() / 1_000_000);
    }

    /** Ruling E4: it may have run, and nobody will ever know better. */
    @Test
    void aCallThatStillRunsAtTheEndGetsItsOneResult() {
        opened();
        offer(new TextTyped("measure", "ana"));
        seats.runAll();
        time.advanceTo(500_000_000L);
        seats.runAll();
        assertEquals(1, count("tool.dispatched"));
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 0);
        seats.runAll();
        time.advanceTo(500_000_000L);
        assertTrue(empty.isDone());
        List<String> results = journal.runes().stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune -> String.valueOf(rune.payload().text("status")))
                .toList();
        assertEquals(List.of("unknown"), results);
        List<Long> decided = journal.runes().stream()
                .filter(rune -> rune.kind().equals("verdict.tool"))
                .map(rune -> Objects.requireNonNull(VerdictRune.request(rune.payload()))
                        .at()
                        .toInstant()
                        .toEpochMilli())
                .toList();
        assertEquals(TODAY_MS + 500, decided.getLast(), "decided when the conversation ended");
    }

    @Test
    void whatIsSaidDuringADrainEndsTheAnswerAndOpensNoTurn() {
        opened();
        offer(new TextTyped("hello", "ana"));
        seats.runAll();
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 2_000);
        offer(new TextTyped("hello once more", "ana"));
        seats.runAll();
        assertTrue(empty.isDone());
        assertEquals(1, count("turn.started"), "no new turn opens");
        assertEquals(1, count("turn.interrupted"));
        assertEquals(1, count("user.words"));
        assertEquals(1, count("user.added"), "what was said meanwhile waits for the next host");
    }

    private String running() {
        opened();
        offer(new TextTyped("measure", "ana"));
        seats.runAll();
        time.advanceTo(500_000_000L);
        seats.runAll();
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("tool.dispatched"))
                .map(rune -> String.valueOf(rune.payload().text("call_id")))
                .findFirst()
                .orElseThrow();
    }

    private List<String> statuses() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune -> String.valueOf(rune.payload().text("status")))
                .toList();
    }

    @Test
    void aToolThatReportsWithoutEndLeavesRoomForWhatPeopleSayAndForItsResult() {
        String call = running();
        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            taken += offer(new SessionEvent.ToolProgressed(call, Json.of(i))) ? 1 : 0;
        }
        assertTrue(taken > 0 && taken < 1_000, "some of its reports");
        assertTrue(offer(new SessionEvent.Muted()), "others still come in");
        assertTrue(offer(new SessionEvent.ToolFinished(call, SessionEvent.ToolStatus.SUCCESS, Json.of(1), "")));
        seats.runAll();
        assertEquals(taken, count("tool.progress"));
        assertEquals(List.of("DATA " + (1_000 - taken)), dropped, "what was lost is known");
        assertEquals(List.of("success"), statuses());
    }

    @Test
    void aResultComesInThroughADoorThatIsFull() {
        String call = running();
        int waiting = 0;
        while (offer(new SessionEvent.Muted())) {
            waiting++;
        }
        assertTrue(offer(new SessionEvent.ToolFinished(call, SessionEvent.ToolStatus.SUCCESS, Json.of(1), "")));
        seats.runAll();
        assertEquals(List.of("success"), statuses());
        assertEquals(waiting, count("control.muted"), "nothing else is lost for it");
    }

    @Test
    void theOutcomeOfAProviderComesInThroughADoorThatIsFull() {
        opened();
        offer(new TextTyped("measure", "ana"));
        seats.runAll();
        Rune asked = journal.runes().stream()
                .filter(rune -> rune.kind().equals("provider.call"))
                .findFirst()
                .orElseThrow();
        ProviderInvocation call = new ProviderInvocation(
                asked.envelope().providerCall(),
                String.valueOf(asked.payload().text("name")),
                Modality.LLM,
                wanted.session(),
                asked.turn(),
                asked.envelope().idempotencyKey(),
                1,
                FIRST_CALL);
        ProviderEvent delta = new ProviderEvent.Alive(call, 1);
        while (offer(new SessionEvent.ProviderReported(delta))) {
            // Whatever it reports on the way is refused when the door is full.
        }
        assertTrue(offer(
                new SessionEvent.ProviderReported(new ProviderEvent.Ended(call, Outcome.error(false, "broken")))));
        seats.runAll();
        assertEquals(1, count("provider.outcome"));
    }

    @Test
    void aClientLearnsThatNobodyTakesItsResultIn() {
        ClientShelf.Client client = new ClientShelf.Client() {
            @Override
            public void run(ToolCall call, long deadlineMs) {}

            @Override
            public void stop(String callId) {}
        };
        ClientShelf shelf = new ClientShelf(Ruling.ALLOW, ToolTerms.DEFAULT, client, this::offer, Runnable::run);
        shelf.start(new ToolCall("c1", "show", Json.Obj.EMPTY, "agent", 0), 1_000);
        assertFalse(shelf.answered("c1", true, Json.of("shown"), ""), "the conversation is not here");
    }

    /** Asks the conversation more than it can take in before its seat runs. */
    private void askTooMuch() {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answers.add(host.ask(wanted.session(), ConversationLoop::isQuiet));
        }
        assertTrue(answers.getLast().isCompletedExceptionally(), "who is not heard learns it at once");
        assertFalse(answers.getFirst().isDone());
    }

    @Test
    void anEndIsNeverLostHoweverMuchIsAsked() {
        opened();
        askTooMuch();
        CompletableFuture<SessionHost.Ending> ending = host.end(wanted.session(), "enough");
        seats.runAll();
        assertEquals("enough", ending.join().reason());
    }

    @Test
    void anEndForLaterComesByTheHostsClockIfItIsStillWanted() {
        opened();
        askTooMuch();
        boolean[] gone = {true};
        host.endAt(wanted.session(), time.monotonicNanos() + 5_000_000_000L, "disconnected", () -> gone[0]);
        seats.runAll();
        gone[0] = false;
        time.advanceTo(time.monotonicNanos() + 6_000_000_000L);
        seats.runAll();
        assertEquals(1, host.conversations(), "somebody came back");
        gone[0] = true;
        host.endAt(wanted.session(), time.monotonicNanos() + 5_000_000_000L, "disconnected", () -> gone[0]);
        seats.runAll();
        time.advanceTo(time.monotonicNanos() + 4_900_000_000L);
        seats.runAll();
        assertEquals(1, host.conversations());
        time.advanceTo(time.monotonicNanos() + 200_000_000L);
        seats.runAll();
        assertEquals(0, host.conversations());
    }

    @Test
    void aDrainIsNeverLostHoweverMuchIsAsked() {
        opened();
        askTooMuch();
        CompletableFuture<Void> empty = host.drain(SessionHost.DRAINED, 1_000);
        seats.runAll();
        assertTrue(empty.isDone());
    }

    @Test
    void anEndThatComesBeforeTheBeginIsNotLost() {
        List<Runnable> later = new ArrayList<>();
        work = later::add;
        CompletableFuture<Opening> opening = host.open(wanted);
        CompletableFuture<SessionHost.Ending> ending = host.end(wanted.session(), "enough");
        seats.runAll();
        work = Runnable::run;
        later.forEach(Runnable::run);
        seats.runAll();
        assertInstanceOf(Opening.Opened.class, opening.join());
        assertTrue(ending.isDone());
    }
}
