package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;

/** What all calls that are served in this process do alike: one beginning, one end, nothing after it. */
public abstract class LocalCall implements ProviderCall {
    private final ProviderInvocation invocation;
    private final ProviderIngress ingress;
    private boolean inputOver;
    private boolean over;

    /** Makes the call for a request of the right kind. */
    public interface Maker {
        LocalCall of(ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress);
    }

    /** Begins a call. A request of another kind than the profile's ends at once, and so does one that is cancelled already. */
    public static ProviderCall open(
            ProviderProfile profile,
            ProviderInvocation invocation,
            ProviderRequest request,
            ProviderIngress ingress,
            CancelToken token,
            Maker maker) {
        boolean suits = request.modality() == profile.modality();
        LocalCall call = suits ? maker.of(invocation, request, ingress) : new LocalCall(invocation, ingress) {};
        call.begin();
        if (!suits) {
            call.end(Outcome.error(
                    false, profile.name() + " does no " + request.modality().spelled()));
        }
        token.onCancel(call::cancel);
        return call;
    }

    protected LocalCall(ProviderInvocation invocation, ProviderIngress ingress) {
        this.invocation = invocation;
        this.ingress = ingress;
    }

    @Override
    public final ProviderInvocation invocation() {
        return invocation;
    }

    protected final boolean isOver() {
        return over;
    }

    private void begin() {
        give(new ProviderEvent.Started(invocation));
    }

    /** Whoever takes no more gets no more. */
    protected final void give(ProviderEvent event) {
        if (!over) {
            over = !ingress.offer(event) || event instanceof ProviderEvent.Ended;
            if (over) {
                closed();
            }
        }
    }

    /** The call is over, and gives back what it holds. */
    protected void closed() {}

    protected final void end(Outcome outcome) {
        give(new ProviderEvent.Ended(invocation, outcome));
    }

    /** The next audio of a call that listens. */
    protected void hear(AudioFrame frame) {}

    /** All audio was heard. */
    protected void heardAll() {}

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
