package dev.parley.agent.tool;

import java.util.function.Supplier;

/**
 * How much work it may be to check the arguments of one call. It is counted and never timed: the same arguments come out the
 * same on every machine, and a schema that would keep its thread busy ends no more than its own call.
 */
final class CheckingWork {
    static final int STEPS_MAX = 250_000;

    private static final ScopedValue<CheckingWork> NOW = ScopedValue.newInstance();

    private long left;
    private long visits;

    private CheckingWork(long steps) {
        this.left = steps;
    }

    /** More was to be done than may be. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("more than " + STEPS_MAX + " steps", null, false, false);
        }
    }

    /** What the task gives; it may take no more than all steps. */
    static <T> T within(Supplier<T> task) {
        return within(STEPS_MAX, task);
    }

    /** What the task gives; it may take no more than so many steps. */
    static <T> T within(long steps, Supplier<T> task) {
        CheckingWork work = new CheckingWork(steps);
        T result = ScopedValue.where(NOW, work).call(task::get);
        // The validator may have caught what was thrown at it.
        work.take(0);
        return result;
    }

    static void spend(long steps) {
        NOW.get().take(steps);
    }

    /** Another keyword looks at a value. */
    static void visit() {
        NOW.get().visits++;
        spend(1);
    }

    /** So often did keywords look at values up to now. */
    static long visits() {
        return NOW.get().visits;
    }

    private void take(long steps) {
        left -= steps;
        if (left < 0) {
            throw new Exhausted();
        }
    }
}
