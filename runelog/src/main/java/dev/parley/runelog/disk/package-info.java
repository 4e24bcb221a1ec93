/**
 * The disk as a port: the real one, one in memory, and one that fails on purpose.
 *
 * <p>Bytes and names enter and leave; names use {@code /} between folder and file on every platform. The commit loop and
 * readers call it from their own threads. A write may never be taken for durable before {@code force} has returned.
 */
@NullMarked
package dev.parley.runelog.disk;

import org.jspecify.annotations.NullMarked;
