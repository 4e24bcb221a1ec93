package dev.parley.pipeline.spec;

import java.util.List;

/** What is to be seen of a run: the recording level (ruling D5) and which measurements go to the telemetry lane. */
public record Observability(RecordingLevel recording, List<String> metrics) {
    public static final List<String> METRICS =
            List.of("queue_depth", "drops", "latency", "cancel_latency", "provider_rtt", "budget");

    public Observability {
        metrics = List.copyOf(metrics);
    }

    /** How much of a conversation is kept. */
    public enum RecordingLevel {
        /** Control, decisions and digests. */
        L0,
        /** And text. */
        L1,
        /** And audio, while a consent to recording covers everyone present. */
        L2
    }
}
