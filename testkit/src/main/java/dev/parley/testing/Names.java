package dev.parley.testing;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.sim.script.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds names in a scenario that nobody declared: mostly they are slips of the pen, and the test would pass for no reason. */
final class Names {
    private Names() {}

    /** People who speak or answer and are not listed. */
    static void check(Path file, Scenario scenario) {
        Set<String> known = new TreeSet<>();
        scenario.people().forEach(person -> known.add(person.id()));
        scenario.voices().forEach(voice -> person(file, voice.by(), known));
        for (Scenario.Step step : scenario.steps()) {
            switch (step.event()) {
                case SessionEvent.TextTyped typed -> person(file, typed.by(), known);
                case SessionEvent.StopRequested stop -> person(file, stop.by(), known);
                case SessionEvent.ApprovalAnswered answer -> person(file, answer.by(), known);
                case SessionEvent.CommandAnswered answer -> person(file, answer.by(), known);
                default -> {}
            }
        }
    }

    /** Calls that somebody answers and that were never made. */
    static void check(Path file, Scenario scenario, List<Rune> runes) {
        Set<String> made = new TreeSet<>();
        for (Rune rune : runes) {
            if ("tool".equals(VerdictRune.room(rune))
                    && "call".equals(rune.payload().text("action"))) {
                made.add(String.valueOf(rune.payload().text("target")));
            }
        }
        for (Scenario.Step step : scenario.steps()) {
            if (step.event() instanceof SessionEvent.ApprovalAnswered answer && !made.contains(answer.call())) {
                throw unknown(file, "call", answer.call(), made);
            }
        }
    }

    private static void person(Path file, String by, Set<String> known) {
        if (!by.isEmpty() && !known.contains(by)) {
            throw unknown(file, "person", by, known);
        }
    }

    private static IllegalArgumentException unknown(Path file, String what, String name, Set<String> known) {
        return new IllegalArgumentException(
                file + ": there is no " + what + " '" + name + "'; known are " + (known.isEmpty() ? "none" : known));
    }
}
