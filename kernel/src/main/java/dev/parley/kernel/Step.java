package dev.parley.kernel;

import java.util.List;

/** What a machine answers to an event: it moved, or it refused. A refusal is a value, recorded and shown. */
public sealed interface Step<S> {

    /** The next state, and what is to be done once the verdict is recorded. Staying is a move to an equal state. */
    record Moved<S>(S next, List<? extends Effect> effects) implements Step<S> {
        public Moved(S next) {
            this(next, List.of());
        }
    }

    /** The rule that refused, by its stable id, and one sentence for people. */
    record Refused<S>(String rule, String reason) implements Step<S> {}

    static <S> Step<S> moved(S next) {
        return new Moved<>(next);
    }

    static <S> Step<S> refused(String rule, String reason) {
        return new Refused<>(rule, reason);
    }
}
