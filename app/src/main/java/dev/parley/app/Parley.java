package dev.parley.app;

import dev.parley.app.command.DoctorCommand;
import dev.parley.app.command.DriveCommand;
import dev.parley.app.command.EpisodeCommand;
import dev.parley.app.command.EventsCommand;
import dev.parley.app.command.ExplainCommand;
import dev.parley.app.command.ListenCommand;
import dev.parley.app.command.LogCommand;
import dev.parley.app.command.MachinesCommand;
import dev.parley.app.command.ModelsCommand;
import dev.parley.app.command.ReplayCommand;
import dev.parley.app.command.ResumeCommand;
import dev.parley.app.command.ScenarioCommand;
import dev.parley.app.command.ServeCommand;
import dev.parley.app.command.TalkCommand;
import dev.parley.app.command.WhatIfCommand;
import dev.parley.app.command.WorkspaceCommand;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.RecordFolder;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of all commands. */
@Command(
        name = "parley",
        description = {"A runtime for voice and chat agents: every act is decided, recorded and can be replayed."},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        version = "parley 0.1.0",
        footer = {
            "",
            "./parley COMMAND --help tells more. ./parley install puts the library into the local Maven repository,"
                    + " ./parley bench measures, ./parley verify builds and tests everything."
        })
public final class Parley implements Runnable {
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    public Parley(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    @Override
    public void run() {
        spec.commandLine().usage(err);
    }

    /** Runs one command and answers its exit code. */
    public int run(String... args) {
        Streams streams = new Streams(in, out, err);
        CommandLine line = new CommandLine(this)
                .addSubcommand(new TalkCommand(streams))
                .addSubcommand(new ServeCommand(streams))
                .addSubcommand(new ScenarioCommand(streams))
                .addSubcommand(new DriveCommand(streams))
                .addSubcommand(new EpisodeCommand(streams))
                .addSubcommand(new MachinesCommand(streams))
                .addSubcommand(new EventsCommand(streams))
                .addSubcommand(new LogCommand(streams))
                .addSubcommand(new ReplayCommand(streams))
                .addSubcommand(new ExplainCommand(streams))
                .addSubcommand(new WhatIfCommand(streams))
                .addSubcommand(new ResumeCommand(streams))
                .addSubcommand(new WorkspaceCommand(streams))
                .addSubcommand(new ListenCommand(streams))
                .addSubcommand(new ModelsCommand(streams))
                .addSubcommand(new DoctorCommand(streams));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((e, ignored) -> badUsage(e));
        line.setExecutionExceptionHandler((e, ignored, parsed) -> failed(e));
        return line.execute(args);
    }

    private int badUsage(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String message = String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse("bad usage")
                .replaceFirst("Invalid value for positional parameter at index \\d+ \\((\\w+)\\)", "$1")
                .replaceFirst(" is not an? (?:long|int)$", " is not a number");
        boolean isGroup = !e.getCommandLine().getSubcommands().isEmpty();
        if (e instanceof UnmatchedArgumentException unmatched && isGroup) {
            String unknown = unmatched.getUnmatched().getFirst();
            String group = command.replaceFirst("^parley ?", "");
            boolean isOption = unknown.startsWith("-") && !group.isEmpty();
            message = isOption ? message : "there is no command '" + (group + " " + unknown).strip() + "'";
        }
        err.println("parley: " + message + meant(e) + " (see ./" + command + " --help)");
        return ExitCode.BAD_INPUT;
    }

    /** What was probably meant, where somebody mistyped an option. */
    private static String meant(ParameterException e) {
        List<String> near = e instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()
                ? unmatched.getSuggestions()
                : List.of();
        return near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?";
    }

    private int failed(Exception e) {
        if (e instanceof BadInput) {
            err.println("parley: " + e.getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof FileSystemException failed) {
            err.println("parley: " + failed.getFile() + ": " + RecordFolder.reason(failed));
            return ExitCode.BAD_INPUT;
        }
        err.println("parley: internal fault: " + e);
        e.printStackTrace(err);
        return ExitCode.FAULT;
    }
}
