package dev.parley.kernel.people.command;

import org.jspecify.annotations.Nullable;

/** Where a command stands. */
public sealed interface CommandState {
    /** No command; remembers the one whose confirmation came too late to be asked for. */
    record Idle(@Nullable String expired) implements CommandState {}

    record PendingAuthorization(Order order) implements CommandState {}

    record PendingConfirmation(Order order) implements CommandState {}

    /**
     * Released; the result is null until it is known (ruling B3).
     *
     * @param started whether the call was dispatched; a release is used once (ruling B17)
     */
    record Executed(Order order, @Nullable Result result, boolean started) implements CommandState {
        Executed(Order order, @Nullable Result result) {
            this(order, result, false);
        }

        /** Whether it is a yes that nothing has come of yet: it falls with its question and with a change of company. */
        public boolean isUnusedYes() {
            return order.binding().isBound() && order.needsConfirmation() && !started && result == null;
        }
    }

    record Denied(Order order) implements CommandState {}

    record Cancelled(Order order, Why why) implements CommandState {}

    /** How an execution ended. */
    enum Result {
        SUCCESS,
        FAILURE
    }

    /** What ended a command before it was released. */
    enum Why {
        TIMEOUT,
        CONTEXT,
        DECLINED
    }

    /** Whether it waited for a yes when the situation changed; a yes that comes later is told why it does not count. */
    default boolean isWithdrawn() {
        return this instanceof Cancelled cancelled && cancelled.why == Why.CONTEXT;
    }

    /** The command in question, or null where there is none; the states that have one carry it. */
    default @Nullable Order order() {
        return null;
    }
}
