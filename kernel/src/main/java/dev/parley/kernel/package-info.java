/**
 * The kernel: requests enter, verdicts leave.
 *
 * <p>Everything here is a pure function or an immutable value, apart from the registrar, which is a single-threaded
 * fold over requests. It runs on the caller's thread. It may never do I/O, read a clock, start a thread, or let an
 * effect happen for which no verdict was recorded.
 */
@NullMarked
package dev.parley.kernel;

import org.jspecify.annotations.NullMarked;
