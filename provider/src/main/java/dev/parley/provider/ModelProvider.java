package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A blocking model as a provider. Each call gets a thread of its own, and whatever the model throws there is the outcome of
 * that call. A cancel ends the call at once and interrupts the thread; what the model still returns is dropped.
 */
public final class ModelProvider implements Provider {
    private final ProviderProfile profile;
    private final Model model;
    private final Executor threads;

    public ModelProvider(ProviderProfile profile, Model model, Executor threads) {
        this.profile = profile;
        this.model = model;
        this.threads = threads;
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

    private final class Call implements ProviderCall, CancelToken {
        private final ProviderInvocation invocation;
        private final ProviderIngress ingress;
        private final List<Runnable> cancelActions = new ArrayList<>();
        private @Nullable Thread thread;
        private long credit;
        private boolean cancelled;
        private boolean ended;

        Call(ProviderInvocation invocation, ProviderIngress ingress) {
            this.invocation = invocation;
            this.ingress = ingress;
        }

        void run(Model.Prompt prompt) {
            if (!enter()) {
                return;
            }
            Outcome outcome;
            try {
                Model.Reply reply = model.reply(prompt, this);
                outcome = give(reply) ? Outcome.SUCCESS : Outcome.cancelled("asked to stop");
            } catch (Model.ModelFailure failure) {
                outcome = Outcome.error(failure.retryable(), String.valueOf(failure.getMessage()));
            } catch (InterruptedException _) {
                outcome = Outcome.cancelled("asked to stop");
            } catch (Throwable thrown) {
                outcome = Outcome.error(
                        false, "the model threw " + thrown.getClass().getName());
            } finally {
                leave();
            }
            end(outcome);
        }

        private synchronized boolean enter() {
            thread = Thread.currentThread();
            return !ended;
        }

        private synchronized void leave() {
            thread = null;
            boolean _ = Thread.interrupted();
        }

        /** Gives the reply within the credit; false when nobody wants it any more. */
        private boolean give(Model.Reply reply) throws InterruptedException {
            if (!reply.text().isEmpty()) {
                ProviderEvent text = new ProviderEvent.TextDelta(invocation, reply.text());
                if (!awaitCredit(text.cost()) || !offer(text)) {
                    return false;
                }
            }
            for (Model.WantedCall wanted : reply.calls()) {
                if (!offer(new ProviderEvent.ToolCallRequested(invocation, wanted))) {
                    return false;
                }
            }
            return offer(new ProviderEvent.Used(invocation, 0, reply.tokensUsed()));
        }

        private synchronized boolean awaitCredit(long cost) throws InterruptedException {
            while (credit <= 0 && !ended) {
                wait();
            }
            credit -= cost;
            return !ended;
        }

        /** Under the lock, so that nothing follows the end. */
        synchronized boolean offer(ProviderEvent event) {
            ended = ended || !ingress.offer(event);
            return !ended;
        }

        synchronized void end(Outcome outcome) {
            if (!ended) {
                ended = true;
                ingress.offer(new ProviderEvent.Ended(invocation, outcome));
            }
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
            notifyAll();
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
                if (thread != null) {
                    thread.interrupt();
                }
                notifyAll();
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
