package dev.parley.provider.dispatch;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work and its attempts. A failed attempt is tried again at the same provider as often as the policy says,
 * then at the next one; when none is left the last outcome is the work's. Limits and circuits are asked before each call.
 */
public final class Dispatch {
    private static final int TIMER_RANK = 1;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final Work work;
    private final Supplies supplies;
    private final DispatchListener listener;
    private final List<ProviderEvent> delivered = new ArrayList<>();
    private int provider;
    private int attempts;
    private int attemptsHere;
    private boolean done;
    private @Nullable Attempt current;
    private Timers.@Nullable Timer timer;

    /** An attempt that is out. */
    private record Attempt(ProviderInvocation invocation, CancelScope scope, GuardedProvider at, ProviderCall call) {}

    /**
     * What a dispatch needs from its loop.
     *
     * @param node the scope that every call lies in
     * @param ingress where the providers' events go; the loop brings them to {@link Dispatch#onEvent}
     */
    public record Supplies(
            List<GuardedProvider> providers,
            RetryPolicy retry,
            CancelScope node,
            ProviderIngress ingress,
            Timers timers,
            LongSupplier nowNanos,
            RandomSource random) {
        public Supplies {
            providers = List.copyOf(providers);
        }
    }

    public Dispatch(Work work, Supplies supplies, DispatchListener listener) {
        if (supplies.providers().isEmpty()) {
            throw new IllegalArgumentException("work needs at least one provider");
        }
        this.work = work;
        this.supplies = supplies;
        this.listener = listener;
    }

    /** Makes the first attempt. */
    public void start() {
        if (attempts > 0 || done) {
            throw new IllegalStateException("work is started once");
        }
        attempt();
    }

    /** Brings an event in from the ingress. */
    public void onEvent(ProviderEvent event) {
        Attempt attempt = current;
        if (done
                || attempt == null
                || !attempt.invocation().id().equals(event.invocation().id())
                || !attempt.scope().accepts(event.invocation().generation())) {
            listener.onLate(event);
            return;
        }
        if (event instanceof ProviderEvent.Ended ended) {
            finishAttempt(attempt, ended.outcome());
            return;
        }
        delivered.add(event);
        listener.onEvent(event);
    }

    /** Hands audio to the attempt that is out; false when none can take it. */
    public boolean feed(AudioFrame frame) {
        Attempt attempt = current;
        return attempt != null && attempt.call().feed(frame);
    }

    public void finishInput() {
        Attempt attempt = current;
        if (attempt != null) {
            attempt.call().finishInput();
        }
    }

    /** Gives the work up. It is over at once; what the provider still sends is late. */
    public void cancel(String reason) {
        if (done) {
            return;
        }
        Attempt attempt = current;
        if (attempt != null) {
            giveUp(attempt, reason);
            attempt.at().circuit().ended(Outcome.cancelled(reason), now());
        }
        finish(Outcome.cancelled(reason));
    }

    private void attempt() {
        stopTimer();
        GuardedProvider at = supplies.providers().get(provider);
        attempts++;
        attemptsHere++;
        CancelScope scope = supplies.node().child(ScopeKind.PROVIDER_CALL, work.idempotencyKey() + "." + attempts);
        ProviderInvocation invocation = new ProviderInvocation(
                scope.id(),
                at.name(),
                work.request().modality(),
                work.conversation(),
                work.turn(),
                work.idempotencyKey(),
                attempts,
                scope.generation());
        if (!at.circuit().admits(now())) {
            scope.finish();
            failed(invocation, Outcome.overload(0, "the circuit of " + at.name() + " is open"), false);
            return;
        }
        Optional<Outcome> refused = at.gate().enter(work.payloadBytes(), now());
        if (refused.isPresent()) {
            scope.finish();
            at.circuit().ended(Outcome.cancelled("not made"), now());
            failed(invocation, refused.get(), true);
            return;
        }
        listener.onAttempt(invocation);
        timer = supplies.timers().at(now() + work.timeoutMs() * NANOS_PER_MS, TIMER_RANK, this::onTimeout);
        current = new Attempt(
                invocation,
                scope,
                at,
                at.provider()
                        .start(
                                invocation,
                                work.remaining().after(work.request(), List.copyOf(delivered)),
                                supplies.ingress(),
                                scope));
        current.call().grant(Long.MAX_VALUE);
    }

    private void onTimeout() {
        Attempt attempt = current;
        if (attempt != null && !done) {
            giveUp(attempt, "timeout");
            finishAttempt(attempt, Outcome.timeout("no end within " + work.timeoutMs() + " ms"));
        }
    }

    private void giveUp(Attempt attempt, String reason) {
        attempt.scope().cancel(reason, now());
        attempt.call().cancel();
        attempt.at().gate().leave();
        current = null;
    }

    private void finishAttempt(Attempt attempt, Outcome outcome) {
        stopTimer();
        if (current != null) {
            attempt.scope().finish();
            attempt.at().gate().leave();
            current = null;
        }
        if (attempt.at().circuit().ended(outcome, now())) {
            listener.onCircuitOpen(attempt.at().name());
        }
        switch (outcome.kind()) {
            case SUCCESS, SAFETY_BLOCK, CANCELLED -> finish(outcome);
            case TIMEOUT, OVERLOAD, ERROR -> failed(attempt.invocation(), outcome, true);
        }
    }

    /** Again here, then at the next provider, then not at all. */
    private void failed(ProviderInvocation invocation, Outcome outcome, boolean mayRetryHere) {
        listener.onProviderError(invocation, outcome);
        if (mayRetryHere && supplies.retry().tries(attemptsHere, outcome)) {
            long pauseMs = supplies.retry().pauseMs(attemptsHere, outcome, supplies.random());
            timer = supplies.timers().at(now() + pauseMs * NANOS_PER_MS, TIMER_RANK, this::attempt);
            return;
        }
        if (provider + 1 < supplies.providers().size()) {
            provider++;
            attemptsHere = 0;
            listener.onSwitch(
                    invocation.provider(), supplies.providers().get(provider).name());
            attempt();
            return;
        }
        finish(outcome);
    }

    private void finish(Outcome outcome) {
        stopTimer();
        done = true;
        listener.onDone(outcome);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private long now() {
        return supplies.nowNanos().getAsLong();
    }
}
