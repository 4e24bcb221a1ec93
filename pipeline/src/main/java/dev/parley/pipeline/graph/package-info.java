/**
 * The graph that a specification implies: a specification enters, and a checked, ordered graph leaves.
 *
 * <p>Pure, on any thread. A graph may never hold a cycle, a node that nothing reaches, an edge whose ends disagree about
 * what it carries, or a meeting of streams for which no rule is written.
 */
@NullMarked
package dev.parley.pipeline.graph;

import org.jspecify.annotations.NullMarked;
