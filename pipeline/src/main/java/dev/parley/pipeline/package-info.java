/**
 * The pipeline: a specification enters and a frozen plan leaves; then events enter and a plan's nodes answer them.
 *
 * <p>Everything of one conversation runs on that conversation's loop, one handler after the other, control before data
 * before telemetry. Time enters as data. Nothing here may wait anywhere but in a bounded edge, change a plan while its
 * turn is open, or let a handler block the loop.
 */
@NullMarked
package dev.parley.pipeline;

import org.jspecify.annotations.NullMarked;
