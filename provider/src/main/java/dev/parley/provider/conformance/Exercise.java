package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.List;

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

    ProviderCall start(Listening listening, ProviderRequest request, CancelToken token) {
        return subject.provider().start(invocation("c1"), request, listening, token);
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
        subject.audio().forEach(call::feed);
        return call;
    }

    void finish(ProviderCall call) {
        if (!subject.audio().isEmpty()) {
            call.finishInput();
        }
    }

    /** A whole call, from its beginning to its end. */
    void run(Listening listening) {
        finish(begin(listening, "c1"));
        subject.waitUntil(listening::hasEnded, profile().timeoutMs());
    }

    /** What a whole call gave, and what it gave in the moment after. */
    List<ProviderEvent> complete() {
        Listening listening = new Listening();
        run(listening);
        subject.waitUntil(() -> listening.ends() > 1, 1);
        return listening.events();
    }

    void waitForEnd(Listening listening, long ms) {
        subject.waitUntil(listening::hasEnded, ms);
    }

    /** Lets the time go by in which a badly behaved call would show itself. */
    void waitForMischief() {
        subject.waitUntil(() -> false, profile().cancelWithinMs() + 1);
    }

    void waitForFirst(Listening listening) {
        subject.waitUntil(() -> !listening.events().isEmpty(), profile().timeoutMs());
    }
}
