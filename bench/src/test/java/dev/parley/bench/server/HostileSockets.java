package dev.parley.bench.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a hostile client does with bare connections: it leaves, reads nothing, or does not finish what it began. */
final class HostileSockets {
    private static final int OPEN_MAX = 60;
    private static final int PATIENCE_MS = 500;
    private static final int FRAME_ANNOUNCED = 900_000;
    private static final int FRAME_SENT = 100_000;
    private static final int POURED_MAX = 3 << 20;
    private static final int POURED_AT_ONCE = 16 << 10;
    private static final int FULL_MAX = 20;
    private static final int STATUS_BYTES = 12;

    private final InetSocketAddress server;
    private final String key;
    private final Deque<Socket> held = new ArrayDeque<>();

    HostileSockets(URI server, String key) {
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.key = key;
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.connect(server);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String head(String request) {
        return request + " HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key
                + "\r\n";
    }

    /** The client keeps it open until there are too many, and then leaves the oldest. */
    private synchronized void keep(Socket socket) throws IOException {
        held.add(socket);
        if (held.size() > OPEN_MAX) {
            held.removeFirst().close();
        }
    }

    synchronized void closeAll() throws IOException {
        while (!held.isEmpty()) {
            held.removeFirst().close();
        }
    }

    String connectAndLeave() throws IOException {
        try (Socket socket = connected()) {
            socket.setSoLinger(true, 0);
        }
        return "left";
    }

    /** Asks for everything and reads nothing of it. */
    String readNothing(String talk) throws IOException {
        Socket socket = connected();
        write(socket, head("GET /v1/conversations/" + talk + "/events") + "\r\n");
        keep(socket);
        return "unread";
    }

    /** Begins a message of a socket and does not go on with it. */
    String halfAFrame(String talk) throws IOException {
        Socket socket = connected();
        write(
                socket,
                head("GET /v1/conversations/" + talk + "/socket")
                        + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        keep(socket);
        String status = status(socket);
        if (status.equals("101")) {
            ByteBuffer begun = ByteBuffer.allocate(14 + FRAME_SENT);
            begun.put((byte) 0x81).put((byte) 0xff).putLong(FRAME_ANNOUNCED).put(new byte[] {1, 2, 3, 4});
            socket.getOutputStream().write(begun.array());
        }
        return status;
    }

    /** A body whose end is in doubt, and a second request in it. */
    String frameOddly(int number) throws IOException {
        try (Socket socket = connected()) {
            write(
                    socket,
                    head("POST /v1/conversations")
                            + HostileTexts.FRAMINGS.get(number % HostileTexts.FRAMINGS.size())
                            + "\r\n\r\n" + head("GET /metrics") + "\r\n");
            return status(socket);
        }
    }

    private static String status(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MS);
        try {
            InputStream in = socket.getInputStream();
            String line = new String(in.readNBytes(STATUS_BYTES), StandardCharsets.ISO_8859_1);
            return line.length() < STATUS_BYTES ? "closed" : line.substring(STATUS_BYTES - 3);
        } catch (SocketTimeoutException e) {
            return "silent";
        }
    }

    /** A chunk, chunks, or the length of a chunk, without an end, for as long as the server reads it and not for ever. */
    String pourChunks(String talk, int number) throws IOException {
        String begun = head("POST /v1/conversations/" + talk + "/messages") + "Transfer-Encoding: chunked\r\n\r\n"
                + (number % 3 == 0 ? "7FFFFFF0\r\n" : "");
        String poured = switch (number % 3) {
            case 0 -> "a".repeat(POURED_AT_ONCE);
            case 1 -> "1\r\na\r\n".repeat(POURED_AT_ONCE / 6);
            default -> "0".repeat(POURED_AT_ONCE);
        };
        try (SocketChannel channel = SocketChannel.open(server)) {
            channel.configureBlocking(false);
            pour(channel, begun, 1);
            return pour(channel, poured, POURED_MAX / POURED_AT_ONCE) ? "all" : "refused";
        }
    }

    /** Whether all of it was read. */
    private static boolean pour(SocketChannel channel, String text, int times) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        try {
            int full = 0;
            for (int i = 0; i < times && full < FULL_MAX; i++) {
                ByteBuffer part = ByteBuffer.wrap(bytes);
                for (full = 0; part.hasRemaining() && full < FULL_MAX; full++) {
                    full = channel.write(part) > 0 ? 0 : full;
                    LoadedServer.rest(part.hasRemaining() ? 1 : 0);
                }
            }
            return full < FULL_MAX;
        } catch (IOException e) {
            return false;
        }
    }
}
