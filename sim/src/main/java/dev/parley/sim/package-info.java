/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.sim;

import org.jspecify.annotations.NullMarked;
