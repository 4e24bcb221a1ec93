package dev.parley.runelog.checkpoint;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores workspaces by content. A checkpoint's name is the hash of its root folder, which covers every name, mode, link
 * and byte below it; equal files are stored once.
 */
public final class Checkpoints {
    private static final int MODE_BITS = 07777;

    private final Disk store;
    private final LogCatalogue catalogue;

    public Checkpoints(Disk store) {
        this(store, LogCatalogue.full());
    }

    Checkpoints(Disk store, LogCatalogue catalogue) {
        this.store = store;
        this.catalogue = catalogue;
    }

    /** Stores a workspace and answers its name. Files that change meanwhile are stored as they were read. */
    public Hash create(Path workspace) throws IOException {
        return walk(workspace, workspace, true);
    }

    /** The name a checkpoint of this workspace would have; stores nothing. */
    public Hash nameOf(Path workspace) throws IOException {
        return walk(workspace, workspace, false);
    }

    private Hash walk(Path root, Path folder, boolean isStored) throws IOException {
        List<Tree.Entry> entries = new ArrayList<>();
        List<Path> children;
        try (Stream<Path> listed = Files.list(folder)) {
            children = listed.sorted((a, b) -> named(a).compareTo(named(b))).toList();
        }
        for (Path child : children) {
            entries.add(entry(root, child, isStored));
        }
        return put(new Tree(entries).encoded(), isStored);
    }

    private Tree.Entry entry(Path root, Path child, boolean isStored) throws IOException {
        String name = named(child);
        if (Files.isSymbolicLink(child)) {
            String target = Files.readSymbolicLink(child).toString();
            refuseEscape(root, child, target);
            return new Tree.LinkEntry(name, target);
        }
        if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
            return new Tree.FolderEntry(name, mode(child), walk(root, child, isStored));
        }
        if (Files.isRegularFile(child, LinkOption.NOFOLLOW_LINKS)) {
            return new Tree.FileEntry(name, mode(child), put(Files.readAllBytes(child), isStored));
        }
        throw new EscapeException(child + " is neither file, folder nor link and cannot be stored.");
    }

    /** Restores a checkpoint in the place of a workspace, which is exchanged only after the result was verified. */
    public void restore(Hash checkpoint, Path workspace) throws IOException {
        Path absolute = workspace.toAbsolutePath().normalize();
        Path fresh = absolute.resolveSibling(named(absolute) + ".restoring");
        Path old = absolute.resolveSibling(named(absolute) + ".replaced");
        delete(fresh);
        delete(old);
        Files.createDirectories(fresh);
        build(fresh, fresh, checkpoint);
        catalogue.require(new LogFact.Restored(checkpoint.hex(), checkpoint, nameOf(fresh)));
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
            Files.setAttribute(fresh, "unix:mode", mode(absolute));
            Files.move(absolute, old, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
        delete(old);
    }

    private void build(Path root, Path folder, Hash tree) throws IOException {
        for (Tree.Entry entry : Tree.parse(content(tree)).entries()) {
            Path path = folder.resolve(entry.name());
            switch (entry) {
                case Tree.FileEntry file -> {
                    Files.write(path, content(file.content()));
                    Files.setAttribute(path, "unix:mode", file.mode());
                }
                case Tree.FolderEntry inner -> {
                    Files.createDirectory(path);
                    build(root, path, inner.tree());
                    Files.setAttribute(path, "unix:mode", inner.mode());
                }
                case Tree.LinkEntry link -> {
                    refuseEscape(root, path, link.target());
                    Files.createSymbolicLink(path, Path.of(link.target()));
                }
            }
        }
    }

    private Hash put(byte[] bytes, boolean isStored) throws IOException {
        Hash hash = new RuneChain().content(bytes, 0, bytes.length);
        String name = objectName(hash);
        if (isStored && !store.exists(name)) {
            store.replace(name, bytes);
        }
        return hash;
    }

    private byte[] content(Hash hash) throws IOException {
        return store.readAll(objectName(hash));
    }

    private static String objectName(Hash hash) {
        String hex = hash.hex();
        return "objects/" + hex.substring(0, 2) + "/" + hex;
    }

    private static void refuseEscape(Path root, Path link, String target) {
        Path folder = link.getParent();
        Path leadsTo = folder == null ? Path.of(target) : folder.resolve(target).normalize();
        if (target.startsWith("/") || !leadsTo.startsWith(root.normalize())) {
            throw new EscapeException("The link " + link + " leads out of the workspace, to " + target + ".");
        }
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & MODE_BITS;
    }

    private static String named(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed) throws IOException {
                if (failed != null) {
                    throw failed;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
