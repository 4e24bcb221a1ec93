/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
