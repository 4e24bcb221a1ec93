package dev.parley.agent.turn;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import java.util.List;

/** The invariants INV-TURN-*. */
final class TurnInvariants {
    static final Invariant<TurnFact> SEQUENTIAL = new Invariant<>(
            "INV-TURN-SEQUENTIAL",
            Level.REJECT,
            "At most one turn of an agent is open at any time.",
            fact -> fact instanceof TurnFact.Starting starting && starting.openTurn() != 0
                    ? "turn " + starting.openTurn() + " of " + starting.agent() + " is still open"
                    : null);

    static final Invariant<TurnFact> TERMINAL = new Invariant<>(
            "INV-TURN-TERMINAL",
            Level.REJECT,
            "Every started turn reaches an end; one without a sign of life is ended.",
            fact -> fact instanceof TurnFact.Watched watched
                            && watched.nowMs() - watched.lastSignAtMs() >= watched.stuckMs()
                    ? "turn " + watched.turn() + " gave no sign for " + (watched.nowMs() - watched.lastSignAtMs())
                            + " ms"
                    : null);

    static final Invariant<TurnFact> ORDER = new Invariant<>(
            "INV-TURN-ORDER",
            Level.REJECT,
            "Turn ids of a conversation increase.",
            fact -> fact instanceof TurnFact.Starting starting && starting.turn() <= starting.lastTurn()
                    ? "turn " + starting.turn() + " comes after turn " + starting.lastTurn()
                    : null);

    static final List<Invariant<TurnFact>> ALL = List.of(SEQUENTIAL, TERMINAL, ORDER);

    private TurnInvariants() {}
}
