package dev.parley.pipeline.edge;

import dev.parley.kernel.rune.Lane;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects an edge's signals in order and joins neighbouring drops of one lane and cause into one notice. */
final class SignalBuffer {
    private final String edge;
    private final List<EdgeSignal> signals = new ArrayList<>(0);
    private long droppedData;
    private long droppedTelemetry;
    private @Nullable Lane dropLane;
    private EdgeSignal.Cause dropCause = EdgeSignal.Cause.FULL;
    private long dropFrom;
    private long dropTo;
    private long dropCount;

    SignalBuffer(String edge) {
        this.edge = edge;
    }

    boolean isEmpty() {
        return signals.isEmpty() && dropLane == null;
    }

    long dropped(Lane lane) {
        return switch (lane) {
            case CONTROL -> 0;
            case DATA -> droppedData;
            case TELEMETRY -> droppedTelemetry;
        };
    }

    void add(EdgeSignal signal) {
        closeDrop();
        signals.add(signal);
    }

    void drop(Lane lane, long sequence, EdgeSignal.Cause cause) {
        if (lane == Lane.DATA) {
            droppedData++;
        } else {
            droppedTelemetry++;
        }
        if (lane == dropLane && cause == dropCause && sequence == dropTo + 1) {
            dropTo = sequence;
            dropCount++;
            return;
        }
        closeDrop();
        dropLane = lane;
        dropCause = cause;
        dropFrom = sequence;
        dropTo = sequence;
        dropCount = 1;
    }

    List<EdgeSignal> drain() {
        closeDrop();
        if (signals.isEmpty()) {
            return List.of();
        }
        List<EdgeSignal> drained = List.copyOf(signals);
        signals.clear();
        return drained;
    }

    private void closeDrop() {
        if (dropLane != null) {
            signals.add(new EdgeSignal.DropNotice(edge, dropLane, dropFrom, dropTo, dropCount, dropCause));
            dropLane = null;
        }
    }
}
