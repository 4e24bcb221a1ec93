package dev.parley.provider.external;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.external.ExternalProcess;
import dev.parley.pipeline.spec.ExternalSpec;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.concurrent.atomic.AtomicBoolean;

/** A node in another process that rewrites what is about to be said. One process for one conversation. */
public final class ProcessFilter implements Provider, AutoCloseable {
    private final ProviderProfile profile;
    private final ExternalProcess process;

    public ProcessFilter(String node, ExternalSpec spec, TimeSource time) {
        long longest = spec.startMs() + spec.timeoutMs();
        this.profile = new ProviderProfile(
                node,
                Modality.FILTER,
                false,
                true,
                spec.cancelWithinMs(),
                new ProviderProfile.Timeouts(longest, longest),
                ProviderProfile.Limits.NONE);
        this.process = new ExternalProcess(node, spec, time);
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Call call = new Call(invocation, ingress);
        ingress.offer(new ProviderEvent.Started(invocation));
        if (request instanceof ProviderRequest.Rewrite(String text)) {
            call.id = process.ask(text, call);
        } else {
            call.failed("only text is rewritten here");
        }
        token.onCancel(call::cancel);
        return call;
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.end();
    }

    /** One text on its way. */
    private final class Call implements ProviderCall, ExternalProcess.Answer {
        private final ProviderInvocation invocation;
        private final ProviderIngress ingress;
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile long id;

        Call(ProviderInvocation invocation, ProviderIngress ingress) {
            this.invocation = invocation;
            this.ingress = ingress;
        }

        @Override
        public void rewritten(String text) {
            if (ended.compareAndSet(false, true)) {
                ingress.offer(new ProviderEvent.TextDelta(invocation, text));
                ingress.offer(new ProviderEvent.Ended(invocation, Outcome.SUCCESS));
            }
        }

        @Override
        public void failed(String reason) {
            if (ended.compareAndSet(false, true)) {
                ingress.offer(new ProviderEvent.Ended(invocation, Outcome.error(true, reason)));
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
        public void finishInput() {
            // Nothing is fed to it.
        }

        @Override
        public void grant(long credit) {
            // A text comes back in one piece.
        }

        @Override
        public void cancel() {
            if (ended.compareAndSet(false, true)) {
                ingress.offer(new ProviderEvent.Ended(invocation, Outcome.cancelled("no longer wanted")));
            }
            process.giveUp(id);
        }
    }
}
