package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The movements that checks are made of. */
final class Exercise {
    private final Subject subject;

    Exercise(Subject subject) {
        this.subject = subject;
    }

    ProviderProfile profile() {
        return subject.provider().profile();
    }

    ProviderInvocation invocation(String id) {
        return new ProviderInvocation(id, profile().name(), profile().modality(), "conformance", 1, "key-" + id, 1, 1);
    }

    /** Begins a call that may give nothing yet. */
    ProviderCall open(Listening listening) {
        return subject.provider().start(invocation("c1"), subject.request(), listening, CancelToken.NEVER);
    }

    ProviderCall start(Listening listening, ProviderRequest request, CancelToken token) {
        ProviderCall call = subject.provider().start(invocation("c1"), request, listening, token);
        call.grant(Long.MAX_VALUE);
        return call;
    }

    ProviderCall start(Listening listening, CancelToken token) {
        return start(listening, subject.request(), token);
    }

    ProviderCall start(Listening listening) {
        return start(listening, CancelToken.NEVER);
    }

    /** Begins a call and feeds it what there is to hear. */
    ProviderCall begin(Listening listening, String id) {
        ProviderCall call = subject.provider().start(invocation(id), subject.request(), listening, CancelToken.NEVER);
        call.grant(Long.MAX_VALUE);
        subject.audio().forEach(frame -> feed(call, frame));
        return call;
    }

    /** Feeds a frame, again if it is not taken at once; false if it never is. */
    boolean feed(ProviderCall call, AudioFrame frame) {
        boolean[] taken = {call.feed(frame)};
        if (!taken[0]) {
            subject.waitUntil(
                    () -> {
                        taken[0] = taken[0] || call.feed(frame);
                        return taken[0];
                    },
                    profile().timeouts().silenceMs());
        }
        return taken[0];
    }

    /** Lets time pass until this holds, as long as a call may be silent. */
    void waitFor(BooleanSupplier done) {
        subject.waitUntil(done, profile().timeouts().silenceMs());
    }

    /** How long the audio is that a request gives. */
    long spokenMs(ProviderRequest request) {
        Listening listening = new Listening();
        start(listening, request, CancelToken.NEVER);
        waitForEnd(listening, callMs());
        return listening.events().stream()
                .filter(ProviderEvent.AudioChunk.class::isInstance)
                .mapToLong(ProviderEvent::cost)
                .sum();
    }

    Subject subject() {
        return subject;
    }

    void finish(ProviderCall call) {
        if (!subject.audio().isEmpty()) {
            call.finishInput();
        }
    }

    /** A whole call, from its beginning to its end. */
    void run(Listening listening) {
        finish(begin(listening, "c1"));
        subject.waitUntil(listening::hasEnded, callMs());
    }

    /** What a whole call gave, and what it gave in the moment after. */
    List<ProviderEvent> complete() {
        Listening listening = new Listening();
        run(listening);
        subject.waitUntil(() -> listening.ends() > 1, 1);
        return listening.events();
    }

    long callMs() {
        return profile().timeouts().callMs();
    }

    void waitForEnd(Listening listening, long ms) {
        subject.waitUntil(listening::hasEnded, ms);
    }

    /** Lets the time go by in which a badly behaved call would show itself. */
    void waitForMischief() {
        subject.waitUntil(() -> false, profile().cancelWithinMs() + 1);
    }

    void waitForFirst(Listening listening) {
        subject.waitUntil(() -> !listening.events().isEmpty(), callMs());
    }
}
