/**
 * Nodes in other processes: events leave as lines of JSON, lines of JSON come back as events.
 *
 * <p>The node itself lives on the loop; each link has a reader and a writer on virtual threads, which only offer and take.
 * A foreign process may never hold up the loop, answer after a cancel, send more than it was allowed to, see this
 * process's environment, or take anything down with it when it dies.
 */
@NullMarked
package dev.parley.pipeline.external;

import org.jspecify.annotations.NullMarked;
