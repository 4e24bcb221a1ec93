package dev.parley.pipeline.signal;

import java.util.Locale;

/** The parts of the runtime that give control signals. Each signal has exactly one of them. */
public enum SignalOwner {
    TURN_ARBITER,
    EDGE_MONITOR,
    FLOW_CONTROL,
    EDGE,
    BUDGET_CONTROLLER,
    LOAD_CONTROLLER,
    CONTROL_PLANE,
    AUTHORITY_GUARD,
    CONNECTION_ADAPTER,
    OUTPUT_FENCE,
    INTERRUPTION,
    PROVIDER_CONTROL,
    ADMISSION;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
