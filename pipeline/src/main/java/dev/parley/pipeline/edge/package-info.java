/**
 * The only queues. Items enter with their lane, size and arrival time; items leave in order, control first, and what
 * the bounds did to the rest leaves as signals that the loop records (ruling D4).
 *
 * <p>An {@link dev.parley.pipeline.edge.Edge} belongs to one loop and takes no lock. An {@link dev.parley.pipeline.edge.Ingress} is the one door for other threads. An edge may never grow beyond its bounds,
 * read a clock, lose an item without a notice, or let data or telemetry stand before control.
 */
@NullMarked
package dev.parley.pipeline.edge;

import org.jspecify.annotations.NullMarked;
