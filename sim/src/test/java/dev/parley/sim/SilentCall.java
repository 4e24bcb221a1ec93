package dev.parley.sim;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderInvocation;

/**
 * A call that takes everything and never answers.
 *
 * @param cancelled what it does when it is told to stop
 */
public record SilentCall(ProviderInvocation invocation, Runnable cancelled) implements ProviderCall {
    @Override
    public boolean feed(AudioFrame frame) {
        return true;
    }

    @Override
    public void finishInput() {}

    @Override
    public void grant(long credit) {}

    @Override
    public void cancel() {
        cancelled.run();
    }
}
