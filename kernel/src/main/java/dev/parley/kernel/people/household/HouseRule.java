package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Rule;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule of the house. Several rules may bear one id: they are the same rule in several places.
 *
 * @param about the only events that it looks at, or null where there are several kinds
 */
record HouseRule(String id, String sentence, @Nullable Class<? extends HouseEvent> about, Check check) {

    /** A rule that looks at events of several machines. */
    HouseRule(String id, String sentence, Check check) {
        this(id, sentence, null, check);
    }

    /** Answers null where the rule holds, else one sentence saying why it does not. */
    @FunctionalInterface
    interface Check {
        @Nullable
        String failure(Moment moment);
    }

    /** A rule of one machine, held in the house as well. */
    static <S, E> HouseRule lifted(
            Rule<S, E> rule,
            Class<? extends HouseEvent> about,
            Function<HouseEvent, @Nullable E> event,
            Function<Moment, @Nullable S> state) {
        return new HouseRule(rule.id(), rule.sentence(), about, moment -> {
            E mine = event.apply(moment.event());
            S present = mine == null ? null : state.apply(moment);
            return mine == null || present == null ? null : rule.check().failure(present, mine);
        });
    }
}
