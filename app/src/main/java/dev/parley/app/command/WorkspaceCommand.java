package dev.parley.app.command;

import dev.parley.agent.sandbox.WorkspaceHistory;
import dev.parley.agent.sandbox.WorkspaceHistory.Kept;
import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.config.ToolsSpec.WorkspaceSpec;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.RecordFolder;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.WorkspaceRestored;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.House;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.checkpoint.EscapeException;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley workspace}: what the workspace held before tools changed it, and how it comes back. */
@Command(
        name = "workspace",
        description = {
            "List what the workspace of a configuration held before tools changed it, or bring it back.",
            "A state is kept before the first call of a turn that may change something."
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class WorkspaceCommand implements Callable<Integer> {
    private static final String CONVERSATION = House.conversation("workspace");

    private final Streams streams;

    public WorkspaceCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        throw new BadInput("workspace needs one of: ls, restore (see ./parley workspace --help)");
    }

    @Command(
            name = "ls",
            description = "One line for each state that can come back, the newest last.",
            mixinStandardHelpOptions = true)
    int ls(
            @Option(names = "--config", paramLabel = "FILE", required = true, description = "The configuration file.")
                    Path config,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            defaultValue = "data",
                            description = "The folder of the record (default: ${DEFAULT-VALUE}).")
                    Path data) {
        RecordFolder.disk(data);
        states(history(config, data)).forEach(kept -> streams.out().println(line(kept)));
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "restore",
            description = {
                "Bring the workspace back, byte for byte, while nothing runs in it.",
                "What it holds now is kept first, so that a restore can be undone."
            },
            mixinStandardHelpOptions = true)
    int restore(
            @Option(names = "--config", paramLabel = "FILE", required = true, description = "The configuration file.")
                    Path config,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            defaultValue = "data",
                            description = "The folder of the record (default: ${DEFAULT-VALUE}).")
                    Path data,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "DIGEST",
                            defaultValue = "",
                            description = "The state, by the beginning of its digest (default: the newest).")
                    String digest) {
        RecordFolder.disk(data);
        TimeSource time = new SystemTime();
        RunelogSettings settings = RunelogSettings.standard(time, RandomSource.seeded(time.monotonicNanos()));
        try (Runelog log = RecordFolder.write(data, settings, Progress.SILENT)) {
            WorkspaceHistory history = history(config, data);
            Kept wanted = chosen(states(history), digest);
            Kept before = history.restore(wanted);
            WorkspaceRestored restored =
                    new WorkspaceRestored(wanted.digest().hex(), before.digest().hex());
            log.append(
                    EventCatalogue.draft(CONVERSATION, restored).withTimes(time.monotonicNanos(), time.wallMillis()),
                    WriteClass.IRREVERSIBLE);
            streams.out().println("Restored " + line(wanted));
            streams.out()
                    .println("What it held until now is kept as "
                            + before.digest().hex() + ".");
            return ExitCode.ACCEPTED;
        } catch (IOException | EscapeException | LogFault e) {
            throw new BadInput("the workspace cannot be restored: " + e.getMessage());
        }
    }

    private static WorkspaceHistory history(Path config, Path data) {
        WorkspaceSpec spec = ConfigurationReader.read(config).shelf().workspace();
        if (spec == null) {
            throw new BadInput(config + " has no 'workspace'");
        }
        return ConfiguredTools.history(spec, data);
    }

    private static List<Kept> states(WorkspaceHistory history) {
        try {
            return history.kept();
        } catch (IOException e) {
            throw new BadInput("the kept states cannot be read: " + e.getMessage());
        }
    }

    private static Kept chosen(List<Kept> states, String digest) {
        List<Kept> found = states.stream()
                .filter(kept -> kept.digest().hex().startsWith(digest.toLowerCase(Locale.ROOT)))
                .toList();
        if (found.isEmpty()) {
            throw new BadInput(states.isEmpty() ? "no state was kept" : "no kept state begins with '" + digest + "'");
        }
        if (!digest.isEmpty() && found.stream().map(Kept::digest).distinct().count() > 1) {
            throw new BadInput("several kept states begin with '" + digest + "'; write more of it");
        }
        return found.getLast();
    }

    private static String line(Kept kept) {
        return kept.digest().hex() + "  " + Instant.ofEpochMilli(kept.atMillis()) + "  " + kept.files() + " files, "
                + kept.bytes() + " bytes  " + kept.what();
    }
}
