package dev.parley.pipeline.node;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.signal.ControlSignal;

/** What an event carries. Immutable. */
public interface Payload {
    /** Its size as an edge counts it. */
    int bytes();

    /** Words. */
    record Text(String text) implements Payload {
        @Override
        public int bytes() {
            return 2 * text.length();
        }
    }

    /** Anything with fields: an intent, a tool's result, a caption. */
    record Structured(Json.Obj value, int bytes) implements Payload {
        public Structured(Json.Obj value) {
            this(value, value.canonical().length());
        }
    }

    /** A control signal that its owner gave. */
    record Control(ControlSignal signal) implements Payload {
        @Override
        public int bytes() {
            return 64;
        }
    }

    /** One measured value. */
    record Measurement(String name, long value) implements Payload {
        @Override
        public int bytes() {
            return 32;
        }
    }
}
