package dev.parley.transport.budget;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * How many connections the process can accept: each is an open file, and the journal, snapshots, models, tools and calls to
 * other servers need open files too. A process without a free one could neither write its record nor accept a connection.
 *
 * @param connections that are accepted at the same time
 * @param lowered why that is fewer than the configuration says; empty where it is not
 */
public record ConnectionLimit(int connections, String lowered) {
    /** With fewer files a server cannot start. */
    static final long FILES_MIN = 192;

    private static final int RESERVED_MIN = 64;
    private static final int RESERVED_PART = 8;
    private static final int CONNECTIONS_MIN = 8;
    private static final int HEAP_PART = 4;

    /**
     * Fails where the process may open too few files to serve anything.
     *
     * @throws IOException with a sentence that says so
     */
    public static void checkFiles() throws IOException {
        long files = filesMax();
        if (files < FILES_MIN) {
            throw tooFew(files);
        }
    }

    private static IOException tooFew(long files) {
        return new IOException("this process may open only " + files + " files at a time, and serve needs at least "
                + FILES_MIN + "; raise the limit (ulimit -n 4096, or LimitNOFILE= in the systemd unit)");
    }

    /**
     * What the system and the heap allow.
     *
     * @param wanted by the configuration
     * @param headerBytes that each connection may make the server keep before its client is known
     * @throws IOException where that is next to nothing
     */
    public static ConnectionLimit of(int wanted, int headerBytes) throws IOException {
        return of(
                wanted,
                headerBytes,
                filesMax(),
                filesOpen(),
                Runtime.getRuntime().maxMemory());
    }

    static ConnectionLimit of(int wanted, int headerBytes, long filesMax, long filesOpen, long heapBytes)
            throws IOException {
        long reserved = Math.max(RESERVED_MIN, filesMax / RESERVED_PART);
        long byFiles = filesMax - filesOpen - reserved;
        if (byFiles < CONNECTIONS_MIN) {
            throw tooFew(filesMax);
        }
        long byHeap = Math.max(CONNECTIONS_MIN, heapBytes / HEAP_PART / headerBytes);
        int allowed = (int) Math.min(wanted, Math.min(byFiles, byHeap));
        if (allowed == wanted) {
            return new ConnectionLimit(wanted, "");
        }
        String why = byFiles <= byHeap
                ? "this process may open " + filesMax + " files (ulimit -n, LimitNOFILE), of which " + filesOpen
                        + " are open and " + reserved + " are kept for the journal, models and tools"
                : "each may make the server keep limits.header_bytes of " + headerBytes + ", and the heap has "
                        + heapBytes + " bytes (-Xmx)";
        return new ConnectionLimit(
                allowed, "limits.connections of " + wanted + " is lowered to " + allowed + ": " + why);
    }

    private static long filesMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    private static long filesOpen() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }
}
