/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.provider;

import org.jspecify.annotations.NullMarked;
