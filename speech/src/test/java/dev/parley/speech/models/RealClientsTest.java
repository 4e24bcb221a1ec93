package dev.parley.speech.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.ModelStore.Presence;
import dev.parley.speech.models.SpeechModel.Bundle;
import dev.parley.speech.models.SpeechModel.Member;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** pip and npm themselves, where they are installed, at a registry on loopback that sends the second half when the first one is seen. */
@Timeout(180)
class RealClientsTest {
    private static final byte[] MODEL = new byte[2_000_000];
    private static final String WHEEL = "tiny-1.0-py3-none-any.whl";

    static {
        new Random(1).nextBytes(MODEL);
    }

    @TempDir
    Path folder;

    private final CountDownLatch halfIsSeen = new CountDownLatch(1);
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @ParameterizedTest
    @EnumSource(Registry.class)
    void theBarMovesWhileAPackageComes(Registry registry) throws IOException, NotFetched {
        SpeechModel model = model(registry, "1.0");
        ModelStore store = store(registry, serving(registry));
        List<Long> seen = new CopyOnWriteArrayList<>();
        store.get(model, bytes -> {
            seen.add(bytes);
            if (bytes > model.fetchedBytes() / 4) {
                halfIsSeen.countDown();
            }
        });
        long some = model.fetchedBytes() / 4;
        assertTrue(
                seen.stream().anyMatch(bytes -> bytes > some && bytes < 3 * some),
                () -> "seen " + seen.stream().distinct().toList());
        assertEquals(model.fetchedBytes(), seen.getLast());
        assertEquals(Presence.HERE, store.presence(model));
        try (Stream<Path> left = Files.list(folder.resolve("models"))) {
            assertEquals(
                    List.of("tiny"),
                    left.map(file -> String.valueOf(file.getFileName())).toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Registry.class)
    void aRegistryThatIsNotThereIsOneLine(Registry registry) throws IOException {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        refuses(registry, nobody, model(registry, "1.0"), "its registry cannot be reached; is this machine online?");
    }

    @ParameterizedTest
    @EnumSource(Registry.class)
    void aVersionThatTheRegistryLacksIsOneLine(Registry registry) throws IOException {
        refuses(registry, serving(registry), model(registry, "9.9"), "its registry does not have that version");
    }

    private void refuses(Registry registry, int port, SpeechModel model, String because) throws IOException {
        ModelStore store = store(registry, port);
        String message = String.valueOf(
                assertThrows(NotFetched.class, () -> store.get(model, _ -> {})).getMessage());
        assertTrue(message.endsWith(": " + because), message);
    }

    private ModelStore store(Registry registry, int port) throws IOException {
        String client = registry.client();
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, client))),
                client + " is not installed");
        Path script = folder.resolve(client + "-at-loopback");
        Files.writeString(
                script,
                "#!/bin/sh\nexport PIP_INDEX_URL=http://127.0.0.1:" + port + "/simple PIP_NO_CACHE_DIR=1 PIP_RETRIES=1"
                        + " npm_config_registry=http://127.0.0.1:" + port + " npm_config_fetch_retries=0\nexec "
                        + client
                        + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return new ModelStore(folder.resolve("models"), _ -> script.toString());
    }

    private int serving(Registry registry) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        int port = server.getAddress().getPort();
        byte[] whole = registry == Registry.PYPI ? wheel() : tarred();
        server.createContext("/simple/tiny/", exchange -> {
            String page = "<html><body><a href=\"/files/" + WHEEL + "\">" + WHEEL + "</a></body></html>";
            answer(exchange, "text/html", page.getBytes(StandardCharsets.UTF_8), false);
        });
        server.createContext("/tiny", exchange -> {
            String page =
                    "{\"name\":\"tiny\",\"dist-tags\":{\"latest\":\"1.0.0\"},\"versions\":{\"1.0.0\":{\"name\":\"tiny\","
                            + "\"version\":\"1.0.0\",\"dist\":{\"tarball\":\"http://127.0.0.1:" + port
                            + "/files/tiny.tgz\","
                            + "\"integrity\":\"sha512-" + Base64.getEncoder().encodeToString(digest("SHA-512", whole))
                            + "\"}}}}";
            answer(exchange, "application/json", page.getBytes(StandardCharsets.UTF_8), false);
        });
        server.createContext("/files/", exchange -> answer(exchange, "application/octet-stream", whole, true));
        server.start();
        return port;
    }

    private void answer(HttpExchange exchange, String type, byte[] body, boolean halfFirst) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            int first = halfFirst ? body.length / 2 : body.length;
            out.write(body, 0, first);
            out.flush();
            if (halfFirst) {
                var _ = halfIsSeen.await(30, TimeUnit.SECONDS);
            }
            out.write(body, first, body.length - first);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static SpeechModel model(Registry registry, String version) throws IOException {
        boolean pypi = registry == Registry.PYPI;
        byte[] whole = pypi ? wheel() : tarred();
        Member member =
                new Member(pypi ? "tiny/model.onnx" : "package/model.onnx", "model.onnx", MODEL.length, hex(MODEL));
        String requirement = pypi ? "tiny==" + version : "tiny@" + version + ".0";
        return new SpeechModel(
                "tiny",
                "",
                "none",
                List.of(new Bundle(registry, requirement, whole.length, hex(whole), List.of(member))));
    }

    private static byte[] wheel() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            entry(zip, "tiny/model.onnx", MODEL);
            entry(
                    zip,
                    "tiny-1.0.dist-info/METADATA",
                    "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n".getBytes(StandardCharsets.UTF_8));
            entry(
                    zip,
                    "tiny-1.0.dist-info/WHEEL",
                    "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n".getBytes(StandardCharsets.UTF_8));
            entry(zip, "tiny-1.0.dist-info/RECORD", new byte[0]);
        }
        return bytes.toByteArray();
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_000_000_000_000L);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] tarred() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            file(
                    zip,
                    "package/package.json",
                    "{\"name\":\"tiny\",\"version\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
            file(zip, "package/model.onnx", MODEL);
            zip.write(new byte[1024]);
        }
        return bytes.toByteArray();
    }

    /** A file of an archive: its header, with a checksum that npm looks at, and its content in blocks. */
    private static void file(OutputStream out, String path, byte[] content) throws IOException {
        byte[] header = new byte[512];
        put(header, 0, path);
        put(header, 100, "0000644\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, String.format(Locale.ROOT, "%011o\0", content.length));
        put(header, 136, "00000000000\0");
        put(header, 148, "        0");
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        out.write(header);
        out.write(Arrays.copyOf(content, Math.ceilDiv(content.length, 512) * 512));
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest("SHA-256", bytes));
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
