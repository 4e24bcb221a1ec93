package dev.parley;

import dev.parley.session.SessionHost.Opening;
import dev.parley.session.SessionHost.Wanted;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Waits until a conversation runs. */
final class Begun {
    private Begun() {}

    /** The same opening for a caller that waits for it; one that is refused throws, with the rule and the reason. */
    static Consumer<Wanted> by(Function<Wanted, CompletableFuture<Opening>> opening) {
        return wanted -> {
            if (opening.apply(wanted).join() instanceof Opening.Refused(String rule, String reason)) {
                throw new IllegalStateException(rule + ": " + reason);
            }
        };
    }
}
