package dev.parley.provider.scripted;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import org.jspecify.annotations.Nullable;

/** A call that plays its script, within its credit. */
public final class ScriptedCall implements ProviderCall {
    private static final int RANK = 4;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final ProviderInvocation invocation;
    private final Script script;
    private final ProviderIngress ingress;
    private final TimeSource time;
    private final Timers timers;
    private Timers.@Nullable Timer next;
    private long beganNanos;
    private int line;
    private long credit;
    private boolean inputOver;
    private boolean playing;
    private boolean hung;
    private boolean cancelled;
    private boolean ended;

    public ScriptedCall(
            ProviderInvocation invocation, Script script, ProviderIngress ingress, TimeSource time, Timers timers) {
        this.invocation = invocation;
        this.script = script;
        this.ingress = ingress;
        this.time = time;
        this.timers = timers;
    }

    public void begin() {
        offer(new ProviderEvent.Started(invocation));
        if (script.waits() == Script.Waits.FROM_ITS_START) {
            play();
        }
    }

    @Override
    public ProviderInvocation invocation() {
        return invocation;
    }

    @Override
    public boolean feed(AudioFrame frame) {
        return invocation.modality().listens() && !inputOver && !cancelled && !ended;
    }

    @Override
    public void finishInput() {
        if (!inputOver && invocation.modality().listens()) {
            inputOver = true;
            if (script.waits() == Script.Waits.FROM_THE_END_OF_ITS_INPUT) {
                play();
            }
        }
    }

    @Override
    public void grant(long more) {
        credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
        if (playing && next == null) {
            advance();
        }
    }

    @Override
    public void cancel() {
        if (cancelled || ended || script.cancelMs() < 0) {
            return;
        }
        cancelled = true;
        later(script.cancelMs(), () -> end(Outcome.cancelled("asked to stop")));
    }

    /** From now on it does nothing more by itself, as if its last sign of life came now. */
    public void hang() {
        if (!hung && !cancelled && !ended) {
            hung = true;
            disarm();
            offer(new ProviderEvent.Alive(invocation, 0));
        }
    }

    /** It ends in this moment, whatever it was about to do. */
    public void fail(Outcome outcome) {
        if (!cancelled && !ended) {
            hung = true;
            later(0, () -> end(outcome));
        }
    }

    public boolean isHung() {
        return hung;
    }

    public boolean isOver() {
        return cancelled || ended;
    }

    private void play() {
        playing = !cancelled && !ended;
        beganNanos = time.monotonicNanos();
        advance();
    }

    private void advance() {
        while (!hung && !cancelled && !ended) {
            if (line == script.lines().size() && script.endMs() == Script.STAYS_OPEN) {
                showLife(ProviderEvent.Alive.UNTIL_IT_REPORTS);
                return;
            }
            long dueMs = line < script.lines().size() ? script.lines().get(line).atMs() : script.endMs();
            long waitMs = dueMs - (time.monotonicNanos() - beganNanos) / NANOS_PER_MS;
            if (waitMs > 0) {
                waitFor(waitMs);
                return;
            }
            if (line == script.lines().size()) {
                end(script.outcome());
                return;
            }
            ProviderEvent event = script.lines().get(line).event().apply(invocation);
            if (event.cost() > 0 && credit <= 0) {
                return;
            }
            line++;
            credit -= event.cost();
            offer(event);
        }
    }

    private void waitFor(long ms) {
        later(ms, () -> {
            next = null;
            advance();
        });
        showLife(ms);
    }

    private void showLife(long quietMs) {
        if (script.showsLife()) {
            offer(new ProviderEvent.Alive(invocation, quietMs));
        }
    }

    private void later(long ms, Runnable action) {
        disarm();
        next = timers.at(time.monotonicNanos() + ms * NANOS_PER_MS, RANK, action);
    }

    /** An ingress that takes no more ends the call, as it would end a real one. */
    private void offer(ProviderEvent event) {
        if (!ended && !ingress.offer(event)) {
            ended = true;
            disarm();
        }
    }

    private void end(Outcome outcome) {
        if (!ended) {
            ended = true;
            disarm();
            ingress.offer(new ProviderEvent.Ended(invocation, outcome));
        }
    }

    private void disarm() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
