/** Tests of checkpoints: folders enter, assertions leave, on the test's thread; nothing is written outside a temp folder. */
@NullMarked
package dev.parley.runelog.checkpoint;

import org.jspecify.annotations.NullMarked;
