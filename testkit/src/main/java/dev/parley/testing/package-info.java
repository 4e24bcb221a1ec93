/**
 * Tests for an agent of one's own: a scenario file and what a {@link dev.parley.Parley} is made of enter, the result of the
 * scenario leaves. Everything runs on the caller's thread and on virtual time, so that a minute of talk takes milliseconds
 * and the same file always has the same result. No scenario touches a disk.
 */
@NullMarked
package dev.parley.testing;

import org.jspecify.annotations.NullMarked;
