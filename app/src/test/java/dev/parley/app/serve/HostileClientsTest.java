package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that open as many connections as they can and fill each, against a server in a process of its own. */
@Timeout(240)
class HostileClientsTest {
    private static final int MIB = 1 << 20;
    private static final int WAVE = 100;
    private static final int WAVES_MAX = 5;
    /** Fewer are the sockets that have filled the budget and are not refused, and the conversations of the other key. */
    private static final int KEPT_MAX = 48;

    private static final String KEYS = "keys:\n  - {key: sk-ana, role: client, people: [ana]}\n"
            + "  - {key: sk-greedy, role: client, people: [ben]}\n  - {key: sk-admin, role: admin}\n"
            + "requests_per_second: 100000\n";

    @TempDir
    Path folder;

    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void leave() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    private Socket connect(URI at) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.getPort());
        open.add(socket);
        return socket;
    }

    /** A Realtime socket whose client sends so much of a frame and never the rest. */
    private void leaveUnfinished(URI at, int bytes) throws IOException {
        Socket socket = connect(at);
        OutputStream out = socket.getOutputStream();
        out.write(("GET /v1/realtime?model=m HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Authorization: Bearer sk-greedy\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        byte[] header = {
            (byte) 0x81,
            (byte) 0xff,
            0,
            0,
            0,
            0,
            (byte) (bytes >> 24),
            (byte) (bytes >> 16),
            (byte) (bytes >> 8),
            (byte) bytes,
            1,
            2,
            3,
            4
        };
        try {
            out.write(header);
            out.write(new byte[bytes - 1]);
        } catch (IOException e) {
            // It was refused meanwhile.
        }
    }

    /** Begins a conversation and says something. */
    private static String says(ServedParley parley) throws IOException, InterruptedException {
        HttpResponse<String> begun = parley.post("sk-ana", "/v1/conversations", "");
        assertEquals(201, begun.statusCode(), begun.body());
        String talk = String.valueOf(ServedParley.object(begun.body()).text("conversation"));
        says(parley, talk);
        return talk;
    }

    private static void says(ServedParley parley, String talk) throws IOException, InterruptedException {
        HttpResponse<String> taken =
                parley.post("sk-ana", "/v1/conversations/" + talk + "/messages", "{\"text\":\"hello\"}");
        assertEquals(202, taken.statusCode(), taken.body());
        assertEquals("open", parley.get("sk-ana", "/v1/conversations/" + talk).text("state"));
    }

    /** What of the heap is alive, as a whole collection finds out. */
    private static long liveBytes(ServedParley parley) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(parley.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(jcmd.waitFor(60, TimeUnit.SECONDS));
        String total = histogram
                .lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(histogram));
        return bytes(total) - deadBytes(histogram);
    }

    /** A collector may leave gaps where something was, and fills them with what looks like arrays. */
    private static long deadBytes(String histogram) {
        return histogram
                .lines()
                .filter(line -> line.contains("FillerElement"))
                .mapToLong(line -> bytes(line))
                .sum();
    }

    private static long bytes(String line) {
        return Long.parseLong(line.trim().split("\\s+", -1)[2]);
    }

    /**
     * The same without the frames that the budget allows, once those are refused that do not fit and what is loaded
     * beside them is loaded.
     */
    private static long settledBytes(ServedParley parley) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (gauge(parley, "parley_sockets") > KEPT_MAX || gauge(parley, "parley_conversations") > KEPT_MAX) {
            assertTrue(System.nanoTime() < until, "refused sockets or their conversations go on");
        }
        long before = 0;
        long live = liveBytes(parley);
        while (live > before + before / 50) {
            assertTrue(System.nanoTime() < until, live + " bytes are alive, and more all the time");
            before = live;
            live = liveBytes(parley);
        }
        return live - (long) gauge(parley, "parley_budget_taken_bytes");
    }

    private static double gauge(ServedParley parley, String name) throws IOException, InterruptedException {
        return parley.text("sk-admin", "/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /**
     * In each wave they send most of the heap. What is loaded once, as models are, is loaded in one of the first waves; what
     * was left of each refused socket would be there after every wave.
     */
    @Test
    void unfinishedFramesOfOneKeyLeaveTheHeapFlatAndOthersAlone() throws Exception {
        Path log = folder.resolve("log");
        try (ServedParley parley = ServedParley.bounded(folder, KEYS, "true", "-Xmx256m", log)) {
            String before = says(parley);
            List<Long> alive = new ArrayList<>();
            do {
                sendWave(parley, before);
                alive.add(settledBytes(parley));
                assertTrue(alive.size() <= WAVES_MAX, "so many bytes were alive after each wave: " + alive);
            } while (!isFlat(alive));
            says(parley, before);
            leave();
            awaitNothingTaken(parley);
            says(parley);
            assertEquals(200, parley.send("GET", "", "/readyz", "").statusCode());
            parley.terminate();
        }
        assertFalse(Files.readString(log).contains("OutOfMemory"), Files.readString(log));
    }

    private void sendWave(ServedParley parley, String before) throws IOException, InterruptedException {
        for (int i = 0; i < WAVE; i++) {
            leaveUnfinished(parley.at("/"), 2 * MIB);
            if (i % 50 == 0) {
                says(parley, before);
                says(parley);
            }
        }
    }

    private static boolean isFlat(List<Long> alive) {
        long last = alive.getLast();
        return alive.size() > 1 && last < alive.get(alive.size() - 2) + last / 16;
    }

    private static void awaitNothingTaken(ServedParley parley) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (gauge(parley, "parley_budget_taken_bytes") > 0) {
            assertTrue(System.nanoTime() < until, "what the sockets had taken is not given back");
        }
    }

    /** Strangers without a key connect until they are turned away. The port is open again when they have left. */
    @Test
    void strangersWhoTakeEveryConnectionDoNotCloseThePort() throws Exception {
        Path log = folder.resolve("log");
        try (ServedParley parley = ServedParley.bounded(folder, KEYS, "ulimit -n 320", "-Xmx256m", log)) {
            String talk = says(parley);
            boolean refused = false;
            for (int i = 0; i < 320 && !refused; i++) {
                Socket stranger = connect(parley.at("/"));
                stranger.setSoTimeout(i < 200 ? 1 : 500);
                refused = isClosed(stranger.getInputStream());
            }
            assertTrue(refused, "a connection beyond the bound is closed at once");
            leave();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!isServed(parley)) {
                assertTrue(System.nanoTime() < until, "nobody is served after they have left");
            }
            says(parley, talk);
            parley.terminate();
        }
        String told = Files.readString(log);
        assertTrue(told.contains("limits.connections of 20000 is lowered to"), told);
        assertFalse(told.contains("Too many open files"), told);
    }

    /** Whether the server has turned this connection away. */
    private static boolean isClosed(InputStream in) throws IOException {
        try {
            int first = in.read();
            return first < 0 || new String(in.readNBytes(11), StandardCharsets.US_ASCII).equals("TTP/1.1 503");
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    private static boolean isServed(ServedParley parley) throws InterruptedException {
        try {
            return parley.send("GET", "", "/healthz", "").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void tooFewFilesAreNamedAsTheCause() throws Exception {
        Path log = folder.resolve("log");
        assertFalse(startsWith("ulimit -n 180", log));
        String told = Files.readString(log).strip();
        assertTrue(told.contains("only 180 files") && told.contains("ulimit -n"), told);
        assertEquals(1, told.lines().count(), told);
    }

    private boolean startsWith(String shell, Path log) throws IOException {
        try (ServedParley started = ServedParley.bounded(folder, KEYS, shell, "-Xmx256m", log)) {
            return started.isAlive();
        } catch (NullPointerException e) {
            return false;
        }
    }
}
