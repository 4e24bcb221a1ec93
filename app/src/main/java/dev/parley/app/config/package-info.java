/**
 * The configuration file of {@code talk} and {@code serve}: YAML enters, an immutable
 * {@link dev.parley.app.config.Configuration} leaves.
 *
 * <p>On the caller's thread. A file with a mistake is never used in part: it is refused with file, line and reason.
 */
@NullMarked
package dev.parley.app.config;

import org.jspecify.annotations.NullMarked;
