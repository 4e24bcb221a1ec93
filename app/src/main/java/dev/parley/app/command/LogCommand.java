package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.ExportedFile;
import dev.parley.app.record.PrintedJson;
import dev.parley.app.record.RecordSummary;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.ShownConversation;
import dev.parley.app.record.UnfoundedProfiles;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Head;
import dev.parley.runelog.LogVerification;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley log}: look at a record, follow it, and prove it. */
@Command(
        name = "log",
        description = "List, show, print, follow, export or verify the record in a folder.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class LogCommand implements Callable<Integer> {
    private final Streams streams;

    public LogCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        throw new BadInput(
                "log needs one of: ls, show, cat, verify, tail, export, head, readmit, compact, adopt, rotate-key"
                        + " (see ./parley log --help)");
    }

    @Command(
            name = "ls",
            description =
                    "One line per conversation: where it stands, when it took place, who spoke and how many turns.",
            mixinStandardHelpOptions = true)
    int ls(@Mixin LogSelection selection) {
        RuneArchive archive = open(selection);
        for (String name : selection.chosen(archive)) {
            RecordedConversation recorded = RecordedConversation.read(archive, name);
            Json.Obj line = printed(archive.head(name));
            streams.out().println(RecordSummary.of(recorded.runes()).onto(line).text());
        }
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "show",
            description = {
                "A conversation to be read: its turns, what was said, and every tool with the verdicts about it.",
                "The numbers in brackets are event ids; ./parley explain CONVERSATION EVENT_ID says why.",
                "Without a name: which conversations there are, when, with whom and how long."
            },
            mixinStandardHelpOptions = true)
    int show(
            @Mixin LogSelection selection,
            @Option(names = "--json", description = "The same tree as one JSON object, for programs.") boolean json,
            @Option(names = "--plain", description = "Without branches and colours, for a screen reader.")
                    boolean plain) {
        RuneArchive archive = open(selection);
        if (!selection.namesOne() && !json) {
            return list(archive);
        }
        int exit = ExitCode.ACCEPTED;
        for (String name : selection.chosen(archive)) {
            RecordedConversation recorded = RecordedConversation.read(archive, name);
            ShownConversation shown = ShownConversation.of(recorded);
            if (json) {
                streams.out().println(PrintedJson.line(shown.toJson()));
            } else {
                List<String> lines = plain ? shown.plainLines() : shown.lines(streams.isTerminal());
                lines.forEach(streams.out()::println);
            }
            exit = recorded.fault() == null ? exit : ExitCode.DENIED;
        }
        return exit;
    }

    /** One line per conversation for people; what the house keeps for itself comes last. */
    private int list(RuneArchive archive) {
        int exit = ExitCode.ACCEPTED;
        List<String> names = archive.conversations().stream()
                .sorted(Comparator.comparing((String name) -> name.startsWith("house:")))
                .toList();
        for (String name : names) {
            RecordedConversation recorded = RecordedConversation.read(archive, name);
            String fault = recorded.fault() == null ? "" : "; damaged: " + recorded.fault();
            streams.out()
                    .println(name + "  " + RecordSummary.of(recorded.runes()).sentence() + fault);
            exit = recorded.fault() == null ? exit : ExitCode.DENIED;
        }
        streams.err().println(names.isEmpty() ? "Nothing is recorded here." : "One of them: ./parley log show NAME");
        return exit;
    }

    @Command(name = "cat", description = "One line per rune, verified.", mixinStandardHelpOptions = true)
    int cat(@Mixin LogSelection selection) {
        return print(selection, RuneJson::of);
    }

    @Command(
            name = "export",
            description = "One line per rune with its canonical bytes, for verifiers elsewhere.",
            mixinStandardHelpOptions = true)
    int export(@Mixin LogSelection selection) {
        return print(selection, RuneJson::withCanonicalBytes);
    }

    @Command(
            name = "tail",
            description = "Print what is there and then whatever comes, until interrupted.",
            mixinStandardHelpOptions = true)
    int tail(@Mixin LogSelection selection) throws IOException, InterruptedException {
        RuneArchive archive = open(selection);
        selection.chosen(archive);
        new LogTail(selection, archive, streams).follow();
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "verify",
            description = "Check every checksum, every event id and the whole chain; exit 1 where something fails.",
            mixinStandardHelpOptions = true)
    int verify(
            @Mixin LogSelection selection,
            @Option(
                            names = "--head",
                            paramLabel = "FILE",
                            description = "What log head --out wrote, or a signed list of heads, kept elsewhere.")
                    @Nullable
                    Path headFile,
            @Option(
                            names = "--file",
                            paramLabel = "FILE|-",
                            description = "One exported conversation instead of a folder: its chain and its bytes.")
                    @Nullable
                    String file)
            throws IOException {
        if (file != null) {
            return verifyFile(file, selection.isEmpty() && headFile == null);
        }
        HeadFile kept = headFile == null ? null : heads(headFile);
        RealDisk disk = selection.disk();
        ProgressLine progress = new ProgressLine(streams.err());
        try {
            LogVerification verified = kept == null
                    ? LogVerification.verify(disk, progress)
                    : LogVerification.compare(disk, progress, kept);
            return new VerifyReport(verified, UnfoundedProfiles.in(disk, verified.heads()), selection)
                    .print(streams.out());
        } catch (LogFault unreadable) {
            throw new BadInput(disk.printed() + " cannot be verified: " + unreadable.getMessage());
        }
    }

    private int verifyFile(String file, boolean alone) {
        if (!alone) {
            throw new BadInput("--file is one whole conversation: nothing else is chosen beside it");
        }
        Json.Obj report = new ExportedFile(file, streams.in()).verify();
        streams.out().println(report.text());
        return Boolean.TRUE.equals(report.flag("verified")) ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    @Command(
            name = "readmit",
            description = "Let a quarantined conversation go on behind the events that are lost, which are named.",
            mixinStandardHelpOptions = true)
    int readmit(
            @Mixin LogSelection selection,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why the lost events are given up; it is recorded.")
                    String reason)
            throws IOException {
        Rune attested = selection.readmit(new ProgressLine(streams.err()), reason);
        streams.out().println(PrintedJson.line(RuneJson.of(attested)));
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "compact",
            description = {
                "Give up the runes of a conversation before its newest snapshot; readers are told of the gap.",
                "Replay proves what came after. It cannot be undone: export the conversation first if it may be asked"
                        + " for."
            },
            mixinStandardHelpOptions = true)
    int compact(
            @Mixin LogSelection selection,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            defaultValue = "log compact",
                            description = "Why; it is signed (default: ${DEFAULT-VALUE}).")
                    String reason)
            throws IOException {
        streams.out()
                .println(selection
                        .compact(new ProgressLine(streams.err()), reason)
                        .text());
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "head",
            description = {
                "Write the newest signed list of heads, complete, to a file. Keep it on another machine.",
                "log verify --head FILE compares the record with it later. Works while a server is running."
            },
            mixinStandardHelpOptions = true)
    int head(
            @Mixin LogFolder folder,
            @Option(names = "--out", paramLabel = "FILE", required = true, description = "The file to write.") Path out)
            throws IOException {
        streams.out().println(folder.writeHead(out).text());
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "adopt",
            description = {
                "Sign what no signed entry covers, as it is now: compactions and readmissions from before they were",
                "signed, and runes that were written after a clean close. Prints what was signed."
            },
            mixinStandardHelpOptions = true)
    int adopt(
            @Mixin LogFolder folder,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why it is accepted; it is signed and recorded.")
                    String reason) {
        folder.adopt(new ProgressLine(streams.err()), reason)
                .forEach(line -> streams.out().println(line.text()));
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "rotate-key",
            description = {
                "Sign lists of heads with a new key from now on. The old key signs the new one and is deleted.",
                "Write log head --out again afterwards."
            },
            mixinStandardHelpOptions = true)
    int rotateKey(
            @Mixin LogFolder folder,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why the key is replaced; it is signed.")
                    String reason) {
        streams.out()
                .println(folder.rotateKey(new ProgressLine(streams.err()), reason)
                        .text());
        return ExitCode.ACCEPTED;
    }

    private static HeadFile heads(Path file) {
        try {
            return HeadFile.parse(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new BadInput(file + ": the list of heads cannot be read");
        } catch (IllegalArgumentException refused) {
            throw new BadInput(file + ": " + refused.getMessage());
        }
    }

    private RuneArchive open(LogSelection selection) {
        RuneArchive archive = selection.open(new ProgressLine(streams.err()));
        archive.findings().forEach(finding -> streams.err().println("parley: " + finding.message()));
        return archive;
    }

    private int print(LogSelection selection, Function<Rune, Json.Obj> form) {
        RuneArchive archive = open(selection);
        int exit = ExitCode.ACCEPTED;
        for (String name : selection.chosen(archive)) {
            try (RuneReader reader = archive.read(name, selection.after(), selection.mode())) {
                reader.forEach(rune -> streams.out().println(PrintedJson.line(form.apply(rune))));
            } catch (LogFault halted) {
                streams.err().println("parley: " + halted.getMessage());
                exit = ExitCode.DENIED;
            }
        }
        return exit;
    }

    static Json.Obj printed(Head head) {
        Json.Obj line = Json.Obj.EMPTY
                .with("conversation", head.conversation())
                .with("event_id", head.durable())
                .with("earliest", head.earliest())
                .with("hash", head.hash().hex());
        return head.haltedAt() > 0 ? line.with("halted_at", head.haltedAt()) : line;
    }
}
