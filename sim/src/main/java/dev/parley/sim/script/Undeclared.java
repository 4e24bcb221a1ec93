package dev.parley.sim.script;

import dev.parley.session.event.SessionEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Names in a scenario that nobody declared: mostly slips of the pen, and then the scenario passes for no reason. */
public final class Undeclared {
    private Undeclared() {}

    /** One sentence for each of the people who speak or answer and are not listed. */
    public static List<String> people(Scenario scenario) {
        List<String> named = new ArrayList<>();
        scenario.voices().forEach(voice -> named.add(voice.by()));
        for (Scenario.Step step : scenario.steps()) {
            switch (step.event()) {
                case SessionEvent.TextTyped typed -> named.add(typed.by());
                case SessionEvent.StopRequested stop -> named.add(stop.by());
                case SessionEvent.ApprovalAnswered answer -> named.add(answer.by());
                case SessionEvent.CommandAnswered answer -> named.add(answer.by());
                default -> {}
            }
        }
        return missing(
                "person",
                named,
                scenario.people().stream().map(person -> person.id()).toList());
    }

    /** One sentence for each tool that the script calls and that is not listed. */
    public static List<String> tools(Scenario scenario) {
        List<String> called = scenario.rules().stream()
                .flatMap(rule -> rule.reply().calls().stream())
                .map(call -> call.tool())
                .toList();
        return missing("tool", called, scenario.tools().keySet());
    }

    /** One sentence for each call that somebody answers and that the script never makes. */
    public static List<String> calls(Scenario scenario) {
        List<String> answered = scenario.steps().stream()
                .map(Scenario.Step::event)
                .filter(SessionEvent.ApprovalAnswered.class::isInstance)
                .map(event -> ((SessionEvent.ApprovalAnswered) event).call().replaceFirst("#\\d+$", ""))
                .toList();
        List<String> made = scenario.rules().stream()
                .flatMap(rule -> rule.reply().calls().stream())
                .map(call -> call.id())
                .toList();
        return scenario.rules().isEmpty() && !answered.isEmpty()
                ? List.of("somebody answers '" + answered.getFirst()
                        + "', but the file has no 'agent' that calls anything; an agent in Java runs its scenarios"
                        + " by its own test (docs/library.md)")
                : missing("call", answered, made);
    }

    private static List<String> missing(String what, Collection<String> named, Collection<String> known) {
        return new TreeSet<>(named)
                .stream()
                        .filter(name -> !name.isEmpty() && !known.contains(name))
                        .map(name -> "there is no " + what + " '" + name + "'; known are "
                                + (known.isEmpty() ? "none" : new TreeSet<>(known)))
                        .toList();
    }
}
