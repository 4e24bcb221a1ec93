package dev.parley.kernel.episode;

/** How grave an integrity alert is. */
public enum Severity {
    INFO,
    WARNING,
    ERROR,
    CRITICAL
}
