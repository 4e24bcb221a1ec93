package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/**
 * The course of a turn. An event that records a decision of the turn machine names the attestation of that decision.
 * Where a process was lost between decision and event, the next process records the event without an attestation and
 * with the epoch of the decision.
 */
public sealed interface TurnEvents extends Event {

    @Kind(value = "turn.proposed", means = "A turn was proposed.", lane = Lane.CONTROL, signal = "turn_open_proposed")
    record TurnProposed(
            @Nullable String attestation, @Nullable Long epoch) implements TurnEvents {}

    /** @param signal {@code deauthorized_drain} where the lease was lost, {@code reject} where there is no plan */
    @Kind(value = "turn.drained", means = "A proposed turn was withdrawn before it started.", lane = Lane.CONTROL)
    record TurnDrained(
            String signal,
            @Nullable String attestation,
            @Nullable Long epoch) implements TurnEvents {}

    /** @param plan the hash of the plan that the turn runs by */
    @Kind(value = "turn.started", means = "A turn started.", lane = Lane.CONTROL, signal = "turn_open")
    record TurnStarted(
            String plan,
            @Nullable String attestation,
            @Nullable Long epoch) implements TurnEvents {}

    @Kind(
            value = "turn.plan",
            means = "The plan of a turn was frozen.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record TurnPlanned(@Inline FrozenPlan plan) implements TurnEvents {}

    /**
     * The part of a plan that belongs to one turn.
     *
     * @param turn 0 for the plan that is in force while no turn is open
     * @param bindings the names of the providers for each node, in the order in which they are called
     * @param capabilities what each provider and the transport support
     * @param posture how far the turn runs degraded from the start
     * @param seed a whole number, as text because it may exceed what JSON numbers hold exactly
     * @param hash the SHA-256 of the whole plan
     */
    record FrozenPlan(
            String conversation,
            long turn,
            long epoch,
            String admission,
            Json.Obj bindings,
            Json.Obj capabilities,
            String posture,
            String seed,
            String hash) {}

    /** @param reason {@code completed}, or {@code empty} where nothing was spoken */
    @Kind(value = "turn.completed", means = "A turn was committed.", lane = Lane.CONTROL, signal = "commit")
    record TurnCompleted(
            String reason,
            @Nullable String attestation,
            @Nullable Long epoch) implements TurnEvents {}

    /** @param reason {@code interrupted} or {@code cancelled} */
    @Kind(
            value = "turn.interrupted",
            means = "A turn was aborted because it was interrupted or cancelled.",
            lane = Lane.CONTROL,
            write = WriteClass.SILENCE,
            signal = "abort")
    record TurnInterrupted(
            String reason,
            @Nullable String attestation,
            @Nullable Long epoch) implements TurnEvents {}

    @Kind(
            value = "turn.error",
            means = "A turn was aborted for another reason than an interruption.",
            lane = Lane.CONTROL,
            write = WriteClass.SILENCE,
            signal = "abort")
    record TurnFailed(
            String reason,
            @Nullable String attestation,
            @Nullable Long epoch) implements TurnEvents {}

    @Kind(
            value = "turn.closed",
            means = "A committed or aborted turn was closed.",
            lane = Lane.CONTROL,
            write = WriteClass.SILENCE,
            signal = "close")
    record TurnClosed(
            @Nullable String attestation, @Nullable Long epoch) implements TurnEvents {}

    /**
     * @param silentMs the duration of silence after which dead air is reported
     * @param filled whether a filler is said
     */
    @Kind(
            value = "turn.dead_air",
            means = "The agent had the floor and the user heard nothing for too long.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            progress = false)
    record DeadAirDetected(long silentMs, boolean filled) implements TurnEvents {}

    /**
     * @param method the model or rule that scored
     * @param score how likely it is, in thousandths, that the user has finished
     * @param complete whether the provider considers the score high enough
     */
    @Kind(value = "turn.end_scored", means = "An endpointing provider scored whether the user has finished.")
    record EndOfTurnScored(String method, long score, boolean complete) implements TurnEvents {}
}
