package dev.parley.kernel.episode;

/** What a rule looks at: an entry, where it would lead, and the ledger before it. */
record Moment(Profile profile, EpisodeState from, EpisodeState to, EpisodeEntry entry, Ledger ledger) {
    boolean leaves(EpisodeState state) {
        return from == state && to != state;
    }
}
