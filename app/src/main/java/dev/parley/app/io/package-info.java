/**
 * What every command shares: its streams, its exit codes, and the error for input that cannot be used.
 *
 * <p>Used on the main thread. Nothing here may depend on a command.
 */
@NullMarked
package dev.parley.app.io;

import org.jspecify.annotations.NullMarked;
