/**
 * Driving one machine: request lines enter, verdict lines leave.
 *
 * <p>Runs on the caller's thread, line by line. A line may never go unanswered or unattested.
 */
@NullMarked
package dev.parley.app.drive;

import org.jspecify.annotations.NullMarked;
