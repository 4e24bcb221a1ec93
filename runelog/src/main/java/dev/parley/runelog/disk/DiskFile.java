package dev.parley.runelog.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** An open file. Positions are explicit, so that readers and the writer never share a cursor. */
public interface DiskFile extends AutoCloseable {
    /** Reads into the buffer until it is full or the file ends, and answers how many bytes that were. */
    int read(ByteBuffer into, long position) throws IOException;

    /** Writes all of the buffer. */
    void write(ByteBuffer from, long position) throws IOException;

    /** Makes what was written durable. After a failure nothing written since the last success may be trusted. */
    void force() throws IOException;

    long size() throws IOException;

    void truncate(long size) throws IOException;

    @Override
    void close() throws IOException;

    /** Up to this many bytes from a position; fewer at the end of the file. */
    default byte[] read(long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        int got = read(ByteBuffer.wrap(bytes), position);
        return got == length ? bytes : Arrays.copyOf(bytes, Math.max(got, 0));
    }
}
