package dev.parley.sim;

import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.session.record.RunelogJournal;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import java.util.List;

/** Runs scenarios: the front of this module. */
public final class Scenarios {
    private Scenarios() {}

    /** Runs a scenario in memory. */
    public static ScenarioResult run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return ScenarioResult.of(scenario.name(), journal.runes(), scenario.expect());
    }

    /**
     * Runs a scenario and records it in this log, from which the result is then read. A conversation is recorded once: a
     * second run has to be the same byte for byte.
     */
    public static ScenarioResult run(Scenario scenario, Runelog log) throws BadScenario {
        if (log.conversations().contains(scenario.conversation())) {
            MemoryJournal again = new MemoryJournal();
            ScenarioRun.into(scenario, again);
            if (!again.runes().equals(recorded(scenario, log))) {
                throw new BadScenario(
                        0,
                        "'" + scenario.name() + "' with seed " + scenario.seed()
                                + " is recorded there with other events");
            }
        } else {
            ScenarioRun.into(scenario, RunelogJournal.inStep(log));
            log.commit();
        }
        return ScenarioResult.of(scenario.name(), recorded(scenario, log), scenario.expect());
    }

    private static List<Rune> recorded(Scenario scenario, Runelog log) {
        return log.read(scenario.conversation(), 0).toList();
    }
}
