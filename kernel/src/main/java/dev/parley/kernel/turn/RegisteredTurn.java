package dev.parley.kernel.turn;

import dev.parley.kernel.Registered;

/** A turn's state under the turn's id. */
public record RegisteredTurn(String id, TurnState state) implements Registered {}
