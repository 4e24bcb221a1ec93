/**
 * What may happen only because it was allowed, and what has to happen because it was.
 *
 * <p>Runes of one conversation enter in their order, each verdict as it was derived again; the first rune that cannot be
 * right after those before it leaves. On the caller's thread. Nothing here may ever decide a request: whether a verdict is
 * right is the room's business, whether the facts agree with the verdicts is this package's.
 */
@NullMarked
package dev.parley.replay.effect;

import org.jspecify.annotations.NullMarked;
