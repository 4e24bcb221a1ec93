package dev.parley.sim;

import dev.parley.runelog.Runelog;
import dev.parley.session.record.RunelogJournal;
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

    /** Runs a scenario and records it in this log, from which the result is then read. */
    public static ScenarioResult run(Scenario scenario, Runelog log) {
        ScenarioRun.into(scenario, new RunelogJournal(log));
        log.commit();
        return ScenarioResult.of(
                scenario.name(), log.read(scenario.conversation(), 0).toList(), scenario.expect());
    }
}
