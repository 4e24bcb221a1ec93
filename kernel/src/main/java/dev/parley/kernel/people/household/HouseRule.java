package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Rule;
import java.util.List;
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

    /** The rules of one machine, held in the house as well, wherever that machine's state is known. */
    static <S, E, H extends HouseEvent> List<HouseRule> lifted(
            List<Rule<S, E>> rules, Class<H> about, Function<H, E> event, State<S> state) {
        return rules.stream()
                .map(rule -> new HouseRule(rule.id(), rule.sentence(), about, moment -> {
                    S present = state.of(rule.id(), moment);
                    return present == null
                            ? null
                            : rule.check().failure(present, event.apply(about.cast(moment.event())));
                }))
                .toList();
    }

    /** The state that a rule looks at, or null where it has nothing to look at. */
    @FunctionalInterface
    interface State<S> {
        @Nullable
        S of(String rule, Moment moment);

        /** The state of the machine of the person in question. */
        static <S> State<S> of(Function<Person, S> machine) {
            return (_, moment) -> moment.person() == null ? null : machine.apply(moment.person());
        }
    }
}
