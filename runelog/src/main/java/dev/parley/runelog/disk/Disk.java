package dev.parley.runelog.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** One folder of files, as much of a file system as the log needs. */
public interface Disk {
    /** Opens a file for reading and writing, creating it and its folder where they are missing. */
    DiskFile open(String name) throws IOException;

    /** Opens a file that exists, for reading only. */
    DiskFile openForReading(String name) throws IOException;

    boolean exists(String name);

    /** The names of the files directly in this folder, sorted; empty where there is no such folder. */
    List<String> list(String folder) throws IOException;

    /** Puts a file in the place of another, atomically. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** Makes creations, renames and deletions in this folder durable. */
    void syncFolder(String folder) throws IOException;

    /** Takes the only writer's place, or says who has it. */
    DiskLock lock(String name) throws IOException;

    /** What to call this disk in a message. */
    String printed();

    /** A place taken by one writer. */
    interface DiskLock extends AutoCloseable {
        /** Whether the place is still this writer's: a lock file that was removed or replaced keeps nobody out. */
        default boolean isHeld() {
            return true;
        }

        @Override
        void close() throws IOException;
    }

    /** The whole content of a file. */
    default byte[] readAll(String name) throws IOException {
        try (DiskFile file = openForReading(name)) {
            return file.read(0, Math.toIntExact(file.size()));
        }
    }

    /** Writes a file whole: after a crash there is either all of it or what was there before. */
    default void replace(String name, byte[] content) throws IOException {
        String fresh = name + ".tmp";
        try (DiskFile file = open(fresh)) {
            file.truncate(0);
            file.write(ByteBuffer.wrap(content), 0);
            file.force();
        }
        rename(fresh, name);
        syncFolder(folderOf(name));
    }

    /** The same for a file that only its owner may read, where the platform knows owners. */
    default void replacePrivately(String name, byte[] content) throws IOException {
        replace(name, content);
    }

    /** The part of a name before its last slash. */
    static String folderOf(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }
}
