/**
 * What a turn needs to run the same way twice: a seed, markers of order, and the inputs that are allowed to differ.
 *
 * <p>Owned by one loop. Chance may never come from anywhere else, and an input that was not declared may never be used.
 */
@NullMarked
package dev.parley.pipeline.determinism;

import org.jspecify.annotations.NullMarked;
