/**
 * Turns of an agent: a wish to start one enters, its id or a refusal leaves, and every started turn ends exactly once.
 *
 * <p>Any thread; the engine has one lock. The machine of {@code kernel.turn} decides, the invariants INV-TURN-* hold over
 * it, and the runes are its projection (ruling X8). A turn may never stay open without anybody working on it.
 */
@NullMarked
package dev.parley.agent.turn;

import org.jspecify.annotations.NullMarked;
