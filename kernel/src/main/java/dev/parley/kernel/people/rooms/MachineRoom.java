package dev.parley.kernel.people.rooms;

import dev.parley.kernel.Case;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Machine;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Kept;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One machine driven alone. A target that nobody has mentioned stands in the initial state. */
public final class MachineRoom<S, E> implements Room<Kept<S>, E> {
    private final Machine<S, E> machine;
    private final Function<Request, Reading<E>> reader;
    private final List<Rule<S, E>> rules;

    public MachineRoom(Machine<S, E> machine, Function<Request, Reading<E>> reader, List<Rule<S, E>> rules) {
        this.machine = machine;
        this.reader = reader;
        this.rules = List.copyOf(rules);
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public Reading<E> read(Request request) {
        return reader.apply(request);
    }

    @Override
    public Kept<S> unmentioned(String subject) {
        return new Kept<>(subject, machine.initial());
    }

    @Override
    public Step<Kept<S>> step(View<Kept<S>> view, @Nullable Kept<S> present, E event, Request request) {
        Kept<S> kept = present == null ? unmentioned(request.target()) : present;
        return switch (machine.step(kept.state(), event)) {
            case Step.Moved<S>(S next, var effects) -> new Step.Moved<>(new Kept<>(kept.id(), next), effects);
            case Step.Refused<S>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    @Override
    public List<Invariant<Case<Kept<S>, E>>> catalogue() {
        List<Invariant<Case<Kept<S>, E>>> all = new ArrayList<>();
        all.add(new Invariant<>(
                Provenance.id(machine.name()),
                Level.REJECT,
                Provenance.sentence(machine.name()),
                c -> Provenance.failure(machine.name(), c.request())));
        rules.forEach(rule -> all.add(invariant(rule)));
        return List.copyOf(all);
    }

    private Invariant<Case<Kept<S>, E>> invariant(Rule<S, E> rule) {
        return new Invariant<>(rule.id(), Level.REJECT, rule.sentence(), c -> {
            S state = c.present() == null ? machine.initial() : c.present().state();
            return rule.check().failure(state, c.event());
        });
    }

    @Override
    public Json printed(View<Kept<S>> view, Verdict<Kept<S>> verdict) {
        Kept<S> kept = verdict.state();
        return kept == null ? Json.Null.NULL : Json.of(machine.printed(kept.state()));
    }
}
