/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.replay;

import org.jspecify.annotations.NullMarked;
