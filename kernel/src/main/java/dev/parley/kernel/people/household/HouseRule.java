package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Rule;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A rule of the house. Several rules may bear one id: they are the same rule in several places. */
record HouseRule(String id, String sentence, Check check) {

    /** Answers null where the rule holds, else one sentence saying why it does not. */
    @FunctionalInterface
    interface Check {
        @Nullable
        String failure(Moment moment);
    }

    /** A rule of one machine, held in the house as well. */
    static <S, E> HouseRule lifted(
            Rule<S, E> rule, Function<HouseEvent, @Nullable E> event, Function<Moment, @Nullable S> state) {
        return new HouseRule(rule.id(), rule.sentence(), moment -> {
            E mine = event.apply(moment.event());
            S present = mine == null ? null : state.apply(moment);
            return mine == null || present == null ? null : rule.check().failure(present, mine);
        });
    }
}
