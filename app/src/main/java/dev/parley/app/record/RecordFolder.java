package dev.parley.app.record;

import dev.parley.app.io.BadInput;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.LockedException;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A folder with a record, opened for a command. What is wrong with it is the caller's mistake, told in one line. */
public final class RecordFolder {
    private static final Pattern PROCESS = Pattern.compile("\\(process (\\d+)\\)");

    private RecordFolder() {}

    /** The disk of a folder that holds a record. */
    public static RealDisk disk(Path data) {
        if (Files.exists(data) && !Files.isDirectory(data)) {
            throw new BadInput(data + " is a file, not a folder; --data names the folder of a record");
        }
        if (!Files.isDirectory(data)) {
            throw new BadInput("there is no folder " + data + "; --data names one that a conversation was recorded in");
        }
        if (!Files.isReadable(data)) {
            throw new BadInput(data + " cannot be read: permission denied");
        }
        if (!Files.isDirectory(data.resolve("journal"))) {
            throw new BadInput(data + " holds no record (it has no 'journal' inside); --data names one that does");
        }
        return new RealDisk(data);
    }

    /** Opens it for reading only, also while another process writes to it. */
    public static RuneArchive read(Path data, Progress progress) {
        RealDisk disk = disk(data);
        try {
            return RuneArchive.open(disk, progress);
        } catch (IOException | LogFault e) {
            throw unusable(data, e);
        }
    }

    /** Opens it for writing, and makes it if there is none. */
    public static Runelog write(Path data, RunelogSettings settings, Progress progress) {
        try {
            return Runelog.open(new RealDisk(data), settings, progress);
        } catch (IOException | LogFault e) {
            throw unusable(data, e);
        }
    }

    /** One line that says why the folder is of no use and what to do. */
    public static BadInput unusable(Path data, Exception e) {
        return new BadInput(
                switch (e) {
                    case LockedException _ ->
                        data + " is in use by another process" + process(e)
                                + "; stop it or choose another folder with --data";
                    case LogFault _ ->
                        data + " is damaged: " + e.getMessage() + "; ./parley log verify --data " + data + " says more";
                    default ->
                        data + " cannot be used as the folder of a record: " + reason(e)
                                + "; choose another with --data";
                });
    }

    /** The id of the process that has the folder open, where that is known. */
    private static String process(Exception e) {
        Matcher named = PROCESS.matcher(String.valueOf(e.getMessage()));
        return named.find() ? " (" + named.group(1) + ")" : "";
    }

    /** Why a file or folder failed, in plain words. */
    public static String reason(Exception e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "it cannot be made";
            case FileAlreadyExistsException taken -> taken.getFile() + " is a file, not a folder";
            case FileSystemException failed when failed.getReason() != null -> failed.getReason();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
