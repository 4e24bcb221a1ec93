/**
 * Control signals and who may give them: a signal and its sender enter, and leave admitted or refused.
 *
 * <p>Pure, on any thread. A signal may never act when it comes from anyone but its owner.
 */
@NullMarked
package dev.parley.pipeline.signal;

import org.jspecify.annotations.NullMarked;
