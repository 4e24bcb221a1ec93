package dev.parley.session.port;

import org.jspecify.annotations.Nullable;

/**
 * What the house itself says to somebody's words.
 *
 * @param dropped about a question that the words have dropped, before the answer; null for nothing
 * @param instead in place of an answer, and no model is asked; null for nothing
 * @param asks whether that is a question, which can be answered once it was heard to its end (ruling E7)
 */
public record HouseSays(@Nullable String dropped, @Nullable String instead, boolean asks) {
    public static final HouseSays NOTHING = new HouseSays(null, null, false);
}
