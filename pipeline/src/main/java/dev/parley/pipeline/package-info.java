/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.pipeline;

import org.jspecify.annotations.NullMarked;
