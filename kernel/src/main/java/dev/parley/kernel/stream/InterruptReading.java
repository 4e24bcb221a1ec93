package dev.parley.kernel.stream;

/** Which of the model's two texts holds for INTERRUPT while an override is active (ruling A1). */
public enum InterruptReading {
    /** The decision matrix: the user may, no agent may, the owner included. */
    MATRIX("matrix"),
    /** The prose of 3.3 and 4.3: anyone may. */
    PROSE("prose");

    private final String code;

    InterruptReading(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
