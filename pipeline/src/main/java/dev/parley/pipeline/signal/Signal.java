package dev.parley.pipeline.signal;

import java.util.Locale;
import java.util.Optional;

/** Every control signal there is, with its owner. */
public enum Signal {
    TURN_OPEN_PROPOSED(SignalOwner.TURN_ARBITER),
    TURN_OPEN(SignalOwner.TURN_ARBITER),
    COMMIT(SignalOwner.TURN_ARBITER),
    ABORT(SignalOwner.TURN_ARBITER),
    CLOSE(SignalOwner.TURN_ARBITER),
    WATERMARK(SignalOwner.EDGE_MONITOR),
    FLOW_XOFF(SignalOwner.FLOW_CONTROL),
    FLOW_XON(SignalOwner.FLOW_CONTROL),
    CREDIT_GRANT(SignalOwner.FLOW_CONTROL),
    DROP_NOTICE(SignalOwner.EDGE),
    DISCONTINUITY(SignalOwner.EDGE),
    BUDGET_WARNING(SignalOwner.BUDGET_CONTROLLER),
    BUDGET_EXHAUSTED(SignalOwner.BUDGET_CONTROLLER),
    DEGRADE(SignalOwner.BUDGET_CONTROLLER),
    FALLBACK(SignalOwner.BUDGET_CONTROLLER),
    SHED(SignalOwner.LOAD_CONTROLLER),
    LEASE_ISSUED(SignalOwner.CONTROL_PLANE),
    LEASE_ROTATED(SignalOwner.CONTROL_PLANE),
    MIGRATION_START(SignalOwner.CONTROL_PLANE),
    MIGRATION_FINISH(SignalOwner.CONTROL_PLANE),
    SESSION_HANDOFF(SignalOwner.CONTROL_PLANE),
    STALE_EPOCH_REJECT(SignalOwner.AUTHORITY_GUARD),
    DEAUTHORIZED_DRAIN(SignalOwner.AUTHORITY_GUARD),
    CONNECTED(SignalOwner.CONNECTION_ADAPTER),
    RECONNECTING(SignalOwner.CONNECTION_ADAPTER),
    DISCONNECTED(SignalOwner.CONNECTION_ADAPTER),
    ENDED(SignalOwner.CONNECTION_ADAPTER),
    SILENCE(SignalOwner.CONNECTION_ADAPTER),
    STALL(SignalOwner.CONNECTION_ADAPTER),
    MUTED(SignalOwner.CONNECTION_ADAPTER),
    OUTPUT_ACCEPTED(SignalOwner.OUTPUT_FENCE),
    PLAYBACK_STARTED(SignalOwner.OUTPUT_FENCE),
    PLAYBACK_COMPLETED(SignalOwner.OUTPUT_FENCE),
    PLAYBACK_CANCELLED(SignalOwner.OUTPUT_FENCE),
    BARGE_IN(SignalOwner.INTERRUPTION),
    STOP(SignalOwner.INTERRUPTION),
    CANCEL(SignalOwner.INTERRUPTION),
    PROVIDER_ERROR(SignalOwner.PROVIDER_CONTROL),
    CIRCUIT_OPEN(SignalOwner.PROVIDER_CONTROL),
    PROVIDER_SWITCH(SignalOwner.PROVIDER_CONTROL),
    ADMIT(SignalOwner.ADMISSION),
    REJECT(SignalOwner.ADMISSION),
    DEFER(SignalOwner.ADMISSION);

    private final SignalOwner owner;

    Signal(SignalOwner owner) {
        this.owner = owner;
    }

    public SignalOwner owner() {
        return owner;
    }

    /** The name in the record. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Signal> of(String spelled) {
        for (Signal signal : values()) {
            if (signal.spelled().equals(spelled)) {
                return Optional.of(signal);
            }
        }
        return Optional.empty();
    }
}
