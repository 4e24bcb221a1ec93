package dev.parley.kernel.rune;

/** Which lane an event travels in: control overtakes data, telemetry yields to both. */
public enum Lane {
    DATA(0),
    CONTROL(1),
    TELEMETRY(2);

    private final int code;

    Lane(int code) {
        this.code = code;
    }

    /** The number that stands for this lane in the canonical encoding. */
    int code() {
        return code;
    }
}
