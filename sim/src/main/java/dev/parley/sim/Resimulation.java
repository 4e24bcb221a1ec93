package dev.parley.sim;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.LogDiff;
import dev.parley.replay.effect.Divergence;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded conversation run again from its record alone: the scenario stands in its first rune.
 *
 * @param runes what the second run recorded
 * @param divergence the first event that differs, or null where the two logs are the same bytes
 */
public record Resimulation(List<Rune> runes, @Nullable Divergence divergence) {

    /** Runs it again, or refuses a conversation that was not a scenario. */
    public static Resimulation of(List<Rune> recorded) throws BadScenario {
        if (recorded.isEmpty() || !(recorded.getFirst().payload().get("scenario") instanceof Json.Obj source)) {
            throw new BadScenario(0, "the conversation does not begin with a scenario and cannot be simulated again");
        }
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.recorded(source), journal);
        List<Rune> again = journal.runes();
        return new Resimulation(again, LogDiff.first(recorded.iterator(), again.iterator()));
    }

    public String logSha256() {
        return ScenarioResult.logHash(runes);
    }
}
