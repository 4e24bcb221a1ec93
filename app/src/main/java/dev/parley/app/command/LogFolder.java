package dev.parley.app.command;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.io.BadInput;
import dev.parley.app.record.RecordFolder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Adopted;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The record that a command is about as a whole. */
final class LogFolder {
    private static final int RETRIES = 5;

    @Option(names = "--data", paramLabel = "DIR", description = "The folder that holds the record (default: data).")
    private @Nullable Path folder;

    private Path data() {
        return folder == null ? Path.of("data") : folder;
    }

    /** Writes the newest list of heads and those it follows; a server may be signing the next ones meanwhile. */
    Json.Obj writeHead(Path out) throws IOException {
        RealDisk disk = RecordFolder.disk(data());
        byte[] bytes = exported(disk);
        try {
            replace(out, bytes);
        } catch (IOException failed) {
            throw new BadInput(out + " cannot be written: " + RecordFolder.reason(failed));
        }
        HeadList newest = HeadFile.parse(bytes).newest();
        return Json.Obj.EMPTY
                .with("file", out.toString())
                .with("list", newest.number())
                .with("wall_ms", newest.wallMillis())
                .with("key", newest.key());
    }

    /**
     * Writes beside the file and puts that in its place, so that there is always a whole one. Nothing in the folder of the
     * record is written over, and a link is replaced, not followed.
     */
    private void replace(Path out, byte[] bytes) throws IOException {
        Path whole = out.toAbsolutePath().normalize();
        Path into = whole.getParent();
        if (into == null || Files.isDirectory(whole, LinkOption.NOFOLLOW_LINKS)) {
            throw new BadInput(out + " is a folder; --out names a file");
        }
        if (into.toRealPath().startsWith(data().toRealPath())) {
            throw new BadInput(
                    out + " lies in the folder of the record; keep heads elsewhere, best on another machine");
        }
        Path fresh = Files.createTempFile(into, ".heads", ".tmp");
        try {
            try (FileChannel file = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    file.write(left);
                }
                file.force(true);
            }
            Files.move(fresh, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** A list that the running server has just deleted is not there any more; then there is a newer one. */
    private byte[] exported(RealDisk disk) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return HeadFolder.exported(disk);
            } catch (IOException | IllegalArgumentException unusable) {
                if (i == RETRIES) {
                    throw new BadInput(data() + ": " + unusable.getMessage()
                            + "; lists of heads are signed once a minute and when the record is closed");
                }
            }
        }
    }

    /** The user who can run this command on the folder is its operator. */
    List<Json.Obj> adopt(Progress progress, String reason) {
        List<Json.Obj> lines = new ArrayList<>();
        try (Runelog log = open(progress, reason)) {
            for (Adopted one : log.adopt("operator", reason)) {
                lines.add(Json.Obj.EMPTY
                        .with("conversation", one.conversation())
                        .with("adopted", one.what())
                        .with("from", one.from())
                        .with("to", one.to()));
            }
        } catch (LogFault | IOException refused) {
            throw new BadInput(data() + ": " + refused.getMessage());
        }
        lines.add(Json.Obj.EMPTY
                .with("summary", true)
                .with("adopted", lines.size())
                .with("reason", reason));
        return lines;
    }

    Json.Obj rotateKey(Progress progress, String reason) {
        try (Runelog log = open(progress, reason)) {
            return Json.Obj.EMPTY.with("key", log.rotateKey(reason)).with("reason", reason);
        } catch (LogFault | IOException refused) {
            throw new BadInput(data() + ": " + refused.getMessage());
        }
    }

    private Runelog open(Progress progress, String reason) {
        if (reason.isBlank()) {
            throw new BadInput("--reason says why; it is empty");
        }
        RecordFolder.disk(data());
        SystemTime clock = new SystemTime();
        return RecordFolder.write(
                data(), RunelogSettings.inline(clock, RandomSource.seeded(clock.monotonicNanos())), progress);
    }
}
