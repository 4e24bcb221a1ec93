package dev.parley.speech.remote;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;

/** What all calls over a connection do alike: one end, nothing after it, and nothing beyond their credit. */
abstract class RemoteCall implements ProviderCall {
    /** No more than this waits for credit; the connection waits meanwhile. */
    private static final long AHEAD_MS = 5_000;

    private static final int OVERLOADED = 429;
    private static final int SERVER_FAULT = 500;
    private static final long SECOND_MS = 1_000;

    private final ProviderInvocation invocation;
    private final ProviderIngress ingress;
    private final Deque<ProviderEvent> waiting = new ArrayDeque<>();
    private long waitingCost;
    private long credit;
    private boolean ended;

    RemoteCall(ProviderInvocation invocation, ProviderIngress ingress) {
        this.invocation = invocation;
        this.ingress = ingress;
    }

    @Override
    public final ProviderInvocation invocation() {
        return invocation;
    }

    final synchronized boolean isOver() {
        return ended;
    }

    /** Gives an event once there is credit for it. */
    final void offer(ProviderEvent event) {
        boolean over;
        synchronized (this) {
            waiting.add(event);
            waitingCost += event.cost();
            over = give();
        }
        if (over) {
            closed();
        }
    }

    /** Whether the call came to its end by this. */
    private boolean give() {
        boolean before = ended;
        for (ProviderEvent next = waiting.peek(); next != null && !ended; next = waiting.peek()) {
            if (next.cost() > 0 && credit <= 0) {
                return false;
            }
            credit -= next.cost();
            waitingCost -= next.cost();
            waiting.remove();
            boolean taken = ingress.offer(next);
            ended = !taken || next instanceof ProviderEvent.Ended;
        }
        notifyAll();
        return ended && !before;
    }

    /** Waits until what came before is on its way. */
    final synchronized void awaitRoom() throws InterruptedException {
        while (!ended && waitingCost > AHEAD_MS) {
            wait();
        }
    }

    /** The end, after all that waits. */
    final void finish(Outcome outcome) {
        offer(new ProviderEvent.Ended(invocation, outcome));
    }

    /** The end at once: what waits is dropped. */
    final void fail(Outcome outcome) {
        synchronized (this) {
            if (ended) {
                return;
            }
            waiting.clear();
        }
        finish(outcome);
    }

    @Override
    public boolean feed(AudioFrame frame) {
        return false;
    }

    @Override
    public void finishInput() {}

    @Override
    public final void grant(long more) {
        boolean over;
        synchronized (this) {
            credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
            over = give();
        }
        if (over) {
            closed();
        }
    }

    @Override
    public final void cancel() {
        fail(Outcome.cancelled("asked to stop"));
    }

    /** What it means that a server refuses. Only what is the server's own trouble is worth trying again. */
    static Outcome refused(String place, HttpResponse<?> answer) {
        int status = answer.statusCode();
        String said = place + " answered with status " + status;
        if (status == OVERLOADED) {
            long seconds = answer.headers().firstValue("Retry-After").stream()
                    .filter(value -> value.matches("\\d{1,6}"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(0);
            return Outcome.overload(SECOND_MS * seconds, said);
        }
        return Outcome.error(status >= SERVER_FAULT, said);
    }

    /** The call is over: its connection is closed. */
    abstract void closed();
}
