/**
 * The plan of one turn: a graph and what was decided at the turn's start enter, and a frozen plan with its hash leaves.
 *
 * <p>Pure, on any thread. A plan may never change while its turn is open, and two plans that differ in anything that can
 * be observed may never have one hash.
 */
@NullMarked
package dev.parley.pipeline.plan;

import org.jspecify.annotations.NullMarked;
