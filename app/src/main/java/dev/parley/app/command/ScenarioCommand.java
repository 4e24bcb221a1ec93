package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.talk.Transcript;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.sim.Scenarios;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import dev.parley.sim.script.Undeclared;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley scenario}: scripted conversations on virtual time. */
@Command(
        name = "scenario",
        description = "Scripted conversations on virtual time.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ScenarioCommand implements Runnable {
    private final Streams streams;

    public ScenarioCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void run() {
        throw new BadInput("scenario needs a command: scenario run FILE...");
    }

    /** Runs every file, all of them read before the first one starts. */
    @Command(
            name = "run",
            description = "Run scenario files and compare them with what they expect.",
            mixinStandardHelpOptions = true)
    int run(
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "Scenario files in YAML.") List<Path> files,
            @Option(names = "--record", paramLabel = "DIR", description = "Record the conversations there.") @Nullable
                    Path record,
            @Option(names = "--json", description = "Print one result object per scenario.") boolean json) {
        List<Scenario> scenarios = new ArrayList<>();
        for (Path file : files) {
            Scenario scenario = read(file);
            warn(file, scenario);
            scenarios.add(scenario);
        }
        if (record == null) {
            return runAll(scenarios, Scenarios::run, json);
        }
        try (Runelog log = Runelog.open(new RealDisk(record), recording())) {
            return runAll(scenarios, scenario -> recorded(scenario, log, record), json);
        } catch (IOException e) {
            throw new BadInput(record + ":0: cannot record there: " + e.getMessage());
        }
    }

    /** Nothing but the record itself depends on these times and salts. */
    private static RunelogSettings recording() {
        return RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(0))
                .withCommitter(RunelogSettings.Committer.MANUAL);
    }

    private static ScenarioResult recorded(Scenario scenario, Runelog log, Path record) {
        try {
            return Scenarios.run(scenario, log);
        } catch (BadScenario e) {
            throw new BadInput(record + ":" + e.line() + ": " + e.reason());
        }
    }

    private int runAll(List<Scenario> scenarios, Function<Scenario, ScenarioResult> runner, boolean json) {
        boolean ok = true;
        for (Scenario scenario : scenarios) {
            ScenarioResult result = runner.apply(scenario);
            ok &= result.isOk();
            if (json) {
                streams.out().println(result.json().text());
            }
            tell(scenario, result);
        }
        return ok ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    /** Plays one scenario as a conversation to be read, and says whether it went as expected. */
    int play(Path file) {
        Scenario scenario = read(file);
        warn(file, scenario);
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        Transcript.of(journal.runes()).forEach(streams.out()::println);
        ScenarioResult result = ScenarioResult.of(scenario.name(), journal.runes(), scenario.expect());
        tell(scenario, result);
        return result.isOk() ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    /** A name that nobody declared is allowed, since a scenario may be about just that, but mostly it is a slip. */
    private void warn(Path file, Scenario scenario) {
        List<String> found = new ArrayList<>(Undeclared.tools(scenario));
        found.addAll(Undeclared.calls(scenario));
        if (!scenario.people().isEmpty()) {
            found.addAll(Undeclared.people(scenario));
        }
        found.forEach(name -> streams.err().println("parley: " + file + ": " + name));
    }

    private void tell(Scenario scenario, ScenarioResult result) {
        streams.err().println((result.isOk() ? "ok      " : "FAILED  ") + scenario.name());
        result.failures().forEach(failure -> streams.err().println("        " + failure));
    }

    private static Scenario read(Path file) {
        try {
            return ScenarioReader.yaml(Files.readString(file), name -> Files.readString(file.resolveSibling(name)));
        } catch (BadScenario e) {
            throw new BadInput(file + ":" + e.line() + ": " + e.reason());
        } catch (MalformedInputException e) {
            throw new BadInput(file + ": not UTF-8");
        } catch (IOException e) {
            throw BadInput.unreadable(file, e);
        }
    }
}
