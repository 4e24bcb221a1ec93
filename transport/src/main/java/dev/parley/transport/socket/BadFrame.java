package dev.parley.transport.socket;

/** What a client sent is no message; its socket is closed with this code. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1;

    private final CloseCode code;
    private final String error;

    BadFrame(CloseCode code, String reason) {
        this(code, reason, "");
    }

    /** @param error the code of the error that the client is sent before its socket is closed; empty for none */
    BadFrame(CloseCode code, String reason, String error) {
        super(reason);
        this.code = code;
        this.error = error;
    }

    String error() {
        return error;
    }

    CloseCode code() {
        return code;
    }
}
