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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of a provider that only computes: in place, without a copy and without a lock. What it throws is its outcome. */
final class OnLoopCall implements GuardedCall {
    private final ProviderInvocation invocation;
    private final ProviderIngress ingress;
    private @Nullable ProviderCall call;

    OnLoopCall(ProviderInvocation invocation, ProviderIngress ingress) {
        this.invocation = invocation;
        this.ingress = ingress;
    }

    @Override
    public void start(Provider provider, ProviderRequest request, CancelToken token) {
        try {
            call = provider.start(invocation, request, ingress, token);
        } catch (RuntimeException | Error thrown) {
            threw(thrown);
        }
    }

    private void threw(Throwable thrown) {
        call = null;
        ingress.offer(new ProviderEvent.Ended(invocation, Outcome.fault(thrown)));
    }

    @Override
    public ProviderInvocation invocation() {
        return invocation;
    }

    @Override
    public boolean feed(AudioFrame frame) {
        try {
            return call == null || call.feed(frame);
        } catch (RuntimeException | Error thrown) {
            threw(thrown);
            return true;
        }
    }

    @Override
    public void finishInput() {
        guarded(ProviderCall::finishInput);
    }

    @Override
    public void grant(long credit) {
        guarded(begun -> begun.grant(credit));
    }

    @Override
    public void cancel() {
        guarded(ProviderCall::cancel);
    }

    private void guarded(Consumer<ProviderCall> step) {
        try {
            if (call != null) {
                step.accept(call);
            }
        } catch (RuntimeException | Error thrown) {
            threw(thrown);
        }
    }

    @Override
    public void pump() {}

    @Override
    public boolean isBehind() {
        return false;
    }
}
