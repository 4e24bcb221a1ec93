package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.tool.ClientShelf;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools that really run, on threads of their own, in a conversation on the machine's clock. */
@Timeout(120)
class LiveToolsTest {
    private static final int CONVERSATIONS = 10;
    private static final int CALLS = 100;

    private final AtomicInteger runs = new AtomicInteger();

    @TempDir
    private Path directory = Path.of("");

    record Item(String item) {}

    record Job(long index, String fate) {}

    private static String script(String name, String calls) {
        return "name: " + name + "\n" + """
                seed: 1
                settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1, approval_timeout_ms: 300}
                agent:
                  - {when: "go", calls: [CALLS]}
                  - {when_result: c1, says: "done", audio_ms: 5}
                """.replace("CALLS", calls);
    }

    private SessionHost.Wanted wanted(String yaml, ToolPolicy policy, Tool... tools) throws BadScenario {
        return wanted(yaml, policy, CallSandbox.CLOSED, tools);
    }

    private static SessionHost.Wanted wanted(String yaml, ToolPolicy policy, CallSandbox sandbox, Tool... tools)
            throws BadScenario {
        return wanted(
                yaml, place -> new ProcessTools(ToolCatalogue.of(tools), policy, sandbox, place.door(), place.work()));
    }

    private static SessionHost.Wanted wanted(String yaml, Function<SessionHost.Place, ToolShelf> shelf)
            throws BadScenario {
        Scenario scenario = ScenarioReader.yaml(yaml);
        long origin = LiveHost.CLOCK.monotonicNanos();
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, origin);
        SessionHost.World world = place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, origin, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    ports.providers(),
                    shelf.apply(place),
                    ports.people());
        };
        return new SessionHost.Wanted(plain.session(), plain.what(), plain.settings(), plain.pipeline(), world);
    }

    /** What is recorded when one turn is over in which these calls were made. */
    private List<Rune> played(String calls, ToolPolicy policy, Tool... tools) throws Exception {
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {})) {
            String session = live.open(wanted(script("tools", calls), policy, tools));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            live.type(session, "go");
            LiveHost.await(over);
            List<Rune> runes = live.recorded(session);
            Replay replay = new Replay(new Rooms());
            runes.forEach(replay::accept);
            assertNull(replay.divergence(), "an honest record");
            return runes;
        }
    }

    private static List<String> steps(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().startsWith("tool.") || rune.kind().equals("verdict.tool"))
                .map(rune -> rune.kind().equals("verdict.tool")
                        ? String.valueOf(rune.payload().text("action"))
                        : rune.kind())
                .toList();
    }

    private static Rune result(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aReadRunsAndItsStepsAreRecordedInOrder() throws Exception {
        Tool look = TypedTool.reads("look", "Looks.", Item.class, (context, item) -> {
            context.report(Json.of("half"));
            return Map.of("seen", item.item());
        });
        List<Rune> runes = played("{id: c1, tool: look, args: {item: tea}}", ToolPolicy.of(ToolMode.AUTO), look);
        assertEquals(
                List.of(
                        "call",
                        "permit",
                        "admit",
                        "dispatch",
                        "tool.dispatched",
                        "tool.progress",
                        "result",
                        "tool.result"),
                steps(runes));
        assertEquals("success", result(runes).payload().text("status"));
    }

    @Test
    void whatAToolThrowsIsItsError() throws Exception {
        Tool broken = TypedTool.reads("look", "Looks.", Item.class, (_, _) -> {
            throw new IllegalStateException("the lens is broken");
        });
        Rune result = result(played("{id: c1, tool: look, args: {item: tea}}", ToolPolicy.of(ToolMode.AUTO), broken));
        assertEquals("error", result.payload().text("status"));
        assertTrue(result.payload().canonical().contains("the lens is broken"));
    }

    @Test
    void whatAToolAssertsInVainIsItsErrorToo() throws Exception {
        Tool broken = TypedTool.reads("look", "Looks.", Item.class, (_, _) -> {
            throw new AssertionError("the lens is gone");
        });
        Rune result = result(played("{id: c1, tool: look, args: {item: tea}}", ToolPolicy.of(ToolMode.AUTO), broken));
        assertEquals("error", result.payload().text("status"));
        assertTrue(result.payload().canonical().contains("the lens is gone"));
    }

    @Test
    void aResultThatIsTooLongIsAnError() throws Exception {
        String calls = "{id: c1, tool: look, args: {item: tea}}";
        Tool chatty = TypedTool.reads(
                "look", "Looks.", Item.class, (_, _) -> Map.of("seen", "x".repeat(ToolRunner.RESULT_CHARS_MAX)));
        Rune result = result(played(calls, ToolPolicy.of(ToolMode.AUTO), chatty));
        assertEquals("error", result.payload().text("status"));
        assertTrue(result.payload().canonical().contains("the result is longer than 262144 characters"));
    }

    @Test
    void argumentsThatDoNotFitAreDeniedBeforeAnybodyIsAsked() throws Exception {
        Tool order = TypedTool.writes("order", "Orders.", Item.class, (_, _) -> runs.incrementAndGet());
        List<Rune> runes = played(
                "{id: c1, tool: order, args: {thing: tea}}",
                ToolPolicy.of(ToolMode.AUTO).with("order", Ruling.ASK),
                order);
        assertEquals("denied", result(runes).payload().text("status"));
        assertTrue(result(runes).payload().canonical().contains("do not fit"));
        assertTrue(steps(runes).stream().noneMatch("ask"::equals));
        assertEquals(0, runs.get());
    }

    @Test
    void aWriteThatNobodyApprovesInTimeDoesNotRun() throws Exception {
        Tool order = TypedTool.writes("order", "Orders.", Item.class, (_, _) -> runs.incrementAndGet());
        List<Rune> runes = played(
                "{id: c1, tool: order, args: {item: tea}}",
                ToolPolicy.of(ToolMode.AUTO).with("order", Ruling.ASK),
                order);
        assertTrue(
                steps(runes).containsAll(List.of("ask", "expire")), steps(runes).toString());
        assertEquals(0, runs.get());
    }

    @Test
    void aClosedSandboxStopsAToolThatNamesPathsAndLeavesItsViolation() throws Exception {
        Tool reader = TypedTool.reads("read", "Reads.", Item.class, (_, _) -> runs.incrementAndGet())
                .withPaths("item");
        List<Rune> runes =
                played("{id: c1, tool: read, args: {item: ../x}}", ToolPolicy.of(ToolMode.FULL_ACCESS), reader);
        assertEquals("sandbox_violation", result(runes).payload().text("status"));
        assertTrue(runes.stream()
                .anyMatch(rune -> rune.kind().equals("system.invariant_violation")
                        && "INV-TOOL-SANDBOX".equals(rune.payload().text("id"))));
        assertEquals(0, runs.get());
    }

    /** Keeps something before every call, and notes how far the record was on disk then. */
    private static final class Keeping implements CallSandbox {
        final AtomicLong durable = new AtomicLong();
        private final Runelog log;

        Keeping(Runelog log) {
            this.log = log;
        }

        @Override
        public @Nullable String violation(ToolSpec spec, Json.Obj arguments) {
            return null;
        }

        @Override
        public boolean keeps(ToolSpec spec) {
            return true;
        }

        @Override
        public WorkspaceCheckpointed keep(ToolCall call) {
            log.conversations().stream()
                    .filter(each -> each.startsWith("keeps"))
                    .forEach(each -> durable.set(log.head(each).durable()));
            return new WorkspaceCheckpointed("abc", 1, 1, call.callId());
        }
    }

    @Test
    void nothingIsKeptBeforeThePermitIsOnDisk() throws Exception {
        Tool order = TypedTool.writes("order", "Orders.", Item.class, (_, _) -> runs.incrementAndGet());
        StallingDisk disk = new StallingDisk(directory);
        Runelog log = Runelog.open(disk, RunelogSettings.standard(LiveHost.CLOCK, RandomSource.seeded(1)));
        CountDownLatch permitted = new CountDownLatch(1);
        try (LiveHost live = new LiveHost(log, 1, HostListener.NONE, (session, draft) -> {
            if ("permit".equals(draft.payload().text("action"))) {
                disk.stall();
                permitted.countDown();
            }
        })) {
            String yaml = script("keeps", "{id: c1, tool: order, args: {item: tea}}");
            Keeping sandbox = new Keeping(log);
            ToolPolicy policy = ToolPolicy.of(ToolMode.FULL_ACCESS)
                    .with("order", new ToolPolicy.Rule(Ruling.ALLOW, ToolTerms.DEFAULT.withTimeoutMs(60_000)));
            String session = live.open(wanted(yaml, policy, sandbox, order));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            live.type(session, "go");
            LiveHost.await(permitted);
            assertTrue(live.host.ask(session, _ -> true).join());
            disk.goOn();
            LiveHost.await(over);
            List<Rune> runes = live.recorded(session);
            long permit = runes.stream()
                    .filter(rune -> "permit".equals(rune.payload().text("action")))
                    .findFirst()
                    .orElseThrow()
                    .eventId();
            assertTrue(sandbox.durable.get() >= permit, sandbox.durable + " were on disk, and the permit is " + permit);
            assertEquals("success", result(runes).payload().text("status"));
        }
        assertEquals(1, runs.get());
    }

    private static final String ANA = """
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
            """;

    private static SessionEvent arrives(String person) {
        Json.Obj who = Json.Obj.EMPTY.with("known", false).with("person", person);
        return new SessionEvent.PeopleChanged("mode", "participant_detected", "ana", who, "ana");
    }

    @Test
    void aYesFallsIfTheCompanyChangesBeforeTheDispatch() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        CallSandbox slow = (_, _) -> {
            looking.countDown();
            awaitQuietly(looked);
            return null;
        };
        Tool write = TypedTool.writes("write", "Writes.", Item.class, (_, _) -> runs.incrementAndGet())
                .withPaths("item");
        ToolPolicy policy = ToolPolicy.of(ToolMode.AUTO).with("write", Ruling.ASK);
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {})) {
            String yaml = script("company", "{id: c1, tool: write, args: {item: a.txt}}")
                            .replace("approval_timeout_ms: 300", "approval_timeout_ms: 60000")
                    + ANA;
            String session = live.open(wanted(yaml, policy, slow, write));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            awaitAsked(live, session);
            live.host.offer(session, new SessionEvent.ApprovalAnswered("c1", true, "ana"));
            LiveHost.await(looking);
            CountDownLatch changed = live.expect(session, "verdict.household", 1);
            live.host.offer(session, arrives("unknown"));
            LiveHost.await(changed);
            looked.countDown();
            LiveHost.await(over);
            List<Rune> runes = live.recorded(session);
            assertEquals("denied", result(runes).payload().text("status"));
            assertEquals(
                    "the company has changed since it was permitted",
                    result(runes).payload().text("reason"));
            assertEquals(List.of("call", "ask", "approve", "admit", "dispatch", "tool.result"), steps(runes));
        }
        assertEquals(0, runs.get());
    }

    @Test
    void aYesCountsOnlyInTheCompanyInWhichItWasAskedFor() throws Exception {
        Tool order = TypedTool.writes("order", "Orders.", Item.class, (_, _) -> runs.incrementAndGet());
        ToolPolicy policy = ToolPolicy.of(ToolMode.AUTO).with("order", Ruling.ASK);
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {})) {
            String yaml = script("other company", "{id: c1, tool: order, args: {item: tea}}")
                            .replace("approval_timeout_ms: 300", "approval_timeout_ms: 60000, ask_aloud: true")
                    + ANA;
            String session = live.open(wanted(yaml, policy, order));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            CountDownLatch heard = live.expect(session, "playback.ended", 1);
            awaitAsked(live, session);
            LiveHost.await(heard);
            live.host.offer(session, arrives("unknown"));
            CountDownLatch again = live.expect(session, "playback.ended", 1);
            live.host.offer(session, new SessionEvent.ApprovalAnswered("c1", true, "ana"));
            LiveHost.await(again);
            live.host.offer(session, new SessionEvent.ApprovalAnswered("c1", true, "ana"));
            LiveHost.await(over);
            List<Rune> runes = live.recorded(session);
            assertEquals(
                    List.of(
                            "call",
                            "ask",
                            "heard",
                            "approve",
                            "ask",
                            "heard",
                            "approve",
                            "admit",
                            "dispatch",
                            "tool.dispatched",
                            "result"),
                    steps(runes).subList(0, 11));
            assertEquals("success", result(runes).payload().text("status"));
        }
        assertEquals(1, runs.get());
    }

    @Test
    void aClientDoesTheWorkOfItsOwnToolAndItsAnswerIsTheOneResult() throws Exception {
        List<Rune> runes = answeredByClient(Json.of("shown"));
        assertEquals("success", result(runes).payload().text("status"));
        assertEquals(
                List.of("call", "permit", "admit", "dispatch", "tool.dispatched", "result", "tool.result"),
                steps(runes));
    }

    @Test
    void whatAClientAnswersIsBoundedAsAnyResult() throws Exception {
        Rune result = result(answeredByClient(Json.of("x".repeat(ToolRunner.RESULT_CHARS_MAX))));
        assertEquals("error", result.payload().text("status"));
        assertTrue(result.payload().canonical().contains(ToolRunner.TOO_LONG));
    }

    private List<Rune> answeredByClient(Json answer) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        List<ClientShelf> shelf = new CopyOnWriteArrayList<>();
        ClientShelf.Client client = new ClientShelf.Client() {
            @Override
            public void run(ToolCall call, long deadlineMs) {
                asked.countDown();
            }

            @Override
            public void stop(String callId) {}
        };
        Json.Obj schema = Json.Obj.EMPTY.with("type", "object");
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {})) {
            String session = live.open(wanted(script("client", "{id: c1, tool: show, args: {page: 2}}"), place -> {
                ClientShelf made = new ClientShelf(Ruling.ALLOW, ToolTerms.DEFAULT, client, place.door(), place.work());
                made.declare(List.of(new Model.ToolOffer("show", "Shows a page.", schema)));
                shelf.add(made);
                return made;
            }));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            live.type(session, "go");
            LiveHost.await(asked);
            assertFalse(shelf.getFirst().answered("c2", true, Json.of("nobody asked"), ""));
            assertTrue(shelf.getFirst().answered("c1", true, answer, ""));
            assertFalse(shelf.getFirst().answered("c1", true, Json.of("again"), ""), "a call has one result");
            LiveHost.await(over);
            return live.recorded(session);
        }
    }

    @Test
    void longArgumentsThatDoNotFitAreDeniedBeforeAnybodyIsAsked() throws Exception {
        ClientShelf.Client client = new ClientShelf.Client() {
            @Override
            public void run(ToolCall call, long deadlineMs) {
                throw new AssertionError("it does not fit");
            }

            @Override
            public void stop(String callId) {}
        };
        Json.Obj pages = Json.Obj.EMPTY.with("items", Json.Obj.EMPTY.with("type", "integer"));
        Json.Obj schema = Json.Obj.EMPTY.with("properties", Json.Obj.EMPTY.with("pages", pages));
        String args = "{pages: [" + "1, ".repeat(3_000) + "no]}";
        List<String> checkedOn = new CopyOnWriteArrayList<>();
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {})) {
            String session = live.open(wanted(script("client", "{id: c1, tool: show, args: " + args + "}"), place -> {
                Executor work = task -> {
                    checkedOn.add("elsewhere");
                    place.work().execute(task);
                };
                ClientShelf made = new ClientShelf(Ruling.ASK, ToolTerms.DEFAULT, client, place.door(), work);
                made.declare(List.of(new Model.ToolOffer("show", "Shows pages.", schema)));
                return made;
            }));
            CountDownLatch over = live.expect(session, "turn.closed", 1);
            live.type(session, "go");
            LiveHost.await(over);
            Rune result = result(live.recorded(session));
            assertEquals("denied", result.payload().text("status"));
            assertTrue(String.valueOf(result.payload().text("reason")).contains("do not fit"), result.toString());
            assertEquals(List.of("elsewhere"), checkedOn);
        }
    }

    private static void awaitAsked(LiveHost live, String session) throws InterruptedException {
        CountDownLatch asked = live.expect(session, "verdict.tool", 2);
        assertTrue(live.host.offer(session, new SessionEvent.TextTyped("go", "ana")));
        LiveHost.await(asked);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            LiveHost.await(latch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thousand calls at once that succeed, throw, are late or do not fit. */
    @Test
    void everyCallOfAStormSettlesExactlyOnceAndNothingIsLeft() throws Exception {
        Map<String, AtomicInteger> ran = new ConcurrentHashMap<>();
        CountDownLatch never = new CountDownLatch(1);
        Tool slow = TypedTool.reads("slow", "Waits.", Job.class, (_, _) -> {
            never.await();
            return Map.of();
        });
        ToolPolicy policy = ToolPolicy.of(ToolMode.FULL_ACCESS)
                .withTerms(ToolTerms.DEFAULT.withTimeoutMs(60_000))
                .with("slow", new ToolPolicy.Rule(Ruling.ALLOW, ToolTerms.DEFAULT.withTimeoutMs(100)));
        Map<String, Integer> statuses = new TreeMap<>();
        try (LiveHost live = new LiveHost(directory, 2, HostListener.NONE, (session, draft) -> {})) {
            List<String> sessions = new ArrayList<>();
            List<CountDownLatch> over = new ArrayList<>();
            for (int i = 0; i < CONVERSATIONS; i++) {
                Tool job = job("storm " + i, ran);
                String session = live.open(wanted(script("storm " + i, storm()), policy, job, slow));
                sessions.add(session);
                over.add(live.expect(session, "turn.closed", 1));
            }
            sessions.forEach(session -> live.type(session, "go"));
            for (CountDownLatch each : over) {
                LiveHost.await(each);
            }
            for (String session : sessions) {
                settledOnce(live.recorded(session), statuses);
            }
        }
        never.countDown();
        assertTrue(statuses.keySet().containsAll(Set.of("success", "error", "timeout", "denied")), statuses.toString());
        assertTrue(ran.values().stream().allMatch(count -> count.get() == 1), "nothing ran twice");
    }

    private static Tool job(String conversation, Map<String, AtomicInteger> ran) {
        return TypedTool.reads("job", "Works.", Job.class, (context, work) -> {
            ran.computeIfAbsent(conversation + context.call().callId(), _ -> new AtomicInteger())
                    .incrementAndGet();
            if (work.fate().equals("throw")) {
                throw new IllegalStateException("broken");
            }
            return Map.of("did", work.index());
        });
    }

    private static String storm() {
        StringBuilder calls = new StringBuilder();
        for (int i = 1; i <= CALLS; i++) {
            String fate = List.of("work", "throw", "late", "work", "misfit").get(i % 5);
            String args = fate.equals("misfit") ? "{nonsense: 1}" : "{index: " + i + ", fate: " + fate + "}";
            calls.append(i == 1 ? "" : ", ")
                    .append("{id: c" + i + ", tool: " + (fate.equals("late") ? "slow" : "job") + ", args: " + args
                            + "}");
        }
        return calls.toString();
    }

    private static void settledOnce(List<Rune> runes, Map<String, Integer> statuses) {
        Map<String, Integer> results = new TreeMap<>();
        for (Rune rune : runes) {
            if (rune.kind().equals("tool.result")) {
                results.merge(String.valueOf(rune.payload().text("call_id")), 1, Integer::sum);
                statuses.merge(String.valueOf(rune.payload().text("status")), 1, Integer::sum);
            }
        }
        assertEquals(CALLS, results.size());
        assertTrue(results.values().stream().allMatch(count -> count == 1));
    }
}
