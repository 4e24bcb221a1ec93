package dev.parley.kernel.episode;

/** How literally the transition table is read (ruling C2). */
public enum Profile {
    /** The table to the letter. */
    STRICT,
    /** The plan of a verification is optional, and a token may open an episode. Nothing else differs. */
    REFERENCE
}
