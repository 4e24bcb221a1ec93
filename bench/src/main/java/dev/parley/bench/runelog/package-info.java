/**
 * Measurements of the log, each beside a plain writer or reader of the same bytes and beside the stores people use.
 *
 * <p>Nothing enters but the wish to be quick; results leave, on threads that each bench starts and joins. A figure may
 * never be compared with one of another run.
 */
@NullMarked
package dev.parley.bench.runelog;

import org.jspecify.annotations.NullMarked;
