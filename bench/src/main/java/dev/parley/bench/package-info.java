/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
