package dev.parley.kernel.stream;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What can be asked of a stream or its session: the 17 actions of the stream model, and the few around them. */
public sealed interface StreamEvent {

    /** What is asked of a stream that exists. */
    sealed interface Action extends StreamEvent {}

    /** What is asked of the accessibility state, by the user or behind their back (2.3). */
    sealed interface OfOverride extends Action {}

    /** What is asked of a stream's graph (2.4). */
    sealed interface OfGraph extends Action {}

    /** The lifecycle actions that need no parameter (2.1). */
    enum Lifecycle implements Action {
        START,
        COMPILE,
        SYNTHESIZE,
        PLAY,
        FAIL,
        RESTART
    }

    /** Only the runtime's own stop ends a flush (ruling A6). */
    record Stop(boolean bySystem) implements Action {
        static final Stop REQUESTED = new Stop(false);
        static final Stop BY_SYSTEM = new Stop(true);
    }

    /**
     * @param priority the requester's
     * @param hold whether the stream stays INTERRUPTING until {@code system} stops it
     */
    record Interrupt(int priority, boolean hold) implements Action {
        static final Interrupt PLAIN = new Interrupt(Ownership.DEFAULT_PRIORITY, false);
    }

    record Create(Charter charter, @Nullable Ownership ownership) implements StreamEvent {}

    record Claim(int priority) implements Action {}

    record Release() implements Action {
        static final Release RELEASE = new Release();
    }

    record Transfer(String to) implements Action {}

    /** Names someone who may COMMIT in the owner's place. */
    record Delegate(String to) implements Action {}

    /** ENABLE_OVERRIDE. */
    record EnableOverride(AccessibilityState override) implements OfOverride {}

    /** UPDATE_OVERRIDE. */
    record UpdateOverride(Changes changes) implements OfOverride {
        /** The fields to change; those that are null stay as they are. */
        public record Changes(
                @Nullable Scope scope,
                @Nullable Setting speechRate,
                @Nullable Setting pauseAmplification,
                @Nullable Boolean forcedCaptions) {}

        /** A number, or null for none. */
        public record Setting(@Nullable BigDecimal value) {}
    }

    /** DISABLE_OVERRIDE. */
    record DisableOverride() implements OfOverride {
        static final DisableOverride DISABLE = new DisableOverride();
    }

    /** MUTATE_GRAPH. */
    record MutateGraph() implements OfGraph {
        static final MutateGraph MUTATE = new MutateGraph();
    }

    record Commit() implements OfGraph {
        static final Commit COMMIT = new Commit();
    }

    /** To that revision, or to the one before. */
    record Rollback(@Nullable Integer toRevision) implements OfGraph {}

    /** A change of accessibility state that came from outside the registrar (ruling A9). */
    record Tamper(Field field, Json value) implements OfOverride {
        /** The fields of {@link AccessibilityState}, as the stream model names them (5.1). */
        public enum Field {
            OVERRIDE_ACTIVE,
            SPEECH_RATE_OVERRIDE,
            PAUSE_AMPLIFICATION,
            FORCED_CAPTIONS,
            OVERRIDE_SCOPE
        }

        boolean switchesOff() {
            return field == Field.OVERRIDE_ACTIVE && value.equals(Json.Bool.FALSE);
        }
    }

    /** What is asked of a session instead of a stream. */
    enum OfSession implements StreamEvent {
        SESSION_END,
        RESUME,
        /** The runtime's own end of a session-scoped override, after the session (ruling A12). */
        OVERRIDE_END
    }
}
