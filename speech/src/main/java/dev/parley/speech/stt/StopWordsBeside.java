package dev.parley.speech.stt;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.function.Predicate;

/**
 * Somebody far away who writes down what is said, and beside them somebody here who knows the words that stop. What stops is told
 * at the first pause after it, however long the other takes; everything else is left to the other. Only what is as brief as a stop
 * is looked at here.
 */
public final class StopWordsBeside implements Provider {
    private static final long LOOKED_AT_MS_MAX = 2_500;

    private final Provider far;
    private final Provider here;
    private final Predicate<String> stops;
    private final ProviderProfile profile;

    /**
     * @param phrases understands words that stop, among others
     * @param stops whether a sentence holds one
     */
    public StopWordsBeside(Provider far, Transcriber phrases, Predicate<String> stops) {
        this.far = far;
        this.here = new TranscriberProvider(phrases);
        this.stops = stops;
        ProviderProfile told = far.profile();
        this.profile = new ProviderProfile(
                told.name(),
                told.modality(),
                true,
                told.idempotent(),
                told.cancelWithinMs(),
                told.timeouts(),
                told.limits());
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Gate gate = new Gate(ingress);
        ProviderCall writing = far.start(invocation, request, gate, token);
        boolean partials = request instanceof ProviderRequest.Transcribe wanted && wanted.partials();
        return partials
                ? new Both(writing, here.start(invocation, request, event -> heardHere(event, gate), token))
                : writing;
    }

    private boolean heardHere(ProviderEvent event, Gate gate) {
        switch (event) {
            case ProviderEvent.PartialTranscript partial -> tell(partial, gate);
            case ProviderEvent.FinalTranscript whole ->
                tell(
                        new ProviderEvent.PartialTranscript(
                                whole.invocation(), whole.text(), whole.confidencePermille()),
                        gate);
            default -> {}
        }
        return true;
    }

    private void tell(ProviderEvent.PartialTranscript heard, Gate gate) {
        if (stops.test(heard.text())) {
            gate.offer(heard);
        }
    }

    /** Lets the events of both through, and none after the end. */
    private static final class Gate implements ProviderIngress {
        private final ProviderIngress ingress;
        private boolean ended;

        Gate(ProviderIngress ingress) {
            this.ingress = ingress;
        }

        @Override
        public synchronized boolean offer(ProviderEvent event) {
            if (ended) {
                return false;
            }
            boolean taken = ingress.offer(event);
            ended = !taken || event instanceof ProviderEvent.Ended;
            return taken;
        }
    }

    /** The far one is always first: it does not wait for what is computed here. */
    private static final class Both implements ProviderCall {
        private final ProviderCall far;
        private final ProviderCall here;
        private long fedMs;

        Both(ProviderCall far, ProviderCall here) {
            this.far = far;
            this.here = here;
        }

        @Override
        public ProviderInvocation invocation() {
            return far.invocation();
        }

        @Override
        public boolean feed(AudioFrame frame) {
            boolean taken = far.feed(frame);
            fedMs += frame.durationMs();
            if (fedMs <= LOOKED_AT_MS_MAX) {
                here.feed(frame);
            } else {
                here.cancel();
            }
            return taken;
        }

        @Override
        public void finishInput() {
            far.finishInput();
            here.finishInput();
        }

        @Override
        public void grant(long credit) {
            far.grant(credit);
        }

        @Override
        public void cancel() {
            far.cancel();
            here.cancel();
        }
    }
}
