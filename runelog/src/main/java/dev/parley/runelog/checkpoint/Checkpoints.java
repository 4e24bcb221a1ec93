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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores workspaces by content. A checkpoint's name is the hash of its root folder, which covers every name, mode, link
 * and byte below it; equal files are stored once. Entries of the root that are left alone are neither stored nor touched.
 */
public final class Checkpoints {
    private static final String RESTORING = ".parley-restoring";
    private static final String REPLACED = ".parley-replaced";
    private static final int MODE_BITS = 07777;
    private static final int PREFIX_MAX = 0xff;

    private final Disk store;
    private final Limits limits;
    private final LogCatalogue catalogue;

    /**
     * What is stored of a workspace.
     *
     * @param leftAlone names in its root that are no part of it
     * @param files how many files and folders it may hold
     * @param bytes how many bytes they may have together
     */
    public record Limits(Set<String> leftAlone, long files, long bytes) {
        public static final Limits NONE = new Limits(Set.of(), Long.MAX_VALUE, Long.MAX_VALUE);

        public Limits {
            leftAlone = Set.copyOf(leftAlone);
        }
    }

    /** How much a workspace holds. */
    public record Size(long files, long bytes) {}

    public Checkpoints(Disk store, Limits limits) {
        this(store, limits, LogCatalogue.full());
    }

    Checkpoints(Disk store, Limits limits, LogCatalogue catalogue) {
        this.store = store;
        this.limits = limits;
        this.catalogue = catalogue;
    }

    /** Stores a workspace and returns its name. Files that change meanwhile are stored as they were read. */
    public Hash create(Path workspace) throws IOException {
        size(workspace);
        return walk(workspace, workspace, true);
    }

    /** How much a checkpoint of this workspace would hold; refuses one that is too large. */
    public Size size(Path workspace) throws IOException {
        long[] held = new long[2];
        Files.walkFileTree(workspace, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (isLeftAlone(workspace, folder)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                count(folder.equals(workspace) ? 0 : 1, 0);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!isLeftAlone(workspace, file)) {
                    count(1, attributes.size());
                }
                return FileVisitResult.CONTINUE;
            }

            private void count(long files, long bytes) {
                held[0] += files;
                held[1] += bytes;
                if (held[0] > limits.files || held[1] > limits.bytes) {
                    throw new EscapeException("The workspace holds more than " + limits.files + " files or "
                            + limits.bytes + " bytes and is not stored.");
                }
            }
        });
        return new Size(held[0], held[1]);
    }

    private boolean isLeftAlone(Path root, Path path) {
        return root.equals(path.getParent()) && limits.leftAlone.contains(named(path));
    }

    /** Forgets everything that belongs to none of these checkpoints. */
    public void retain(Collection<Hash> checkpoints) throws IOException {
        Set<String> needed = new HashSet<>();
        for (Hash checkpoint : checkpoints) {
            mark(checkpoint, needed);
        }
        for (int prefix = 0; prefix <= PREFIX_MAX; prefix++) {
            String folder = String.format(Locale.ROOT, "objects/%02x", prefix);
            for (String name : store.list(folder)) {
                if (!needed.contains(name)) {
                    store.delete(folder + "/" + name);
                }
            }
        }
    }

    private void mark(Hash tree, Set<String> needed) throws IOException {
        if (!needed.add(tree.hex())) {
            return;
        }
        for (Tree.Entry entry : Tree.parse(content(tree)).entries()) {
            switch (entry) {
                case Tree.FileEntry file -> needed.add(file.content().hex());
                case Tree.FolderEntry inner -> mark(inner.tree(), needed);
                case Tree.LinkEntry _ -> {}
            }
        }
    }

    /** The name a checkpoint of this workspace would have; stores nothing. */
    public Hash nameOf(Path workspace) throws IOException {
        return walk(workspace, workspace, false);
    }

    private Hash walk(Path root, Path folder, boolean isStored) throws IOException {
        List<Tree.Entry> entries = new ArrayList<>();
        List<Path> children;
        try (Stream<Path> listed = Files.list(folder)) {
            children = listed.filter(child -> !isLeftAlone(root, child))
                    .sorted((a, b) -> named(a).compareTo(named(b)))
                    .toList();
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

    /**
     * Restores a checkpoint in the place of a workspace, which is exchanged only after the result was verified. What is left
     * alone moves along. If this is cut short, the next attempt first puts back what was on its way.
     */
    public void restore(Hash checkpoint, Path workspace) throws IOException {
        recover(workspace);
        Path absolute = workspace.toAbsolutePath().normalize();
        Path fresh = beside(absolute, RESTORING);
        Path old = beside(absolute, REPLACED);
        Files.createDirectories(fresh);
        build(fresh, fresh, checkpoint);
        catalogue.require(new LogFact.Restored(checkpoint.hex(), checkpoint, nameOf(fresh)));
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
            Files.setAttribute(fresh, "unix:mode", mode(absolute));
            moveLeftAlone(absolute, fresh);
            Files.move(absolute, old, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
        delete(old);
    }

    /** Puts back what was on its way when a restore was cut short. */
    public void recover(Path workspace) throws IOException {
        Path absolute = workspace.toAbsolutePath().normalize();
        Path fresh = beside(absolute, RESTORING);
        Path old = beside(absolute, REPLACED);
        if (!Files.exists(absolute, LinkOption.NOFOLLOW_LINKS) && Files.exists(old, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(old, absolute, StandardCopyOption.ATOMIC_MOVE);
        }
        moveLeftAlone(fresh, absolute);
        moveLeftAlone(old, absolute);
        delete(fresh);
        delete(old);
    }

    private static Path beside(Path workspace, String suffix) {
        return workspace.resolveSibling("." + named(workspace) + suffix);
    }

    private void moveLeftAlone(Path from, Path to) throws IOException {
        for (String name : limits.leftAlone) {
            Path path = from.resolve(name);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(path, to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            }
        }
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
