package dev.parley.provider.scripted;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import java.util.ArrayList;
import java.util.List;

/** A call that plays its script. */
final class ScriptedCall implements ProviderCall {
    private static final int RANK = 4;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final ProviderInvocation invocation;
    private final Script script;
    private final ProviderIngress ingress;
    private final TimeSource time;
    private final Timers timers;
    private final List<Timers.Timer> pending = new ArrayList<>();
    private boolean listening;
    private boolean cancelled;
    private boolean ended;

    ScriptedCall(
            ProviderInvocation invocation, Script script, ProviderIngress ingress, TimeSource time, Timers timers) {
        this.invocation = invocation;
        this.script = script;
        this.ingress = ingress;
        this.time = time;
        this.timers = timers;
    }

    void begin(boolean listens) {
        listening = listens;
        offer(new ProviderEvent.Started(invocation));
        if (!listens) {
            play();
        }
    }

    @Override
    public ProviderInvocation invocation() {
        return invocation;
    }

    @Override
    public boolean feed(AudioFrame frame) {
        return listening && !cancelled && !ended;
    }

    @Override
    public void finishInput() {
        if (listening && !cancelled && !ended) {
            listening = false;
            play();
        }
    }

    @Override
    public void cancel() {
        if (cancelled || ended || script.cancelMs() < 0) {
            return;
        }
        cancelled = true;
        drop();
        later(script.cancelMs(), () -> end(Outcome.cancelled("asked to stop")));
    }

    private void play() {
        for (Script.Line line : script.lines()) {
            later(line.atMs(), () -> offer(line.event().apply(invocation)));
        }
        later(script.endMs(), () -> end(script.outcome()));
    }

    private void later(long ms, Runnable action) {
        pending.add(timers.at(time.monotonicNanos() + ms * NANOS_PER_MS, RANK, action));
    }

    /** An ingress that takes no more ends the call, as it would end a real one. */
    private void offer(ProviderEvent event) {
        if (!ended && !ingress.offer(event)) {
            ended = true;
            drop();
        }
    }

    private void end(Outcome outcome) {
        if (!ended) {
            ended = true;
            drop();
            ingress.offer(new ProviderEvent.Ended(invocation, outcome));
        }
    }

    private void drop() {
        pending.forEach(Timers.Timer::cancel);
        pending.clear();
    }
}
