package dev.parley.transport.budget;

/**
 * How many bytes the server keeps for its clients at most: unfinished and unprocessed messages, request bodies, queued answers,
 * event streams, and sound that was not committed yet.
 *
 * @param bytes for all clients together
 * @param keyBytes for each key, or each subject of a token
 * @param addressBytes for each address, or each network of IPv6
 * @param keySockets open sockets of each key
 * @param messageSeconds within which a message at a socket is complete, counted from its first byte
 * @param addressConnections open connections of each address; {@link #HALF} for half of all
 */
public record BudgetSpec(
        long bytes, long keyBytes, long addressBytes, int keySockets, int messageSeconds, int addressConnections) {
    public static final int HALF = 0;

    public static final int KEY_SOCKETS = 10_000;
    public static final int MESSAGE_SECONDS = 30;

    private static final int HEAP_PART = 4;
    private static final int KEY_PART = 4;
    private static final int ADDRESS_PART = 2;

    /** A quarter of the heap; of that a quarter for a key and half for an address. */
    public static final BudgetSpec DEFAULT = ofBytes(Runtime.getRuntime().maxMemory() / HEAP_PART);

    public BudgetSpec {
        if (bytes < 1 || keyBytes < 1 || addressBytes < 1 || keySockets < 1 || messageSeconds < 1) {
            throw new IllegalArgumentException("budgets are above zero");
        }
        if (addressConnections < HALF) {
            throw new IllegalArgumentException("an address has a number of connections");
        }
    }

    /** With the usual connections of an address. */
    public BudgetSpec(long bytes, long keyBytes, long addressBytes, int keySockets, int messageSeconds) {
        this(bytes, keyBytes, addressBytes, keySockets, messageSeconds, HALF);
    }

    /** The usual parts of so many bytes. */
    public static BudgetSpec ofBytes(long bytes) {
        return new BudgetSpec(bytes, ofKey(bytes), ofAddress(bytes), KEY_SOCKETS, MESSAGE_SECONDS);
    }

    /**
     * The same for a server with so many connections: the sockets of one key are half of them at most, and the connections of one
     * address half of them where nothing else is said.
     */
    public BudgetSpec within(int connections) {
        int half = Math.max(1, connections / 2);
        int ofAddress = addressConnections == HALF ? half : Math.min(addressConnections, connections);
        return new BudgetSpec(bytes, keyBytes, addressBytes, Math.min(keySockets, half), messageSeconds, ofAddress);
    }

    /** What a key gets of so many bytes for all. */
    public static long ofKey(long bytes) {
        return Math.max(1, bytes / KEY_PART);
    }

    /** What an address gets of so many bytes for all. */
    public static long ofAddress(long bytes) {
        return Math.max(1, bytes / ADDRESS_PART);
    }
}
