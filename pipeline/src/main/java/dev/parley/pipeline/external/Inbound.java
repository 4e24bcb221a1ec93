package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.node.Payload;

/** What comes back to the loop from a foreign process, or about it. */
sealed interface Inbound extends Payload {
    @Override
    default int bytes() {
        return 64;
    }

    /** A line that was one JSON object. */
    record Line(Json.Obj message) implements Inbound {}

    /** The link could be opened. */
    record Opened() implements Inbound {}

    /** The process is gone, or must go. */
    record Gone(String reason) implements Inbound {}

    /** Some time is over; whoever set the timer knows what to look at. */
    record Tick() implements Inbound {}
}
