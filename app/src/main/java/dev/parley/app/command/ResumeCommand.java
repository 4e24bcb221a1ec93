package dev.parley.app.command;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.runelog.House;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.record.Journal;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.record.UnaccountedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley resume}: an operator lets a halted conversation go on. */
@Command(
        name = "resume",
        description = {
            "Let a conversation that a rule has halted go on. Only an operator may, and gives a reason.",
            "The decision is attested in the conversation's own record."
        },
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {
    private static final String OPERATOR = "operator";

    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "CONVERSATION",
            description = "The conversation; './parley log show' names them.")
    private String conversation = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The folder it was recorded in (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Option(names = "--as", paramLabel = "ROLE", required = true, description = "Who decides: operator.")
    private String role = "";

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why it may go on.")
    private String reason = "";

    public ResumeCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        if (!role.equals(OPERATOR)) {
            throw new BadInput("only an operator resumes a conversation; use --as operator");
        }
        if (reason.isBlank()) {
            throw new BadInput("--reason says why it may go on; it is recorded");
        }
        if (conversation.startsWith(House.conversation(""))) {
            throw new BadInput(conversation + " is a book of the house; only a conversation is halted and resumed");
        }
        RecordedConversation.read(data, conversation);
        TimeSource time = new SystemTime();
        RunelogSettings settings = RunelogSettings.standard(time, RandomSource.seeded(time.monotonicNanos()));
        try (Runelog log = RecordFolder.write(data, settings, Progress.SILENT)) {
            boolean lifted = lift(log, time);
            Json.Obj result = Json.Obj.EMPTY.with("conversation", conversation).with("resumed", lifted);
            streams.out().println(result.canonical());
            if (!lifted) {
                streams.err().println(conversation + " is not halted; the refusal is recorded.");
            }
            return lifted ? ExitCode.ACCEPTED : ExitCode.DENIED;
        }
    }

    /** By a host of its own: no other process has the folder. */
    private boolean lift(Runelog log, TimeSource time) {
        try (Carriers carriers = new Carriers(1, time, (seat, fault) -> {});
                SessionHost host = new SessionHost(
                        OPERATOR,
                        new SessionHost.Parts(
                                InProcessAuthority.alone("none"),
                                new RunelogRecords(log, true),
                                carriers,
                                time,
                                Runnable::run,
                                HostListener.NONE))) {
            return host.lift(conversation, OPERATOR, reason).join();
        } catch (CompletionException e) {
            throw switch (e.getCause()) {
                case LogFault fault -> RecordFolder.unusable(data, fault);
                case Journal.EvidenceUnavailable lost ->
                    new BadInput("nothing can be recorded in " + data + ": " + lost.getMessage());
                case UnaccountedRecord waits -> new BadInput(data + ": " + waits.getMessage());
                case null, default -> e;
            };
        }
    }
}
