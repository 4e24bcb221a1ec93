/**
 * What a node is and what it is given: events enter its handler, events leave through its context.
 *
 * <p>Every method of a node runs on its conversation's loop, to its end, never two at once. A node may never block, keep
 * an event it could not emit anywhere but in its own declared state, or reach another node.
 */
@NullMarked
package dev.parley.pipeline.node;

import org.jspecify.annotations.NullMarked;
