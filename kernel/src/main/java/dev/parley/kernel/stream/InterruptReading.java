package dev.parley.kernel.stream;

import dev.parley.kernel.json.Json;

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

    /** The reading that a conversation's settings name; the matrix where they name none. */
    public static InterruptReading of(Json.Obj settings) {
        return PROSE.code.equals(settings.text("reading")) ? PROSE : MATRIX;
    }

    public String code() {
        return code;
    }
}
