/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.runelog;

import org.jspecify.annotations.NullMarked;
