package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A blocking model as a provider. Each call gets a thread of its own, and whatever the model throws there is the outcome of
 * that call. What the model hands over while it still writes leaves at once. A cancel ends the call at once and interrupts the thread; what the model still returns is dropped.
 */
public final class ModelProvider implements Provider {
    /** More text in one answer ends the call. */
    public static final int REPLY_CHARS_MAX = 128 << 10;

    /** The same for what it writes about its calls. */
    public static final int WISHES_CHARS_MAX = 256 << 10;

    /** A longer text is handed over in pieces, so that nobody else waits until all of it is judged. */
    private static final int PIECE_CHARS = 2_048;

    public static final int CALLS_MAX = 64;

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
        private long chars;
        private long wishes;
        private int calls;
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
                if (fits(reply.text())) {
                    pieces(reply.text(), events::add);
                }
                for (Model.WantedCall wanted : reply.calls()) {
                    if (fits(wanted)) {
                        events.add(new ProviderEvent.ToolCallRequested(invocation, wanted));
                    }
                }
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
            if (fits(words)) {
                pieces(words, this::write);
            }
        }

        @Override
        public void call(Model.WantedCall wanted) {
            if (fits(wanted)) {
                write(new ProviderEvent.ToolCallRequested(invocation, wanted));
            }
        }

        private void pieces(String words, Consumer<ProviderEvent> to) {
            int from = 0;
            while (from < words.length()) {
                int end = Math.min(words.length(), from + PIECE_CHARS);
                boolean splits = end < words.length() && Character.isHighSurrogate(words.charAt(end - 1));
                int until = splits ? end - 1 : end;
                to.accept(new ProviderEvent.TextDelta(invocation, words.substring(from, until)));
                from = until;
            }
        }

        private synchronized boolean fits(Model.WantedCall wanted) {
            wishes += wanted.callId().length()
                    + wanted.tool().length()
                    + wanted.arguments().length();
            return bounded(wishes <= WISHES_CHARS_MAX, "more than " + WISHES_CHARS_MAX + " characters of calls")
                    && bounded(++calls <= CALLS_MAX, "more than " + CALLS_MAX + " calls");
        }

        /** Counts what the model writes; too much of it ends the call with its reason. */
        private synchronized boolean fits(String words) {
            chars += words.length();
            return bounded(chars <= REPLY_CHARS_MAX, "more than " + REPLY_CHARS_MAX + " characters of text");
        }

        private synchronized boolean bounded(boolean holds, String reason) {
            if (!holds && !ended) {
                end(Outcome.error(false, "the model writes " + reason + " in one answer"));
            }
            return holds;
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
