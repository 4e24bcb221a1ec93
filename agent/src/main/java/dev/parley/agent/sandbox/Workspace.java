package dev.parley.agent.sandbox;

import dev.parley.agent.tool.SandboxViolation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The directory that file tools live in. It is held open by a handle, and every path is walked from that handle name by
 * name without following links: a link planted between two steps is found at the step that would follow it, and replacing
 * the root leads nowhere.
 */
public final class Workspace implements AutoCloseable {
    private static final int FILE_BYTES_MAX = 8 << 20;

    private final Path root;
    private final SecureDirectoryStream<Path> handle;
    private final Runnable betweenLookAndUse;

    private Workspace(Path root, SecureDirectoryStream<Path> handle, Runnable betweenLookAndUse) {
        this.root = root;
        this.handle = handle;
        this.betweenLookAndUse = betweenLookAndUse;
    }

    /** Opens the directory; it may itself be reached through links, for it is configuration. */
    public static Workspace open(Path directory) throws IOException {
        return open(directory, () -> {});
    }

    /** The same, with something that happens at the moment an attacker would choose. */
    @SuppressWarnings("StreamResourceLeak") // The workspace owns the handle and closes it.
    static Workspace open(Path directory, Runnable betweenLookAndUse) throws IOException {
        Path root = directory.toRealPath();
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new Workspace(root, secure, betweenLookAndUse);
        }
        stream.close();
        throw new IOException("this file system has no directory handles, so a workspace cannot be guarded on it");
    }

    public Path root() {
        return root;
    }

    public WorkspacePath path(String written) throws SandboxViolation {
        return WorkspacePath.parse(root, written);
    }

    /** Looks whether the path stays inside, as far as it exists today; opening looks again. */
    public void judge(String written) throws SandboxViolation, IOException {
        WorkspacePath path = path(written);
        if (path.isRoot()) {
            return;
        }
        try (Directory parent = directory(path.parents())) {
            if (attributes(parent, path.last()).isSymbolicLink()) {
                throw new SandboxViolation("the path is a link");
            }
        } catch (NoSuchFileException missing) {
            return;
        }
    }

    public byte[] read(String written) throws IOException, SandboxViolation {
        WorkspacePath path = file(written);
        try (Directory parent = directory(path.parents())) {
            regular(parent, path);
            betweenLookAndUse.run();
            try (SeekableByteChannel channel = readable(parent, path)) {
                stillRegular(channel, parent, path);
                if (channel.size() > FILE_BYTES_MAX) {
                    throw new IOException("the file is larger than " + FILE_BYTES_MAX + " bytes");
                }
                ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
                while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
                return Arrays.copyOf(buffer.array(), buffer.position());
            }
        }
    }

    public void write(String written, byte[] content) throws IOException, SandboxViolation {
        WorkspacePath path = file(written);
        try (Directory parent = directory(path.parents())) {
            try {
                regular(parent, path);
            } catch (NoSuchFileException isNew) {
                // A file that does not exist yet is created below, and only if no link was put there meanwhile.
            }
            betweenLookAndUse.run();
            try (SeekableByteChannel channel = both(parent, path, StandardOpenOption.CREATE)) {
                stillRegular(channel, parent, path);
                channel.truncate(0);
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        }
    }

    /** A file that may only be read is opened for that alone, in a way that a pipe in its place cannot hold up. */
    private SeekableByteChannel readable(Directory parent, WorkspacePath path) throws IOException, SandboxViolation {
        try {
            return both(parent, path);
        } catch (NoSuchFileException missing) {
            throw missing;
        } catch (FileSystemException notWritable) {
            return PatientOpening.of(() -> aside(path));
        }
    }

    /** Walks and opens by handles of its own, so that nobody else has to wait for them. */
    private SeekableByteChannel aside(WorkspacePath path) throws IOException, SandboxViolation {
        try (Directory start = new Directory(handle.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS), true);
                Directory parent = directory(start.stream(), path.parents())) {
            return parent.stream()
                    .newByteChannel(Path.of(path.last()), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        }
    }

    /** Opening for both directions never waits, not even on a pipe that nobody else has opened. */
    private static SeekableByteChannel both(Directory parent, WorkspacePath path, OpenOption... more)
            throws IOException {
        Set<OpenOption> options = new HashSet<>(List.of(more));
        options.addAll(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        return parent.stream().newByteChannel(Path.of(path.last()), options);
    }

    /** What was opened must have a position, which pipes have not, and its name must still lead to a plain file. */
    private void stillRegular(SeekableByteChannel channel, Directory parent, WorkspacePath path)
            throws IOException, SandboxViolation {
        try {
            channel.position(0);
        } catch (IOException unseekable) {
            throw new SandboxViolation("the path is not a plain file");
        }
        regular(parent, path);
    }

    /** The names in a directory, sorted; directories end with a slash. Links are not shown. */
    public List<String> list(String written) throws IOException, SandboxViolation {
        WorkspacePath path = path(written);
        List<String> names = new ArrayList<>();
        try (Directory directory = directory(path.names());
                SecureDirectoryStream<Path> again =
                        directory.stream().newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
            for (Path entry : again) {
                String name = entry.getFileName().toString();
                BasicFileAttributes attributes = attributes(directory, name);
                if (!attributes.isSymbolicLink()) {
                    names.add(attributes.isDirectory() ? name + "/" : name);
                }
            }
        }
        names.sort(String::compareTo);
        return names;
    }

    public void delete(String written) throws IOException, SandboxViolation {
        WorkspacePath path = file(written);
        try (Directory parent = directory(path.parents())) {
            regular(parent, path);
            betweenLookAndUse.run();
            parent.stream().deleteFile(Path.of(path.last()));
        }
    }

    private WorkspacePath file(String written) throws SandboxViolation {
        WorkspacePath path = path(written);
        if (path.isRoot()) {
            throw new SandboxViolation("the workspace itself is not a file");
        }
        return path;
    }

    /** Refuses links, devices, pipes, and files that have a second name, which may lie outside. */
    private void regular(Directory parent, WorkspacePath path) throws IOException, SandboxViolation {
        BasicFileAttributes attributes = attributes(parent, path.last());
        if (attributes.isSymbolicLink()) {
            throw new SandboxViolation("the path is a link");
        }
        if (!attributes.isRegularFile()) {
            throw new SandboxViolation("the path is not a plain file");
        }
        Path named = root.resolve(String.join("/", path.names()));
        Object links = Files.getAttribute(named, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
        if (links instanceof Integer count && count > 1) {
            throw new SandboxViolation("the file has a second name");
        }
    }

    private static BasicFileAttributes attributes(Directory parent, String name) throws IOException {
        return parent.stream()
                .getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    private Directory directory(List<String> names) throws IOException, SandboxViolation {
        return directory(handle, names);
    }

    private static Directory directory(SecureDirectoryStream<Path> start, List<String> names)
            throws IOException, SandboxViolation {
        SecureDirectoryStream<Path> current = start;
        boolean owned = false;
        for (String name : names) {
            SecureDirectoryStream<Path> next;
            try {
                BasicFileAttributes attributes = attributes(new Directory(current, false), name);
                if (attributes.isSymbolicLink()) {
                    throw new SandboxViolation("a directory in the path is a link");
                }
                if (!attributes.isDirectory()) {
                    throw new NoSuchFileException(name);
                }
                next = current.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS);
            } finally {
                if (owned) {
                    current.close();
                }
            }
            current = next;
            owned = true;
        }
        return new Directory(current, owned);
    }

    /** A directory handle, and whether it is ours to close. */
    private record Directory(SecureDirectoryStream<Path> stream, boolean owned) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            if (owned) {
                stream.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        handle.close();
    }
}
