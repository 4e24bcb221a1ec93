package dev.parley.kernel.episode;

import dev.parley.kernel.Registered;

/** One episode as the registrar keeps it. Its ledger is never changed once it is here: a step works on a copy. */
public final class RegisteredEpisode implements Registered {
    private static final Ledger IDLE = new Ledger();

    private final String id;
    private final Ledger ledger;

    private RegisteredEpisode(String id, Ledger ledger) {
        this.id = id;
        this.ledger = ledger;
    }

    /** An episode that nobody has heard of, or that is over; nothing of an earlier one is carried over. */
    static RegisteredEpisode idle(String id) {
        return new RegisteredEpisode(id, IDLE);
    }

    RegisteredEpisode with(Ledger next) {
        boolean over = state() != EpisodeState.S0_IDLE && next.state() == EpisodeState.S0_IDLE;
        return over ? idle(id) : new RegisteredEpisode(id, next);
    }

    @Override
    public String id() {
        return id;
    }

    public EpisodeState state() {
        return ledger.state();
    }

    Ledger ledger() {
        return ledger;
    }
}
