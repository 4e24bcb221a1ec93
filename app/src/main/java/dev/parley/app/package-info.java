/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.app;

import org.jspecify.annotations.NullMarked;
