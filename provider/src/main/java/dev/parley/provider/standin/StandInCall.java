package dev.parley.provider.standin;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;

/** What all calls of a stand-in do alike: one beginning, one end, nothing after it. */
abstract class StandInCall implements ProviderCall {
    private final ProviderInvocation invocation;
    private final ProviderIngress ingress;
    private boolean inputOver;
    private boolean over;

    StandInCall(ProviderInvocation invocation, ProviderIngress ingress) {
        this.invocation = invocation;
        this.ingress = ingress;
    }

    @Override
    public final ProviderInvocation invocation() {
        return invocation;
    }

    final boolean isOver() {
        return over;
    }

    final void begin() {
        give(new ProviderEvent.Started(invocation));
    }

    /** Whoever takes no more gets no more. */
    final void give(ProviderEvent event) {
        if (!over) {
            over = !ingress.offer(event) || event instanceof ProviderEvent.Ended;
        }
    }

    final void end(Outcome outcome) {
        give(new ProviderEvent.Ended(invocation, outcome));
    }

    /** The next audio of a call that listens. */
    void hear(AudioFrame frame) {}

    /** All audio was heard. */
    void heardAll() {}

    @Override
    public final boolean feed(AudioFrame frame) {
        if (over || inputOver || !invocation.modality().listens()) {
            return false;
        }
        hear(frame);
        return true;
    }

    @Override
    public final void finishInput() {
        if (!over && !inputOver && invocation.modality().listens()) {
            inputOver = true;
            heardAll();
            end(Outcome.SUCCESS);
        }
    }

    @Override
    public void grant(long credit) {}

    @Override
    public final void cancel() {
        end(Outcome.cancelled("asked to stop"));
    }
}
