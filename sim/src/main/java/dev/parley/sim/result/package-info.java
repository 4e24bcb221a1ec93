/**
 * What a scenario shows: the result object, made from recorded runes and nothing else, and the judgement of expectations.
 *
 * <p>Runes enter, JSON leaves. Pure. What was not recorded may never appear in a result.
 */
@NullMarked
package dev.parley.sim.result;

import org.jspecify.annotations.NullMarked;
