package dev.parley.speech.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.CallReport;
import dev.parley.provider.dispatch.Dispatch;
import dev.parley.provider.dispatch.DispatchListener;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.dispatch.Work;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.speech.Sound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is silent in the middle of its answer is given up after the time of its own adapter, as conversations do it. */
@Timeout(60)
class RemoteStallTest implements Providers, DispatchListener {
    private static final long NANOS_PER_MS = 1_000_000;

    private final List<Due> timers = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private long nowNanos;

    private record Due(long nanos, Runnable callback) {}

    @Test
    void aVoiceThatStallsIsGivenUp() throws IOException, InterruptedException {
        stalls(
                Stubs::voice,
                Stubs.SPEAK,
                line -> line.head("200 OK", 24_000).raw(new byte[6_000]).awaitClose());
    }

    @Test
    void anEarThatStallsIsGivenUp() throws IOException, InterruptedException {
        stalls(
                Stubs::ear,
                Stubs.LISTEN,
                line -> line.head("200 OK", 500).raw("{\"text\":").awaitClose());
    }

    @Test
    void aStreamingEarThatStallsIsGivenUp() throws IOException, InterruptedException {
        stalls(Stubs::streaming, Stubs.LISTEN, line -> line.upgrade().awaitClose());
    }

    private void stalls(Function<StubServer, ? extends Provider> of, ProviderRequest request, StubServer.Play play)
            throws IOException, InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        try (StubServer server = new StubServer(line -> {
            reached.countDown();
            play.answer(line);
        })) {
            Provider provider = of.apply(server);
            CancelScope node =
                    CancelScope.session("s").child(ScopeKind.TURN, "1").child(ScopeKind.NODE, "n");
            Dispatch dispatch = new Dispatch(
                    Work.of("c", "k", request, Long.MAX_VALUE),
                    List.of(GuardedProvider.of(provider, new CircuitBreaker(3, 60_000))),
                    1,
                    new Dispatch.Supplies(this, node, () -> "call", this::at, () -> nowNanos),
                    this);
            dispatch.start();
            Sound.of("stop").forEach(dispatch::feed);
            dispatch.finishInput();
            reached.await();
            long silenceMs = provider.profile().timeouts().silenceMs();
            pass(silenceMs - 1);
            assertEquals(List.of(), outcomes, "it may still say something");
            pass(1);
            assertEquals(1, outcomes.size());
            assertEquals(Outcome.Kind.TIMEOUT, outcomes.getFirst().kind());
            assertTrue(outcomes.getFirst().detail().contains("silent for " + silenceMs), outcomes::toString);
            server.left.await();
        }
    }

    private void pass(long ms) {
        nowNanos += ms * NANOS_PER_MS;
        for (Due due : List.copyOf(timers)) {
            if (due.nanos <= nowNanos && timers.remove(due)) {
                due.callback.run();
            }
        }
    }

    private Timers.Timer at(long nanos, int rank, Runnable callback) {
        Due due = new Due(nanos, callback);
        timers.add(due);
        return () -> timers.remove(due);
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        return List.of();
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return RetryPolicy.NONE;
    }

    /** The server says nothing that counts, and what its end says comes after it was given up. */
    @Override
    public ProviderIngress door() {
        return _ -> true;
    }

    @Override
    public Executor threads() {
        return Runnable::run;
    }

    @Override
    public RandomSource random() {
        return () -> 0;
    }

    @Override
    public boolean onAttempt(ProviderInvocation invocation) {
        return true;
    }

    @Override
    public void onEvent(ProviderEvent event) {}

    @Override
    public void onOutcome(CallReport report) {}

    @Override
    public void onCircuitOpen(String provider) {}

    @Override
    public void onSwitch(String from, String to) {}

    @Override
    public void onStartOver() {}

    @Override
    public void onDone(Outcome outcome) {
        outcomes.add(outcome);
    }
}
