package dev.parley.testing;

import dev.parley.AgentParts;
import dev.parley.ParleyBuilder;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs scenario files with an agent of one's own: its model and its tools take the place of scripted ones, on virtual time.
 * A tool that the file lists under {@code tools} is played as the file says, whatever the agent brings.
 */
public final class Scenarios {
    private static final String SILENT = "Words answer a question about a call where the scenario has"
            + " 'settings: {ask_aloud: true}'; else 'approves' and 'confirms' do.";
    private static final String EARLY = "The question had not been heard to its end.";

    private Scenarios() {}

    /**
     * Runs the scenario in this file.
     *
     * @throws IllegalArgumentException for a file that is no scenario, or that names somebody or something unknown
     */
    public static ScenarioResult run(Path file, ParleyBuilder parley) {
        return play(file, parley.agent()).result();
    }

    /**
     * Runs the scenario in this file, and fails with its timeline if an expectation does not hold.
     *
     * @throws AssertionError when it does not
     */
    public static void check(Path file, ParleyBuilder parley) {
        Played played = play(file, parley.agent());
        if (!played.result().isOk()) {
            throw new AssertionError(
                    file + ":\n  " + String.join("\n  ", played.result().failures()) + "\n" + played.hint()
                            + Timeline.around(played.result(), played.runes()));
        }
    }

    /** The scenario files of a folder, in the order of their names. */
    public static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + folder + ": " + e.getMessage(), e);
        }
    }

    private record Played(ScenarioResult result, List<Rune> runes, boolean asksAloud) {
        /** What is easily overlooked about a yes or no in words; empty if nothing is. */
        String hint() {
            boolean isAsked = false;
            boolean isHeard = false;
            for (Rune rune : runes) {
                Event event = EventCatalogue.read(rune);
                String action =
                        event instanceof ToolDecided verdict ? verdict.decided().action() : "";
                isHeard = action.equals("heard") || (isHeard && !action.equals("ask"));
                isAsked |= action.equals("ask");
                if (isAsked
                        && !(asksAloud && isHeard)
                        && event instanceof UserSpoke(UserText said)
                        && YesOrNo.of(said.piiText()) != YesOrNo.NEITHER) {
                    return "hint: '" + said.piiText() + "' answered nothing. " + (asksAloud ? EARLY : SILENT) + "\n";
                }
            }
            return "";
        }
    }

    private static Played play(Path file, AgentParts agent) {
        Scenario scenario = read(file);
        Names.check(file, scenario, agent.tools());
        MemoryJournal journal = new MemoryJournal();
        VirtualSession.JournalSource inMemory = (_, _) -> journal;
        ScenarioRun.into(scenario, inMemory, new AgentCast(agent, scenario));
        Names.check(file, scenario, agent.tools(), journal.runes());
        return new Played(
                ScenarioResult.of(scenario.name(), journal.runes(), scenario.expect()),
                journal.runes(),
                scenario.settings().agency().asksAloud());
    }

    private static Scenario read(Path file) {
        try {
            return ScenarioReader.yaml(Files.readString(file), name -> Files.readString(file.resolveSibling(name)));
        } catch (BadScenario e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
