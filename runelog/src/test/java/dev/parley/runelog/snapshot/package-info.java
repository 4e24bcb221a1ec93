/** Tests of snapshots: bytes enter, assertions leave, on the test's thread; nothing is written outside a memory disk. */
@NullMarked
package dev.parley.runelog.snapshot;

import org.jspecify.annotations.NullMarked;
