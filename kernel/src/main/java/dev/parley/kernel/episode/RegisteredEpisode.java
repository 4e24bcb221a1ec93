package dev.parley.kernel.episode;

import dev.parley.kernel.Registered;
import java.util.List;
import java.util.Set;

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
    public static RegisteredEpisode idle(String id) {
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

    /** The packet ids of the directives without a result, in order. */
    public List<String> openDirectives() {
        return ledger.openDirectiveIds();
    }

    /** What the belief that ends the present verification may rest on. */
    public Set<String> evidence() {
        return ledger.evidence();
    }

    /** How far the episode is, as a value that can be compared: all that rules look at but the ids of packets. */
    public Object progress() {
        return ledger.progress();
    }

    Ledger ledger() {
        return ledger;
    }
}
