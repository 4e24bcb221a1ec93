/**
 * What an appender says and gets: the class of a write, and its receipt.
 *
 * <p>Exported only to the modules that record decisions, so that nobody else can compile an append. Values only. A
 * receipt may never tell of durability before the bytes are on disk.
 */
@NullMarked
package dev.parley.runelog.append;

import org.jspecify.annotations.NullMarked;
