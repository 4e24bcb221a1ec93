/**
 * Text as words.
 *
 * <p>Pure functions, on any thread. Nothing here may depend on another package of the session.
 */
@NullMarked
package dev.parley.session.text;

import org.jspecify.annotations.NullMarked;
