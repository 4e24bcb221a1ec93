package dev.parley.transport;

import dev.parley.transport.budget.TimeSlice;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;

/**
 * Reads what a client sends, and keeps only a little of a body at a time. Helidon by itself reads each chunk of a body whole into
 * memory, however long the client says that it is, and looks for the end of a line that says so in everything that comes. Here a
 * long chunk is handed to Helidon as many short ones. What is still unread of a body once its request is answered is passed over
 * up to a bound, and then the connection is closed.
 */
final class RequestReader extends DataReader {
    /** So much of a chunk is read at a time. */
    private static final int PIECE_BYTES = 16 << 10;

    /** The line with the length of a chunk, or the empty one after the last. Extensions are refused by Helidon, too. */
    private static final int LINE_BYTES_MAX = 32;

    /** What fits into an int. */
    private static final int DIGITS_MAX = 8;

    private boolean chunked;
    /** What was not read yet of the chunk whose length was read last. */
    private long chunkLeft;

    private long bytesLeft = Long.MAX_VALUE;

    private final TimeSlice slice;

    /** @param connection that everything is read from */
    RequestReader(DataReader connection) {
        this(connection, new TimeSlice());
    }

    private RequestReader(DataReader connection, TimeSlice slice) {
        super(() -> next(connection, slice));
        this.slice = slice;
    }

    private static byte[] next(DataReader connection, TimeSlice slice) {
        slice.yieldIfOver();
        long begunNanos = System.nanoTime();
        connection.ensureAvailable();
        slice.hasReadSince(begunNanos);
        return connection.readBytes(connection.available());
    }

    /** The headers of a request were read. A client may send one after the other without a pause, and a body in many small chunks. */
    void begin(boolean isChunked) {
        slice.yieldIfOver();
        chunked = isChunked;
        chunkLeft = 0;
        bytesLeft = Long.MAX_VALUE;
    }

    /** The request is answered: no more than this is read of what is left of its body. */
    void answered(long bytesMax) {
        bytesLeft = bytesMax;
    }

    /** The next line; of a chunked body the length of the next piece. */
    @Override
    public String readLine() {
        slice.yieldIfOver();
        if (chunkLeft == 0) {
            int length = findNewLine(LINE_BYTES_MAX);
            if (length == LINE_BYTES_MAX) {
                throw broken();
            }
            String line = readAsciiString(length);
            super.skip(2);
            if (!chunked || line.isEmpty()) {
                return line;
            }
            chunkLeft = length(line);
            chunked = chunkLeft > 0;
        }
        return Long.toHexString(Math.min(chunkLeft, PIECE_BYTES));
    }

    private static int length(String line) {
        boolean isLength = line.length() <= DIGITS_MAX && line.chars().allMatch(each -> Character.digit(each, 16) >= 0);
        long length = isLength ? Long.parseLong(line, 16) : Long.MAX_VALUE;
        if (length > Integer.MAX_VALUE) {
            throw broken();
        }
        return (int) length;
    }

    private static RequestException broken() {
        return RequestException.builder()
                .type(EventType.BAD_REQUEST)
                .message("the length of a chunk cannot be read")
                .setKeepAlive(false)
                .build();
    }

    @Override
    public BufferData readBuffer(int length) {
        bytesLeft -= length;
        if (bytesLeft < 0) {
            throw new CloseConnectionException("the request is answered, and its body has no end");
        }
        BufferData read = getBuffer(length);
        super.skip(length);
        chunkLeft = Math.max(0, chunkLeft - length);
        return read;
    }

    /** The end of a line comes after a chunk, and not after a piece of it. */
    @Override
    public void skip(int length) {
        if (chunkLeft == 0) {
            super.skip(length);
        }
    }
}
