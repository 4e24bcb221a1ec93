package dev.parley.pipeline.run;

import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.node.StateHandle;
import dev.parley.pipeline.time.Timebase;

/**
 * What a run needs from the session around it.
 *
 * @param turn the scope that stops the whole run
 * @param wake called from any thread when something came back for the loop
 */
public record RunPorts(Timebase timebase, CancelScope turn, StateHandle state, Runnable wake) {}
