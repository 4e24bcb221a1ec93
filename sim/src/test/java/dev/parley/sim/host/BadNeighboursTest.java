package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.OtherProviders;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.SilentCall;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Beside a thousand healthy conversations some have a model, a voice or a tool that blocks, throws or never answers: only
 * their own turns end, by their time-outs, and everybody else is served.
 */
@Timeout(300)
class BadNeighboursTest {
    private static final int HEALTHY = 1_000;
    private static final long TIMEOUT_MS = 400;
    /** For who answers or throws: on a busy machine nobody else's time is to run out. */
    private static final long PATIENT_MS = 50_000;

    private final CountDownLatch released = new CountDownLatch(1);

    @TempDir
    private Path directory = Path.of("");

    private enum Trouble {
        BLOCKS,
        THROWS,
        THROWS_AN_ERROR,
        NEVER_ANSWERS;

        boolean isSilent() {
            return this == BLOCKS || this == NEVER_ANSWERS;
        }

        long timeoutMs() {
            return isSilent() ? TIMEOUT_MS : PATIENT_MS;
        }
    }

    /** Does not even listen to an interrupt. */
    private void block() {
        boolean over = false;
        while (!over) {
            try {
                released.await();
                over = true;
            } catch (InterruptedException ignored) {
                over = false;
            }
        }
    }

    private void misbehave(Trouble trouble) {
        switch (trouble) {
            case BLOCKS -> block();
            case THROWS -> throw new IllegalStateException("broken");
            case THROWS_AN_ERROR -> throw new StackOverflowError();
            case NEVER_ANSWERS -> {}
        }
    }

    private final class BadProvider implements Provider {
        private final Modality modality;
        private final Trouble trouble;

        private BadProvider(Modality modality, Trouble trouble) {
            this.modality = modality;
            this.trouble = trouble;
        }

        @Override
        public ProviderProfile profile() {
            return new ProviderProfile(
                    "bad",
                    modality,
                    true,
                    true,
                    0,
                    new ProviderProfile.Timeouts(trouble.timeoutMs(), trouble.timeoutMs()),
                    ProviderProfile.Limits.NONE);
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            misbehave(trouble);
            return new SilentCall(invocation, () -> misbehave(trouble));
        }
    }

    private Providers bad(Providers good, Modality modality, Trouble trouble, Executor threads) {
        GuardedProvider guarded =
                GuardedProvider.of(new BadProvider(modality, trouble), new CircuitBreaker(Integer.MAX_VALUE, 1));
        return new OtherProviders(good, Map.of(modality, List.of(guarded)), threads);
    }

    private ToolShelf badTools(ToolShelf listed, Trouble trouble, SessionHost.Place place) {
        ToolSpec spec = new ToolSpec("measure", "Measures.", Json.Obj.EMPTY.with("type", "object"), ToolSafety.READ);
        Tool tool = new Tool() {
            @Override
            public ToolSpec spec() {
                return spec;
            }

            @Override
            public Json run(ToolContext context, Json.Obj arguments) {
                misbehave(trouble);
                block();
                return Json.Obj.EMPTY;
            }
        };
        ProcessTools running = new ProcessTools(
                new ToolCatalogue(List.of(tool)),
                ToolPolicy.of(ToolMode.FULL_ACCESS),
                CallSandbox.CLOSED,
                place.door(),
                place.work());
        return new ToolShelf() {
            @Override
            public @Nullable Listing listing(String name) {
                return listed.listing(name);
            }

            @Override
            public void start(ToolCall call, long deadlineMs) {
                running.start(call, deadlineMs);
            }

            @Override
            public void cancel(String callId) {
                running.cancel(callId);
            }
        };
    }

    /** With patience for a machine on which much else runs; who misbehaves has its own, shorter time. */
    private static Scenario scenario(String name, long toolMs) throws BadScenario {
        return ScenarioReader.yaml("name: \"" + name + "\"\n" + """
            seed: 1
            settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1, provider_timeout_ms: 50000}
            agent:
              - {when: "hello", says: "well", audio_ms: 5}
              - {when: "measure", calls: [{id: c1, tool: measure}]}
              - {when_result: c1, says: "sorry", audio_ms: 5}
            tools:
              measure: {takes_ms: 1, returns: {size: 1}, timeout_ms: %d}
            """.formatted(toolMs));
    }

    /** A conversation with a provider of this kind, or where there is none with a tool, that misbehaves. */
    private record Bad(String session, @Nullable Modality modality, Trouble trouble) {}

    private Bad open(LiveHost live, String name, @Nullable Modality modality, Trouble trouble) throws BadScenario {
        Scenario scenario = scenario(name, trouble.timeoutMs());
        long origin = LiveHost.CLOCK.monotonicNanos();
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, origin);
        SessionHost.World world = place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, origin, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    modality == null ? ports.providers() : bad(ports.providers(), modality, trouble, place.work()),
                    modality == null ? badTools(ports.tools(), trouble, place) : ports.tools(),
                    ports.people());
        };
        String session = live.open(
                new SessionHost.Wanted(plain.session(), plain.what(), plain.settings(), plain.pipeline(), world));
        return new Bad(session, modality, trouble);
    }

    @Test
    void onlyTheirOwnTurnsEnd() throws Exception {
        try (LiveHost live = new LiveHost(directory, 2, HostListener.NONE, (session, draft) -> {})) {
            try {
                besideThousand(live);
            } finally {
                released.countDown();
            }
        }
    }

    private void besideThousand(LiveHost live) throws Exception {
        List<Bad> troubled = new ArrayList<>();
        for (Trouble trouble : Trouble.values()) {
            troubled.add(open(live, "model " + trouble, Modality.LLM, trouble));
            troubled.add(open(live, "voice " + trouble, Modality.TTS, trouble));
            troubled.add(open(live, "tool " + trouble, null, trouble));
        }
        List<String> healthy = new ArrayList<>();
        for (int i = 0; i < HEALTHY; i++) {
            healthy.add(live.open(
                    ScenarioRun.wanted(scenario("healthy " + i, PATIENT_MS), LiveHost.CLOCK.monotonicNanos())));
        }
        Map<String, CountDownLatch> over = new LinkedHashMap<>();
        troubled.forEach(bad -> over.put(bad.session, live.expect(bad.session, "turn.closed", 1)));
        healthy.forEach(session -> over.put(session, live.expect(session, "turn.closed", 1)));
        troubled.forEach(bad -> live.type(bad.session, bad.modality == null ? "measure" : "hello"));
        healthy.forEach(session -> live.type(session, "hello"));
        await(over);
        troubled.forEach(bad -> check(bad, live.recorded(bad.session)));
        over.clear();
        healthy.forEach(session -> over.put(session, live.expect(session, "turn.closed", 1)));
        healthy.forEach(session -> live.type(session, "hello"));
        await(over);
        for (String session : healthy) {
            List<Rune> runes = live.recorded(session);
            assertEquals(
                    List.of("completed", "completed"),
                    LiveHost.reasons(runes, "turn.completed"),
                    () -> session + " " + LiveHost.reasons(runes, "turn.error"));
        }
        assertEquals(HEALTHY + troubled.size(), live.host.conversations(), "every conversation goes on");
    }

    private static void await(Map<String, CountDownLatch> over) throws InterruptedException {
        for (Map.Entry<String, CountDownLatch> each : over.entrySet()) {
            assertTrue(each.getValue().await(60, TimeUnit.SECONDS), each.getKey());
        }
    }

    /** By its own time-out where it says nothing, and at once where it throws. */
    private static void check(Bad bad, List<Rune> runes) {
        boolean silent = bad.trouble.isSilent();
        if (bad.modality == null) {
            assertEquals(List.of("completed"), LiveHost.reasons(runes, "turn.completed"), bad.session);
            List<String> statuses = runes.stream()
                    .filter(rune -> rune.kind().equals("tool.result"))
                    .map(rune -> rune.payload().text("status"))
                    .toList();
            assertEquals(List.of(silent ? "timeout" : "error"), statuses, bad.session);
            return;
        }
        String thrown = bad.modality == Modality.LLM ? "fault" : "provider_error";
        assertEquals(List.of(silent ? "provider_timeout" : thrown), LiveHost.reasons(runes, "turn.error"), bad.session);
        assertEquals(
                List.of(silent ? "timeout" : "fault"),
                runes.stream()
                        .filter(rune -> rune.kind().equals("provider.outcome")
                                && "bad".equals(rune.payload().text("name")))
                        .map(rune -> rune.payload().text("outcome"))
                        .toList(),
                bad.session);
    }
}
