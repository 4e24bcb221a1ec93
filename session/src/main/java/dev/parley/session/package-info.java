/** Placeholder until the first class of this module arrives. */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
