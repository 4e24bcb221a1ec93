package dev.parley.provider.dispatch;

import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile.Timeouts;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work and its attempts. A failed attempt is tried again at the same provider as often as the policy says,
 * then at the next one; when none is left the last outcome is the work's. Limits and circuits are asked before each call,
 * and a call that is silent or slow for too long is given up.
 *
 * <p>All of it runs on the loop of its conversation. Providers run elsewhere and leave their events at the door.
 */
public final class Dispatch {
    private static final int RANK = 4;
    private static final long NANOS_PER_MS = 1_000_000L;
    private static final long PUMP_MS = 20;

    private final Work work;
    private final List<GuardedProvider> providers;
    private final Supplies supplies;
    private final DispatchListener listener;
    private final RetryPolicy retry;
    private final Deque<AudioFrame> kept = new ArrayDeque<>();
    private long keptMs;
    private boolean inputOver;
    private long turn;
    private int provider;
    private int attempts;
    private int attemptsHere;
    private boolean used;
    private boolean done;
    private @Nullable Attempt current;
    private Timers.@Nullable Timer pause;
    private Timers.@Nullable Timer watch;
    private Timers.@Nullable Timer pump;
    private long watchNanos;

    /**
     * What a dispatch needs from its loop.
     *
     * @param scope what every call lies in
     * @param callIds gives every attempt an id of its own in the conversation
     */
    public record Supplies(
            Providers providers, CancelScope scope, Supplier<String> callIds, Timers timers, LongSupplier nowNanos) {}

    /** @param among the providers to ask, in order; where there is none the work fails when it is started */
    public Dispatch(Work work, List<GuardedProvider> among, long turn, Supplies supplies, DispatchListener listener) {
        this.work = work;
        this.providers = List.copyOf(among);
        this.turn = turn;
        this.supplies = supplies;
        this.listener = listener;
        this.retry = supplies.providers().retry(work.request().modality());
    }

    /** Makes the first attempt. */
    public void start() {
        if (attempts > 0 || done) {
            throw new IllegalStateException("work is started once");
        }
        if (providers.isEmpty()) {
            finish(Outcome.error(false, "nobody may be asked"));
        } else {
            attempt();
        }
    }

    /** The work belongs to this turn from now on. */
    public void belongsTo(long newTurn) {
        turn = newTurn;
    }

    /** Brings an event in from the door; false when it is late, because its attempt no longer counts (ruling D2). */
    public boolean onEvent(ProviderEvent event) {
        Attempt attempt = current;
        if (done || attempt == null || !attempt.isOf(event)) {
            return false;
        }
        attempt.sign(event, now());
        if (event instanceof ProviderEvent.Ended(ProviderInvocation _, Outcome outcome)) {
            ended(attempt, outcome);
            return true;
        }
        watch(attempt);
        listener.onEvent(event);
        return true;
    }

    /** Hands audio to the attempt that is out, and keeps it for the next one. */
    public void feed(AudioFrame lent) {
        Attempt attempt = current;
        boolean inPlace = attempt != null && attempt.at.provider().runsOnLoop();
        AudioFrame frame = work.keptInputMs() > 0 || !inPlace ? lent.copy() : lent;
        if (work.keptInputMs() > 0) {
            keep(frame);
        }
        if (attempt != null && !feed(attempt, frame)) {
            giveUp(attempt, Outcome.overload(0, "the provider takes its audio too slowly"));
        }
    }

    private void keep(AudioFrame frame) {
        kept.add(frame);
        keptMs += frame.durationMs();
        while (keptMs > work.keptInputMs()) {
            keptMs -= kept.remove().durationMs();
        }
    }

    private boolean feed(Attempt attempt, AudioFrame frame) {
        boolean taken = attempt.call.feed(frame);
        pumpLater();
        return taken;
    }

    /** No more audio comes. */
    public void finishInput() {
        inputOver = true;
        Attempt attempt = current;
        if (attempt != null) {
            finishInput(attempt);
            watch(attempt);
        }
    }

    private void finishInput(Attempt attempt) {
        attempt.inputOver(now());
        attempt.call.finishInput();
        pumpLater();
    }

    /** Audio that a provider did not take at once is offered again. */
    private void pumpLater() {
        Attempt attempt = current;
        if (pump == null && attempt != null && attempt.call.isBehind()) {
            pump = supplies.timers().at(now() + PUMP_MS * NANOS_PER_MS, RANK, () -> {
                pump = null;
                if (current != null) {
                    current.call.pump();
                    pumpLater();
                }
            });
        }
    }

    /** Lets the attempt that is out give this much more. */
    public void grant(long credit) {
        Attempt attempt = current;
        if (attempt != null) {
            attempt.granted(credit, now());
            attempt.call.grant(credit);
            watch(attempt);
        }
    }

    /** Something that was given has been used and cannot be taken back: the same provider is not tried again. */
    public void use() {
        used = true;
    }

    /**
     * Leaves the provider that is asked for the next one, because it takes longer than it may. It has not failed, so its
     * circuit stays as it is.
     *
     * @return false if there is no other; the one that is asked goes on then
     */
    public boolean fallBack(String reason) {
        Attempt attempt = current;
        if (done || attempt == null || provider + 1 >= providers.size()) {
            return false;
        }
        close(attempt, reason);
        attempt.at.circuit().ended(Outcome.cancelled(reason), now());
        failed(attempt, Outcome.timeout(reason), false);
        return true;
    }

    /** The same, and no other provider is asked: it ends as work that took too long. */
    public void giveUp(String reason) {
        stop(Outcome.timeout(reason), Outcome.cancelled(reason));
    }

    /** Gives the work up. It is over at once; what the provider still sends is late. */
    public void cancel(String reason) {
        stop(Outcome.cancelled(reason), Outcome.cancelled(reason));
    }

    /** All that was wanted has been used; a call that is still open is closed. */
    public void release() {
        stop(Outcome.SUCCESS, Outcome.SUCCESS);
    }

    /** @param known what the provider's circuit learns of it */
    private void stop(Outcome outcome, Outcome known) {
        if (done) {
            return;
        }
        Attempt attempt = current;
        if (attempt != null) {
            close(attempt, outcome.detail());
            attempt.at.circuit().ended(known, now());
            listener.onOutcome(attempt.report(outcome, now()));
        }
        finish(outcome);
    }

    private void attempt() {
        pause = null;
        GuardedProvider at = providers.get(provider);
        attempts++;
        attemptsHere++;
        CancelScope scope = supplies.scope()
                .child(ScopeKind.PROVIDER_CALL, supplies.callIds().get());
        ProviderInvocation invocation = new ProviderInvocation(
                scope.id(),
                at.name(),
                work.request().modality(),
                work.conversation(),
                turn,
                work.idempotencyKey(),
                attempts,
                scope.generation());
        Attempt attempt = new Attempt(invocation, scope, at, call(at, invocation), work.credit(), now());
        if (!at.circuit().admits(now())) {
            scope.finish();
            failed(attempt, Outcome.overload(0, "the circuit of " + at.name() + " is open"), false);
            return;
        }
        Optional<Outcome> refused = at.gate().enter(work.request().payloadBytes(), now());
        if (refused.isPresent()) {
            scope.finish();
            at.circuit().ended(Outcome.cancelled("not made"), now());
            failed(attempt, refused.get(), true);
            return;
        }
        current = attempt;
        if (listener.onAttempt(invocation)) {
            begin(attempt);
        } else {
            cancel("no call may be made now");
        }
    }

    private GuardedCall call(GuardedProvider at, ProviderInvocation invocation) {
        if (at.provider().runsOnLoop()) {
            return new OnLoopCall(invocation, supplies.providers().door());
        }
        return new OffLoopCall(
                invocation,
                supplies.providers().door(),
                supplies.providers().threads(),
                Math.max(work.keptInputMs(), Work.KEPT_INPUT_MS));
    }

    private void begin(Attempt attempt) {
        watch(attempt);
        attempt.call.start(attempt.at.provider(), work.remaining().apply(work.request()), attempt.scope);
        if (work.credit() > 0) {
            attempt.call.grant(work.credit());
        }
        kept.forEach(frame -> feed(attempt, frame));
        if (inputOver) {
            finishInput(attempt);
        }
    }

    /** Looks again when the call may have been silent or slow for too long. A later moment is noticed when this one comes. */
    private void watch(Attempt attempt) {
        Timeouts timeouts = attempt.at.provider().profile().timeouts();
        long dueNanos = Math.min(attempt.silentAt(timeouts), attempt.overdueAt(timeouts));
        if (watch != null && watchNanos <= dueNanos && dueNanos != Attempt.NEVER) {
            return;
        }
        stopWatching();
        if (dueNanos != Attempt.NEVER) {
            watchNanos = dueNanos;
            watch = supplies.timers().at(dueNanos, RANK, () -> {
                watch = null;
                look(attempt, timeouts);
            });
        }
    }

    private void look(Attempt attempt, Timeouts timeouts) {
        if (now() >= attempt.silentAt(timeouts)) {
            giveUp(attempt, Outcome.timeout("silent for " + timeouts.silenceMs() + " ms"));
        } else if (now() >= attempt.overdueAt(timeouts)) {
            giveUp(attempt, Outcome.timeout("no end within " + timeouts.callMs() + " ms"));
        } else {
            watch(attempt);
        }
    }

    private void giveUp(Attempt attempt, Outcome outcome) {
        close(attempt, outcome.detail());
        settle(attempt, outcome);
    }

    private void close(Attempt attempt, String reason) {
        attempt.call.cancel();
        attempt.scope.cancel(reason, now());
        leave(attempt);
    }

    private void ended(Attempt attempt, Outcome outcome) {
        attempt.scope.finish();
        leave(attempt);
        settle(attempt, outcome);
    }

    private void leave(Attempt attempt) {
        stopWatching();
        attempt.at.gate().leave();
        current = null;
    }

    private void settle(Attempt attempt, Outcome outcome) {
        if (attempt.at.circuit().ended(outcome, now())) {
            listener.onCircuitOpen(attempt.at.name());
        }
        switch (outcome.kind()) {
            case SUCCESS, SAFETY_BLOCK, CANCELLED -> {
                listener.onOutcome(attempt.report(outcome, now()));
                finish(outcome);
            }
            case TIMEOUT, OVERLOAD, ERROR, FAULT -> failed(attempt, outcome, true);
        }
    }

    /** Again here, then at the next provider, then not at all. */
    private void failed(Attempt attempt, Outcome outcome, boolean mayRetryHere) {
        listener.onOutcome(attempt.report(outcome, now()));
        if (mayRetryHere && !used && retry.tries(attemptsHere, outcome)) {
            long pauseMs =
                    retry.pauseMs(attemptsHere, outcome, supplies.providers().random());
            pause = supplies.timers().at(now() + pauseMs * NANOS_PER_MS, RANK, this::attempt);
        } else if (provider + 1 < providers.size()) {
            provider++;
            attemptsHere = 0;
            listener.onSwitch(attempt.at.name(), providers.get(provider).name());
            attempt();
        } else {
            finish(outcome);
        }
        if (!done) {
            listener.onStartOver();
        }
    }

    private void finish(Outcome outcome) {
        stopWatching();
        if (pause != null) {
            pause.cancel();
            pause = null;
        }
        if (pump != null) {
            pump.cancel();
            pump = null;
        }
        kept.clear();
        done = true;
        listener.onDone(outcome);
    }

    private void stopWatching() {
        if (watch != null) {
            watch.cancel();
            watch = null;
        }
    }

    private long now() {
        return supplies.nowNanos().getAsLong();
    }
}
