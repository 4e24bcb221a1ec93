package dev.parley.transport.socket;

/** What a client sent is no message; its socket is closed with this code. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1;

    private final CloseCode code;

    BadFrame(CloseCode code, String reason) {
        super(reason);
        this.code = code;
    }

    CloseCode code() {
        return code;
    }
}
