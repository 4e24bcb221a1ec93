package dev.parley.kernel.episode;

/** How a directive ended. */
public enum ResultStatus {
    SUCCESS,
    FAILURE,
    CANCELLED
}
