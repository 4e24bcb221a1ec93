package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/** What the parts of the pipeline did: provider calls, media, edges and speculation. */
public sealed interface PipelineEvents extends Event {

    /**
     * One call of one provider.
     *
     * @param call the number of the call under this epoch
     * @param provider the modality of the provider
     * @param name the name of the provider
     */
    record ProviderAttempt(long call, String provider, String name) {}

    @Kind(
            value = "provider.call",
            means = "A provider was called.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ProviderCalled(@Inline ProviderAttempt attempt) implements PipelineEvents {}

    /**
     * @param tookMs from start to end of the call
     * @param owedMs the part of that in which the provider owed output
     * @param firstMs from the start to the first output; absent where there was none
     * @param reason why the call did not succeed; absent where it did
     * @param piiMessage the message of the exception that the provider threw
     */
    @Kind(
            value = "provider.outcome",
            means = "A provider call ended.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ProviderCallEnded(
            @Inline ProviderAttempt attempt,
            String outcome,
            long tookMs,
            long owedMs,
            @Nullable Long firstMs,
            @Nullable String reason,
            @Nullable String piiMessage)
            implements PipelineEvents {}

    @Kind(
            value = "provider.late",
            means = "A provider returned output for a call that was over, and the output was dropped.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record ProviderAnsweredLate(@Inline ProviderAttempt attempt) implements PipelineEvents {}

    /**
     * @param provider the modality of the provider
     * @param name the name of the provider
     */
    @Kind(
            value = "provider.circuit_open",
            means = "The circuit breaker of a provider opened, so that the provider is not called for a while.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ProviderCircuitOpened(String provider, String name) implements PipelineEvents {}

    @Kind(
            value = "media.gap",
            means = "Audio frames of the user did not arrive.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record MediaGapDetected(long frames) implements PipelineEvents {}

    @Kind(
            value = "media.note",
            means = "The media pipeline reported a detail of its run.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record MediaNoteRecorded(String note) implements PipelineEvents {}

    @Kind(
            value = "media.deaf",
            means = "The voice activity detector ended, and no voice is detected until it is called again.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record VadUnavailable(String reason) implements PipelineEvents {}

    /** @param count how many items were removed */
    @Kind(
            value = "edge.discontinuity",
            means = "The queue of an edge was flushed because of a cancel or a barge-in.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record EdgeFlushed(
            @About(Personal.EVERYBODY) String edge,
            @About(Personal.EVERYBODY) long count) implements PipelineEvents {}

    /** @param piiText the words that the reply was prepared for */
    @Kind(
            value = "preemption.abandoned",
            means = "A reply that was prepared ahead was discarded because the words changed.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record SpeculationAbandoned(String piiText) implements PipelineEvents {}
}
