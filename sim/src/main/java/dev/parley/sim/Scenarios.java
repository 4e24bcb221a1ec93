package dev.parley.sim;

import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;

/** Runs scenarios: the front of this module. */
public final class Scenarios {
    private Scenarios() {}

    /** Runs a scenario in memory. */
    public static ScenarioResult run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return ScenarioResult.of(scenario.name(), journal.runes(), scenario.expect());
    }
}
