package dev.parley.pipeline.signal;

import dev.parley.kernel.json.Json;

/** A signal as it was given: by whom, when, about what. Only an admitted one can be had. */
public final class ControlSignal {
    private final Signal signal;
    private final long atNanos;
    private final Json.Obj details;

    private ControlSignal(Signal signal, long atNanos, Json.Obj details) {
        this.signal = signal;
        this.atNanos = atNanos;
        this.details = details;
    }

    /** What became of an attempt to give a signal. */
    public sealed interface Given {}

    public record Admitted(ControlSignal signal) implements Given {}

    /** The sender does not own the signal. */
    public record Refused(String rule, String reason) implements Given {}

    /** Gives a signal in the name of its sender. */
    public static Given give(Signal signal, SignalOwner sender, long atNanos, Json.Obj details) {
        if (signal.owner() != sender) {
            return new Refused(
                    "signal.owner",
                    signal.spelled() + " belongs to " + signal.owner().spelled() + " and came from "
                            + sender.spelled());
        }
        return new Admitted(new ControlSignal(signal, atNanos, details));
    }

    public Signal signal() {
        return signal;
    }

    public SignalOwner owner() {
        return signal.owner();
    }

    public long atNanos() {
        return atNanos;
    }

    public Json.Obj details() {
        return details;
    }

    @Override
    public String toString() {
        return signal.spelled() + details.canonical();
    }
}
