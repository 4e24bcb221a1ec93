package dev.parley.transport.socket;

/** Why a socket is closed, as the other end is told (RFC 6455, section 7.4). */
public enum CloseCode {
    NORMAL(1000),
    GOING_AWAY(1001),
    PROTOCOL_ERROR(1002),
    UNSUPPORTED(1003),
    BAD_TEXT(1007),
    POLICY(1008),
    TOO_BIG(1009),
    FAULT(1011),
    TRY_LATER(1013);

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
