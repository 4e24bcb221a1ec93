/**
 * Where everything is put together: the entry point, the wiring, the commands.
 *
 * <p>Arguments enter; what programs read leaves on standard output, what people read on standard error. Nothing else may
 * ever be printed on standard output.
 */
@NullMarked
package dev.parley.app;

import org.jspecify.annotations.NullMarked;
