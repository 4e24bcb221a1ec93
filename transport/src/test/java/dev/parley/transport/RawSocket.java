package dev.parley.transport;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A client that writes its frames itself, so that they may be wrong. */
final class RawSocket implements AutoCloseable {
    private static final byte[] MASK = {1, 2, 3, 4};

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final String status;

    static final class Received {
        private final int opcode;
        private final byte[] payload;

        Received(int opcode, byte[] payload) {
            this.opcode = opcode;
            this.payload = payload;
        }

        int opcode() {
            return opcode;
        }

        int length() {
            return payload.length;
        }

        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int code() {
            return ByteBuffer.wrap(payload).getShort();
        }
    }

    RawSocket(URI at, List<String> headers) throws IOException {
        this(at, headers, 1 << 16);
    }

    /** @param unread how many bytes come in at most while nobody reads; the system rounds it */
    RawSocket(URI at, List<String> headers, int unread) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(unread);
        socket.connect(new InetSocketAddress(at.getHost(), at.getPort()));
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        StringBuilder request = new StringBuilder("GET "
                + at.toString().substring(at.toString().indexOf("/", 8)) + " HTTP/1.1\r\nHost: " + at.getAuthority()
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        headers.forEach(header -> request.append(header).append("\r\n"));
        out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.readUnsignedByte());
        }
        status = head.toString();
    }

    /** The head of the answer to the upgrade. */
    String head() {
        return status;
    }

    int status() {
        return Integer.parseInt(status.split(" ", 3)[1]);
    }

    void text(String text) throws IOException {
        frame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A masked frame that begins with this byte. */
    void frame(int first, byte[] payload) throws IOException {
        header(first, 0x80, payload.length);
        out.write(MASK);
        byte[] masked = payload.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= MASK[i % MASK.length];
        }
        out.write(masked);
    }

    /** The beginning of a frame that says it is this long. */
    void header(int first, int masked, long length) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(10).put((byte) first);
        if (length >= 0 && length <= 125) {
            header.put((byte) (masked | (int) length));
        } else if (length > 0 && length <= 0xffff) {
            header.put((byte) (masked | 126)).putShort((short) length);
        } else {
            header.put((byte) (masked | 127)).putLong(length);
        }
        out.write(header.array(), 0, header.position());
    }

    /** Bytes as they are. */
    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    Received read() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = (int) in.readLong();
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Received(first & 0x0f, payload);
    }

    /** The next frame of this kind. */
    Received read(int opcode) throws IOException {
        Received received = read();
        while (received.opcode() != opcode) {
            received = read();
        }
        return received;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
