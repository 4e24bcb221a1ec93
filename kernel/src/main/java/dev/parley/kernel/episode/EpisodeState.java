package dev.parley.kernel.episode;

/** Where an episode stands. The names are the printed ones. */
public enum EpisodeState {
    /** Nothing has happened yet, or the episode was closed. */
    S0_IDLE,
    /** Observations are being gathered. */
    S1_SENSE,
    /** Beliefs are being revised. */
    S2_MODEL,
    /** A decision is in force and waits for what follows from it. */
    S3_DECIDE,
    /** Evidence is being gathered for an assumption that carries weight. */
    S4_VERIFY,
    /** A token for writing has been issued. */
    S5_AUTHORIZE,
    /** Directives run and answer. */
    S6_EXECUTE,
    /** The outcome is being reviewed; the episode may be closed. */
    S7_REVIEW,
    /** A human has to decide. */
    S8_ESCALATED,
    /** Emergency halt. */
    S9_SAFEMODE;

    private final String code = name().substring(0, 2);

    /** The short form that rule ids are built with, such as {@code S3}. */
    public String code() {
        return code;
    }
}
