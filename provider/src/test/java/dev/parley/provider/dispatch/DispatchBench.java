package dev.parley.provider.dispatch;

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
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.VirtualTime;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** A loop on virtual time for one dispatch, which writes down what its owner hears. */
final class DispatchBench implements DispatchListener, Providers {
    private final VirtualTime time = new VirtualTime();
    final List<String> heard = new ArrayList<>();
    private final Map<String, List<ProviderRequest>> asked = new HashMap<>();
    RetryPolicy retry = RetryPolicy.NONE;
    Executor threads = Runnable::run;
    int failuresMax = 3;
    private final List<Dispatch> dispatches = new ArrayList<>();
    private final BlockingQueue<ProviderEvent> foreign = new LinkedBlockingQueue<>();
    private final Queue<ProviderEvent> own = new ArrayDeque<>();
    private final Thread loop = Thread.currentThread();
    private int calls;

    void run(ProviderRequest request, GuardedProvider... providers) {
        start(Work.of("c", "k", request, Long.MAX_VALUE), providers);
        pass(5_000);
    }

    Dispatch start(Work work, GuardedProvider... providers) {
        CancelScope node = CancelScope.session("s").child(ScopeKind.TURN, "1").child(ScopeKind.NODE, "n");
        Dispatch.Supplies supplies =
                new Dispatch.Supplies(this, node, () -> "call" + ++calls, timers(), time::monotonicNanos);
        Dispatch dispatch = new Dispatch(work, List.of(providers), 1, supplies, this);
        dispatches.add(dispatch);
        dispatch.start();
        takeIn();
        return dispatch;
    }

    GuardedProvider guarded(Provider provider) {
        return GuardedProvider.of(provider, new CircuitBreaker(failuresMax, 60_000));
    }

    ScriptedProvider scripted(ProviderProfile profile, Script... scripts) {
        Iterator<Script> next = Arrays.asList(scripts).iterator();
        List<ProviderRequest> own = asked(profile.name());
        return new ScriptedProvider(
                profile,
                request -> {
                    own.add(request);
                    return next.next();
                },
                time,
                timers());
    }

    /** What a scripted provider of this name was asked, oldest first. */
    List<ProviderRequest> asked(String provider) {
        return asked.computeIfAbsent(provider, _ -> new ArrayList<>());
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        return List.of();
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return retry;
    }

    @Override
    public ProviderIngress door() {
        return event -> Thread.currentThread().equals(loop) ? own.add(event) : foreign.add(event);
    }

    /** The loop's timers, after each of which it takes in what has come. */
    private Timers timers() {
        return (nanos, rank, callback) -> time.timers().at(nanos, rank, () -> {
            callback.run();
            takeIn();
        });
    }

    private void takeIn() {
        for (ProviderEvent event = own.poll(); event != null; event = own.poll()) {
            arrived(event);
        }
    }

    void pass(long ms) {
        takeIn();
        time.pass(ms);
    }

    /** Waits for what a provider reports from a thread of its own, until so much was heard. */
    void awaitHeard(int size) throws InterruptedException {
        takeIn();
        while (heard.size() < size) {
            arrived(foreign.take());
            takeIn();
        }
    }

    private void arrived(ProviderEvent event) {
        if (dispatches.stream().noneMatch(dispatch -> dispatch.onEvent(event))) {
            if (!(event instanceof ProviderEvent.Ended ended && ended.outcome().kind() == Outcome.Kind.CANCELLED)) {
                heard.add("late " + event.getClass().getSimpleName());
            }
        }
    }

    @Override
    public Executor threads() {
        return threads;
    }

    @Override
    public RandomSource random() {
        return () -> 0;
    }

    @Override
    public boolean onAttempt(ProviderInvocation invocation) {
        return heard.add("attempt " + invocation.provider() + " " + invocation.attempt());
    }

    @Override
    public void onEvent(ProviderEvent event) {
        if (event instanceof ProviderEvent.TextDelta delta) {
            heard.add(delta.text());
        } else if (event instanceof ProviderEvent.AudioChunk) {
            heard.add("audio");
        }
    }

    @Override
    public void onOutcome(CallReport report) {
        heard.add(report.invocation().provider() + " "
                + report.outcome().kind().spelled() + " " + report.tookMs() + " " + report.owedMs() + " "
                + report.firstMs());
    }

    @Override
    public void onCircuitOpen(String provider) {}

    @Override
    public void onSwitch(String from, String to) {
        heard.add("switch " + from + " " + to);
    }

    @Override
    public void onStartOver() {
        heard.add("start over");
    }

    @Override
    public void onDone(Outcome outcome) {
        heard.add("done " + outcome.kind().spelled());
    }
}
