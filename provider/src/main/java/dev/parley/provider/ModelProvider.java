package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A blocking model as a provider. Each call gets a thread of its own, and whatever the model throws there is the outcome of
 * that call. What the model hands over while it still writes leaves at once. A cancel ends the call at once and interrupts the thread; what the model still returns is dropped.
 */
public final class ModelProvider implements Provider {
    private final ProviderProfile profile;
    private final Model model;
    private final Executor threads;
    private final boolean onLoop;

    public ModelProvider(ProviderProfile profile, Model model, Executor threads) {
        this(profile, model, threads, false);
    }

    private ModelProvider(ProviderProfile profile, Model model, Executor threads, boolean onLoop) {
        this.profile = profile;
        this.model = model;
        this.threads = threads;
        this.onLoop = onLoop;
    }

    /** A model that only computes, and that briefly: it answers where the conversation runs, and may look at what belongs there. */
    public static ModelProvider onLoop(ProviderProfile profile, Model model) {
        return new ModelProvider(profile, model, Runnable::run, true);
    }

    @Override
    public boolean runsOnLoop() {
        return onLoop;
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Call call = new Call(invocation, ingress);
        if (request instanceof ProviderRequest.Generate generate) {
            call.offer(new ProviderEvent.Started(invocation));
            token.onCancel(call::cancel);
            threads.execute(() -> call.run(generate.prompt()));
        } else {
            call.offer(new ProviderEvent.Started(invocation));
            call.end(
                    Outcome.error(false, "a model does no " + request.modality().spelled()));
        }
        return call;
    }

    private final class Call implements ProviderCall, CancelToken, Model.Draft {
        private final ProviderInvocation invocation;
        private final ProviderIngress ingress;
        private final List<Runnable> cancelActions = new ArrayList<>();
        private final Deque<ProviderEvent> waiting = new ArrayDeque<>();
        private @Nullable Thread thread;
        private long credit;
        private boolean cancelled;
        private boolean interrupted;
        private boolean ended;

        Call(ProviderInvocation invocation, ProviderIngress ingress) {
            this.invocation = invocation;
            this.ingress = ingress;
        }

        void run(Model.Prompt prompt) {
            if (!enter()) {
                return;
            }
            List<ProviderEvent> events = new ArrayList<>();
            try {
                Model.Reply reply = model.reply(prompt, this, this);
                if (!reply.text().isEmpty()) {
                    events.add(new ProviderEvent.TextDelta(invocation, reply.text()));
                }
                reply.calls().forEach(call -> events.add(new ProviderEvent.ToolCallRequested(invocation, call)));
                events.add(new ProviderEvent.Used(invocation, 0, reply.tokensUsed()));
                events.add(new ProviderEvent.Ended(invocation, Outcome.SUCCESS));
            } catch (Model.ModelFailure failure) {
                events.add(new ProviderEvent.Ended(invocation, outcome(failure)));
            } catch (Throwable thrown) {
                events.clear();
                events.add(new ProviderEvent.Ended(invocation, Outcome.fault(thrown)));
            }
            leave(events);
        }

        @Override
        public void text(String words) {
            if (!words.isEmpty()) {
                write(new ProviderEvent.TextDelta(invocation, words));
            }
        }

        @Override
        public void call(Model.WantedCall wanted) {
            write(new ProviderEvent.ToolCallRequested(invocation, wanted));
        }

        /** What is written after the end of the call is dropped. */
        private synchronized void write(ProviderEvent event) {
            if (!ended) {
                offer(event);
            }
        }

        private static Outcome outcome(Model.ModelFailure failure) {
            String reason = String.valueOf(failure.getMessage());
            return failure.retryAfterMs() > 0
                    ? Outcome.overload(failure.retryAfterMs(), reason)
                    : Outcome.error(failure.retryable(), reason);
        }

        private synchronized boolean enter() {
            thread = Thread.currentThread();
            return !ended;
        }

        private synchronized void leave(List<ProviderEvent> events) {
            thread = null;
            if (interrupted) {
                boolean _ = Thread.interrupted();
            }
            waiting.addAll(events);
            give();
        }

        /** Gives what waits, as far as the credit goes. Nothing follows the end. */
        private synchronized void give() {
            for (ProviderEvent next = waiting.peek(); next != null && !ended; next = waiting.peek()) {
                if (next.cost() > 0 && credit <= 0) {
                    return;
                }
                credit -= next.cost();
                waiting.remove();
                boolean taken = ingress.offer(next);
                ended = !taken || next instanceof ProviderEvent.Ended;
            }
        }

        synchronized void offer(ProviderEvent event) {
            waiting.add(event);
            give();
        }

        synchronized void end(Outcome outcome) {
            waiting.clear();
            offer(new ProviderEvent.Ended(invocation, outcome));
        }

        @Override
        public ProviderInvocation invocation() {
            return invocation;
        }

        @Override
        public boolean feed(AudioFrame frame) {
            return false;
        }

        @Override
        public void finishInput() {}

        @Override
        public synchronized void grant(long more) {
            credit = more > Long.MAX_VALUE - Math.max(0, credit) ? Long.MAX_VALUE : credit + more;
            give();
        }

        @Override
        public void cancel() {
            List<Runnable> actions;
            synchronized (this) {
                if (cancelled || ended) {
                    return;
                }
                cancelled = true;
                actions = List.copyOf(cancelActions);
                end(Outcome.cancelled("asked to stop"));
                if (thread != null && !thread.equals(Thread.currentThread())) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
            actions.forEach(Runnable::run);
        }

        @Override
        public synchronized boolean isCancelled() {
            return cancelled;
        }

        @Override
        public void onCancel(Runnable action) {
            synchronized (this) {
                if (!cancelled) {
                    cancelActions.add(action);
                    return;
                }
            }
            action.run();
        }
    }
}
