package dev.parley.transport.socket;

/**
 * How much one socket may ask for.
 *
 * @param messageBytes the largest message that is taken
 * @param queueBytes how much waits for a client that reads slowly, before it loses its socket
 * @param pingMs after which silence a client is asked whether it is there; twice as long without a word and it is not
 */
public record SocketLimits(int messageBytes, int queueBytes, long pingMs) {
    public SocketLimits {
        if (messageBytes < 1 || queueBytes < 1 || pingMs < 1) {
            throw new IllegalArgumentException("limits are above zero");
        }
    }
}
