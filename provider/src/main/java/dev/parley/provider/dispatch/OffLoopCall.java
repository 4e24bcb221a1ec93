package dev.parley.provider.dispatch;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A call whose provider runs on another thread, one step after the other, so that foreign code that blocks or throws
 * stalls and breaks nothing but its own call. What is asked of it before it has begun waits until it has.
 */
final class OffLoopCall implements GuardedCall {
    private final ProviderInvocation invocation;
    private final ProviderIngress ingress;
    private final Executor threads;
    private final long inputMsMax;
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private final Deque<AudioFrame> input = new ArrayDeque<>();
    private long inputMs;
    private boolean inputOver;
    private boolean running;
    private boolean cancelled;
    private boolean interrupted;
    private @Nullable Thread runner;
    private @Nullable ProviderCall call;

    OffLoopCall(ProviderInvocation invocation, ProviderIngress ingress, Executor threads, long inputMsMax) {
        this.invocation = invocation;
        this.ingress = ingress;
        this.threads = threads;
        this.inputMsMax = inputMsMax;
    }

    @Override
    public void start(Provider provider, ProviderRequest request, CancelToken token) {
        step(() -> call = provider.start(invocation, request, ingress, offLoop(token)));
    }

    private CancelToken offLoop(CancelToken token) {
        return new CancelToken() {
            @Override
            public boolean isCancelled() {
                return token.isCancelled();
            }

            @Override
            public void onCancel(Runnable action) {
                token.onCancel(() -> step(action));
            }
        };
    }

    @Override
    public ProviderInvocation invocation() {
        return invocation;
    }

    /** Takes a frame that nobody uses again; false when the provider is so far behind that it takes no more. */
    @Override
    public boolean feed(AudioFrame frame) {
        synchronized (this) {
            if (inputMs + frame.durationMs() > inputMsMax) {
                return false;
            }
            inputMs += frame.durationMs();
            input.add(frame);
        }
        pump();
        return true;
    }

    @Override
    public void finishInput() {
        synchronized (this) {
            inputOver = true;
        }
        pump();
    }

    /** Hands on what waits, as far as the provider takes it. */
    @Override
    public void pump() {
        step(() -> {
            ProviderCall begun = call;
            AudioFrame next = peek();
            while (begun != null && next != null && begun.feed(next)) {
                drop(next);
                next = peek();
            }
            if (begun != null && next == null && takeEndOfInput()) {
                begun.finishInput();
            }
        });
    }

    private synchronized @Nullable AudioFrame peek() {
        return input.peek();
    }

    private synchronized void drop(AudioFrame taken) {
        input.remove();
        inputMs -= taken.durationMs();
    }

    private synchronized boolean takeEndOfInput() {
        boolean over = inputOver;
        inputOver = false;
        return over;
    }

    @Override
    public synchronized boolean isBehind() {
        return inputOver || !input.isEmpty();
    }

    @Override
    public void grant(long credit) {
        step(() -> {
            if (call != null) {
                call.grant(credit);
            }
        });
    }

    /** Whatever waits is dropped, and a step that blocks is interrupted. */
    @Override
    public void cancel() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            steps.clear();
            input.clear();
            inputOver = false;
            if (runner != null && !runner.equals(Thread.currentThread())) {
                interrupted = true;
                runner.interrupt();
            }
        }
        step(() -> {
            if (call != null) {
                call.cancel();
            }
        });
    }

    private void step(Runnable step) {
        synchronized (this) {
            steps.add(step);
            if (running) {
                return;
            }
            running = true;
        }
        threads.execute(this::runSteps);
    }

    private void runSteps() {
        for (Runnable step = next(); step != null; step = next()) {
            try {
                step.run();
            } catch (Throwable thrown) {
                ingress.offer(new ProviderEvent.Ended(invocation, Outcome.fault(thrown)));
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = steps.poll();
        running = next != null;
        runner = next == null ? null : Thread.currentThread();
        if (interrupted) {
            interrupted = false;
            boolean _ = Thread.interrupted();
        }
        return next;
    }
}
