package dev.parley.provider.dispatch;

import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile.Timeouts;
import dev.parley.provider.guard.GuardedProvider;

/**
 * One call that is out, and the account of its time. Both time-outs count only while the call owes something; a sign of
 * life moves the silence on, and is a promise of another one even from a call that owes nothing.
 */
final class Attempt {
    static final long NEVER = Long.MAX_VALUE;
    private static final long NANOS_PER_MS = 1_000_000L;

    final ProviderInvocation invocation;
    final CancelScope scope;
    final GuardedProvider at;
    final GuardedCall call;
    private final long startedNanos;
    private long firstNanos = -1;
    private long credit;
    private boolean listening;
    private boolean owes;
    private long owedNanos;
    private long countedNanos;
    private long signNanos;
    private boolean promised;
    private long promisedNanos;

    Attempt(
            ProviderInvocation invocation,
            CancelScope scope,
            GuardedProvider at,
            GuardedCall call,
            long credit,
            long nowNanos) {
        this.invocation = invocation;
        this.scope = scope;
        this.at = at;
        this.call = call;
        this.credit = credit;
        this.startedNanos = nowNanos;
        this.signNanos = nowNanos;
        this.countedNanos = nowNanos;
        this.listening = invocation.modality().listens();
        this.owes = isOwing();
    }

    boolean isOf(ProviderEvent event) {
        return invocation.id().equals(event.invocation().id())
                && scope.accepts(event.invocation().generation());
    }

    /** It reported something. */
    void sign(ProviderEvent event, long nowNanos) {
        count(nowNanos);
        signNanos = nowNanos;
        promised = event instanceof ProviderEvent.Alive;
        if (event instanceof ProviderEvent.Alive alive) {
            promisedNanos = plus(nowNanos, alive.quietMs());
        } else if (firstNanos < 0
                && !(event instanceof ProviderEvent.Started)
                && !(event instanceof ProviderEvent.Ended)) {
            firstNanos = nowNanos;
        }
        credit -= event.cost();
        owe(nowNanos);
    }

    void granted(long more, long nowNanos) {
        count(nowNanos);
        credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
        owe(nowNanos);
    }

    void inputOver(long nowNanos) {
        count(nowNanos);
        listening = false;
        owe(nowNanos);
    }

    private void count(long nowNanos) {
        owedNanos += owes ? nowNanos - countedNanos : 0;
        countedNanos = nowNanos;
    }

    private void owe(long nowNanos) {
        boolean before = owes;
        owes = isOwing();
        if (owes && !before) {
            signNanos = nowNanos;
        }
    }

    private boolean isOwing() {
        return !listening && (invocation.modality().listens() || credit > 0);
    }

    /** When it has been silent for too long. */
    long silentAt(Timeouts timeouts) {
        if (promised) {
            return plus(promisedNanos, timeouts.silenceMs());
        }
        return owes ? plus(signNanos, timeouts.silenceMs()) : NEVER;
    }

    /** When it has taken too long in all. */
    long overdueAt(Timeouts timeouts) {
        return owes ? plus(countedNanos - owedNanos, timeouts.callMs()) : NEVER;
    }

    private static long plus(long nanos, long ms) {
        return nanos == NEVER || ms > (Long.MAX_VALUE - Math.max(0, nanos)) / NANOS_PER_MS
                ? NEVER
                : nanos + ms * NANOS_PER_MS;
    }

    CallReport report(Outcome outcome, long nowNanos) {
        count(nowNanos);
        return new CallReport(
                invocation,
                outcome,
                (nowNanos - startedNanos) / NANOS_PER_MS,
                owedNanos / NANOS_PER_MS,
                firstNanos < 0 ? CallReport.NOTHING : (firstNanos - startedNanos) / NANOS_PER_MS);
    }
}
