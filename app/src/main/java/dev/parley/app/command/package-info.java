/**
 * One class for each command.
 *
 * <p>Parsed arguments enter, an exit code leaves: 0 done and all accepted, 1 something was denied, 2 bad usage or bad
 * input, 3 a fault. A command may never decide anything itself.
 */
@NullMarked
package dev.parley.app.command;

import org.jspecify.annotations.NullMarked;
