package dev.parley.transport.socket;

/**
 * What is behind one socket. Called by the socket's reader, one after the other; while a call lasts nothing more is read from
 * the client.
 */
public interface SocketSession {
    /** The socket is open; the first call of all. */
    void opened(ClientSocket socket);

    /** A whole message. */
    void text(String message);

    /** A whole message of bytes. By default there are none here. */
    default void binary(ClientSocket socket, byte[] message) {
        socket.close(CloseCode.UNSUPPORTED, "messages are text");
    }

    /**
     * The client has not said for a while that it is there, though it was asked. The socket's writer calls this.
     *
     * @param forMs after which it is given up
     */
    default void stalled(ClientSocket socket, long forMs) {}

    /** A client that stalled is heard again; called before what it says. */
    default void flowed(ClientSocket socket) {}

    /** The socket is about to be closed for this reason; a protocol with errors sends one. Any thread may call this. */
    default void refused(ClientSocket socket, String code, String detail) {}

    /** The socket is closed, whoever closed it; the last call of all. */
    void closed();
}
