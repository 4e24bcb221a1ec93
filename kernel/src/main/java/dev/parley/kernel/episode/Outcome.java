package dev.parley.kernel.episode;

/** What a decision settles on. */
public enum Outcome {
    VERIFY_FIRST,
    ACT,
    ESCALATE,
    DEFER,
    CANCEL
}
