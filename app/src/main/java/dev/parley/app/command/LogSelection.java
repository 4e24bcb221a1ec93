package dev.parley.app.command;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.io.BadInput;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Head;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.record.UnaccountedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which part of which record a command is about. */
final class LogSelection {
    @Option(names = "--data", paramLabel = "DIR", description = "The folder that holds the record (default: data).")
    private @Nullable Path folder;

    @Parameters(
            arity = "0..1",
            paramLabel = "CONVERSATION",
            description = "One conversation (default: all, in the order of their names).")
    private @Nullable String conversation;

    @Option(names = "--after", paramLabel = "N", description = "Only runes after this event id (default: all).")
    private long after;

    @Option(names = "--salvage", description = "Read on past damage, with a gap rune in its place.")
    private boolean salvage;

    /** Whether nothing of a folder was chosen. */
    boolean isEmpty() {
        return folder == null && conversation == null && after == 0 && !salvage;
    }

    private Path data() {
        return folder == null ? Path.of("data") : folder;
    }

    /** The record's folder, or the caller's mistake. */
    RealDisk disk() {
        if (after < 0) {
            throw new BadInput("--after is an event id, 0 or more, not " + after);
        }
        return RecordFolder.disk(data());
    }

    RuneArchive open(Progress progress) {
        disk();
        return RecordFolder.read(data(), progress);
    }

    /** The operator lets the chosen conversation go on; whoever may run this command on this folder is the operator. */
    Rune readmit(Progress progress, String reason) throws IOException {
        String one = conversation;
        if (one == null) {
            throw new BadInput("log readmit needs the conversation that is to go on");
        }
        if (reason.isBlank()) {
            throw new BadInput("--reason says why; it is empty");
        }
        SystemTime clock = new SystemTime();
        RunelogSettings settings = RunelogSettings.inline(clock, RandomSource.seeded(clock.monotonicNanos()));
        disk();
        try (Runelog log = RecordFolder.write(data(), settings, progress)) {
            return log.readmit(one, "operator", reason);
        } catch (LogFault refused) {
            throw new BadInput(data() + ": " + refused.getMessage());
        }
    }

    /** Gives up what came before the newest snapshot of the chosen conversation, and answers what was done. */
    Json.Obj compact(Progress progress, String reason) throws IOException {
        String one = conversation;
        if (one == null) {
            throw new BadInput("log compact needs the conversation whose beginning is to be given up");
        }
        if (reason.isBlank()) {
            throw new BadInput("--reason says why; it is empty");
        }
        chosen(open(progress));
        SystemTime clock = new SystemTime();
        RunelogSettings settings = RunelogSettings.inline(clock, RandomSource.seeded(clock.monotonicNanos()));
        try (Runelog log = RecordFolder.write(data(), settings, progress)) {
            long before = new RunelogRecords(log, true).takeUp(one).after();
            if (before < log.head(one).earliest()) {
                throw new BadInput(one + " has no snapshot to begin after; a host keeps one every "
                        + RunelogRecords.KEEP_EVERY + " runes, and when it leaves a conversation");
            }
            log.compact(one, before, reason);
            return Json.Obj.EMPTY
                    .with("conversation", one)
                    .with("begins_after", before)
                    .with("bytes", log.reclaim());
        } catch (LogFault | UnaccountedRecord refused) {
            throw new BadInput(data() + ": " + refused.getMessage());
        }
    }

    List<String> chosen(RuneArchive archive) {
        String one = conversation;
        if (one == null) {
            return archive.conversations();
        }
        if (!archive.conversations().contains(one)) {
            throw new BadInput(unknown().getMessage() + "; " + RecordedConversation.held(archive.conversations()));
        }
        return List.of(one);
    }

    boolean isChosen(Head head) {
        return isChosen(head.conversation());
    }

    /** A place that names no conversation concerns all of them. */
    boolean isChosen(String name) {
        return conversation == null || name.isEmpty() || conversation.equals(name);
    }

    boolean namesOne() {
        return conversation != null;
    }

    BadInput unknown() {
        return new BadInput(data() + ": there is no conversation '" + conversation + "'");
    }

    long after() {
        return after;
    }

    RuneReader.Mode mode() {
        return salvage ? RuneReader.Mode.SALVAGING : RuneReader.Mode.VERIFYING;
    }

    Path journal() {
        return data().resolve("journal");
    }
}
