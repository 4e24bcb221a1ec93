package dev.parley.transport.socket;

/**
 * How much one socket may ask for.
 *
 * @param messageBytes the largest message that is taken
 * @param queueBytes how much waits for a client that reads slowly, before it loses its socket
 * @param messagesPerSecond how many messages are taken that are no sound; a further one is refused
 * @param pingMs after which silence a client is asked whether it is there; twice as long without a word and it is not
 */
public record SocketLimits(int messageBytes, int queueBytes, int messagesPerSecond, long pingMs) {
    public SocketLimits {
        if (messageBytes < 1 || queueBytes < 1 || messagesPerSecond < 1 || pingMs < 1) {
            throw new IllegalArgumentException("limits are above zero");
        }
    }
}
