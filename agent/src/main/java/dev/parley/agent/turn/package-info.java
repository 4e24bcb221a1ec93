/**
 * Turns of an agent: a wish to start one enters, its id or a refusal leaves, and every started turn ends exactly once.
 *
 * <p>Any thread; the engine has one lock. The machine of {@code kernel.turn} decides, the invariants INV-TURN-* hold over
 * it, and the runes are its projection (ruling X8). Where a session owns the turns, an agent only borrows them. A turn may
 * never stay open without anybody working on it, and a conversation may never have two owners of its turns.
 */
@NullMarked
package dev.parley.agent.turn;

import org.jspecify.annotations.NullMarked;
