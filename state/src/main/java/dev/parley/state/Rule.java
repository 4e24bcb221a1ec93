package dev.parley.state;

import dev.parley.kernel.event.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that holds of every event of one kind in an honest record.
 *
 * @param id stable, for reports and tests
 * @param on the kind of event
 * @param sentence what holds
 */
public record Rule<E extends Event>(String id, Class<E> on, String sentence, Check<E> check) {
    /** Looks at an event in the state before it, which it does not change. */
    @FunctionalInterface
    public interface Check<E> {
        /** What is wrong, or null. */
        @Nullable
        Mismatch find(StateView before, E event, Recorded at);
    }

    /** What an event should have been and what it is. */
    public record Mismatch(String expected, String found) {}

    /** A rule that an event breaks. */
    public record Broken(String id, String sentence, Mismatch mismatch) {}

    /** The same rule for each of these kinds. */
    static List<Rule<?>> forEach(
            List<Class<? extends Event>> kinds, String id, String sentence, Check<? super Event> check) {
        return kinds.stream()
                .<Rule<?>>map(kind -> of(kind, id, sentence, check))
                .toList();
    }

    private static <E extends Event> Rule<E> of(Class<E> kind, String id, String sentence, Check<? super Event> check) {
        return new Rule<>(id, kind, sentence, check::find);
    }

    @Nullable
    Broken broken(StateView before, Recorded event) {
        Mismatch mismatch = on.isInstance(event.event()) ? check.find(before, on.cast(event.event()), event) : null;
        return mismatch == null ? null : new Broken(id, sentence, mismatch);
    }
}
