package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Signals of the control lane: connection, interruption, budgets, queues, providers, leases and placement. */
public sealed interface ControlEvents extends Event {

    @Kind(
            value = "control.connected",
            means = "The client is connected: at the start, after a resume, or again after a lost connection.",
            lane = Lane.CONTROL,
            signal = "connected")
    record ClientConnected() implements ControlEvents {}

    @Kind(
            value = "control.reconnecting",
            means = "The connection to the client was lost, and the grace period for a reconnect began.",
            lane = Lane.CONTROL,
            signal = "reconnecting")
    record ReconnectAwaited() implements ControlEvents {}

    @Kind(
            value = "control.disconnected",
            means = "The client is disconnected: its grace period is over, or the conversation resumed without it.",
            lane = Lane.CONTROL,
            signal = "disconnected")
    record ClientDisconnected() implements ControlEvents {}

    @Kind(value = "control.muted", means = "The user muted the microphone.", lane = Lane.CONTROL, signal = "muted")
    record MicrophoneMuted() implements ControlEvents {}

    @Kind(
            value = "control.unmuted",
            means = "The user unmuted the microphone.",
            lane = Lane.CONTROL,
            signal = "unmuted")
    record MicrophoneUnmuted() implements ControlEvents {}

    /** @param forMs how long the stall is expected to last; 0 where the transport delivers again */
    @Kind(
            value = "control.stall",
            means = "The transport reported that input is stalled, or that a stall is over.",
            lane = Lane.CONTROL,
            signal = "stall")
    record StallReported(long forMs) implements ControlEvents {}

    @Kind(
            value = "control.silence",
            means = "The transport reported that a connected and unmuted client sends no sound.",
            lane = Lane.CONTROL,
            signal = "silence")
    record SilenceDetected() implements ControlEvents {}

    /**
     * @param reason why the conversation ended
     * @param fault the class of the exception that ended it
     * @param found what was still open, where the conversation was ended by another process than the one that ran it
     * @param differs the first recorded verdict that today's rules do not lead to, where it ended for that reason
     */
    @Kind(value = "control.ended", means = "The conversation ended for good.", lane = Lane.CONTROL, signal = "ended")
    record SessionEnded(
            String reason,
            @Nullable String fault,
            @Nullable RecoverySummary found,
            @Nullable VerdictDifference differs) implements ControlEvents {}

    /**
     * What was open in a conversation whose process was lost, and how it was closed.
     *
     * @param turns the turns that were ended
     * @param unknown the tool calls that may have run and are not run again
     * @param cancelled the tool calls that had not begun
     * @param replies the replies that were cut off while they were written or played
     */
    record RecoverySummary(
            String reason, List<Long> turns, List<String> unknown, List<String> cancelled, List<Long> replies) {}

    /**
     * A recorded verdict that today's rules do not lead to.
     *
     * @param eventId the event of the verdict
     * @param where the JSON pointer to the field that differs
     */
    record VerdictDifference(long eventId, String room, String where, String expected, String found) {}

    @Kind(
            value = "control.drained",
            means = "This host left the conversation with nothing open in it, so that another host can resume it.",
            lane = Lane.CONTROL,
            signal = "drained")
    record ConversationDrained(String reason) implements ControlEvents {}

    /** @param agent the agent or human of the roster that interrupted; absent where the user did */
    @Kind(
            value = "control.barge_in",
            means = "The reply of the turn was interrupted.",
            lane = Lane.CONTROL,
            write = WriteClass.SILENCE,
            signal = "barge_in")
    record BargedIn(@Nullable String agent) implements ControlEvents {}

    /**
     * @param by who cancelled; empty where that is not known
     * @param scope what was cancelled, always {@code turn}
     */
    @Kind(
            value = "control.cancel",
            means = "The user, an agent or a human of the roster stopped the agent.",
            lane = Lane.CONTROL,
            write = WriteClass.SILENCE,
            signal = "cancel")
    record TurnCancelled(String by, String scope) implements ControlEvents {}

    /**
     * @param scope what the budget is for: an agent, a turn, a path, a node or an edge
     * @param id which one
     */
    @Kind(
            value = "control.budget_warning",
            means = "The share of a budget at which the pipeline warns was spent.",
            lane = Lane.CONTROL,
            signal = "budget_warning",
            progress = false)
    record BudgetWarned(String scope, String id, String resource, long spent, long limit) implements ControlEvents {}

    /**
     * @param scope what the budget is for: an agent, a turn, a path, a node or an edge
     * @param id which one
     * @param outcome what the pipeline prescribes for this case
     */
    @Kind(
            value = "control.budget_exhausted",
            means = "A budget was spent.",
            lane = Lane.CONTROL,
            signal = "budget_exhausted",
            progress = false)
    record BudgetExhausted(String scope, String id, String resource, long spent, long limit, String outcome)
            implements ControlEvents {}

    /** @param when the signal for which the pipeline has the rule */
    @Kind(
            value = "control.degraded",
            means = "A degradation rule of the pipeline was applied to a node.",
            lane = Lane.CONTROL,
            signal = "degraded",
            progress = false)
    record DegradationApplied(String node, String action, String when) implements ControlEvents {}

    @Kind(
            value = "control.watermark",
            means = "The queue of an edge reached its high watermark.",
            lane = Lane.CONTROL,
            signal = "watermark")
    record WatermarkReached(String edge, long items) implements ControlEvents {}

    @Kind(
            value = "control.flow_xoff",
            means = "The producer of an edge was asked to pause.",
            lane = Lane.CONTROL,
            signal = "flow_xoff")
    record FlowPaused(String edge) implements ControlEvents {}

    @Kind(
            value = "control.flow_xon",
            means = "The producer of an edge was allowed to resume.",
            lane = Lane.CONTROL,
            signal = "flow_xon")
    record FlowResumed(String edge) implements ControlEvents {}

    /**
     * @param droppedLane the lane of the items
     * @param fromSequence the sequence number of the first item; absent where the items never reached the edge
     * @param toSequence the sequence number of the last item
     * @param cause absent where the log did not accept telemetry
     */
    @Kind(
            value = "control.drop_notice",
            means = "An edge or the log dropped items.",
            lane = Lane.CONTROL,
            signal = "drop_notice")
    record ItemsDropped(
            String edge,
            String droppedLane,
            @Nullable Long fromSequence,
            @Nullable Long toSequence,
            long count,
            @Nullable String cause)
            implements ControlEvents {}

    /**
     * @param provider the modality of the provider
     * @param from the name of the provider that failed or was too slow
     * @param to the name of the next provider
     */
    @Kind(
            value = "control.provider_switch",
            means = "A call was moved from one provider to the next.",
            lane = Lane.CONTROL,
            signal = "provider_switch")
    record ProviderSwitched(String provider, String from, String to) implements ControlEvents {}

    /** @param of what is recorded, always {@code audio} */
    @Kind(
            value = "control.recording_on",
            means = "Audio is recorded from now on, because all participants present have consented.",
            lane = Lane.CONTROL,
            signal = "recording_on")
    record AudioRecordingStarted(@About(Personal.EVERYBODY) String of) implements ControlEvents {}

    /** @param of what is no longer recorded, always {@code audio} */
    @Kind(
            value = "control.recording_off",
            means = "Audio is no longer recorded, because not all participants present consent.",
            lane = Lane.CONTROL,
            signal = "recording_off")
    record AudioRecordingStopped(@About(Personal.EVERYBODY) String of) implements ControlEvents {}

    /** @param shown the epoch that the input was sent under */
    @Kind(
            value = "control.stale_epoch_reject",
            means = "An input was rejected because it was not sent under the current lease.",
            lane = Lane.CONTROL,
            signal = "stale_epoch_reject")
    record StaleEpochRejected(
            @About(Personal.EVERYBODY) long shown,
            @About(Personal.EVERYBODY) String rule,
            @About(Personal.EVERYBODY) String reason)
            implements ControlEvents {}

    /** @param rule the rule by which the lease no longer counts */
    @Kind(
            value = "control.lease_revoked",
            means = "This runtime lost the lease of the conversation.",
            lane = Lane.CONTROL,
            signal = "lease_revoked")
    record PlacementLeaseRevoked(String rule) implements ControlEvents {}

    /**
     * @param epoch the new epoch
     * @param session absent where the runtime that holds the lease recorded it
     * @param runtime absent where the runtime that holds the lease recorded it
     * @param source the decision in the log of the placement authority, where this is the conversation's copy
     */
    @Kind(
            value = "control.lease_rotated",
            means = "The lease of the conversation got a new epoch.",
            lane = Lane.CONTROL,
            write = WriteClass.IRREVERSIBLE,
            signal = "lease_rotated")
    record PlacementLeaseRotated(
            long epoch,
            @Nullable String session,
            @Nullable String runtime,
            @Nullable PlacementSource source) implements ControlEvents {}

    /** @param source the decision in the log of the placement authority, where this is the conversation's copy */
    @Kind(
            value = "control.lease_issued",
            means = "The placement authority issued a lease of a session to a runtime.",
            lane = Lane.CONTROL,
            write = WriteClass.IRREVERSIBLE,
            signal = "lease_issued")
    record PlacementLeaseIssued(
            String session,
            String runtime,
            long epoch,
            @Nullable PlacementSource source) implements ControlEvents {}

    /** @param source the decision in the log of the placement authority, where this is the conversation's copy */
    @Kind(
            value = "control.session_handoff",
            means = "The runtime to which a session was moved has it now.",
            lane = Lane.CONTROL,
            write = WriteClass.IRREVERSIBLE,
            signal = "session_handoff")
    record SessionHandedOff(
            String session,
            String runtime,
            long epoch,
            @Nullable PlacementSource source) implements ControlEvents {}

    /** @param source the decision in the log of the placement authority, where this is the conversation's copy */
    @Kind(
            value = "control.admit",
            means = "The placement authority admitted a session to a runtime.",
            lane = Lane.CONTROL,
            signal = "admit")
    record PlacementAdmitted(
            @About(Personal.EVERYBODY) String session,
            @About(Personal.EVERYBODY) String runtime,
            @About(Personal.EVERYBODY) long epoch,
            @About(Personal.EVERYBODY) @Nullable PlacementSource source)
            implements ControlEvents {}

    /** @param epoch the epoch of the current lease of the session; 0 where it has none */
    @Kind(
            value = "control.reject",
            means = "The placement authority did not admit a session to a runtime.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            signal = "reject")
    record PlacementRejected(
            @About(Personal.EVERYBODY) String session,
            @About(Personal.EVERYBODY) String runtime,
            @About(Personal.EVERYBODY) long epoch)
            implements ControlEvents {}

    /** @param epoch the epoch of the lease that the other runtime holds */
    @Kind(
            value = "control.defer",
            means = "The placement authority deferred the admission of a session that is moving to another runtime.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            signal = "defer")
    record PlacementDeferred(
            @About(Personal.EVERYBODY) String session,
            @About(Personal.EVERYBODY) String runtime,
            @About(Personal.EVERYBODY) long epoch)
            implements ControlEvents {}

    /**
     * @param runtime the runtime that the session leaves
     * @param source the decision in the log of the placement authority, where this is the conversation's copy
     */
    @Kind(
            value = "control.migration_start",
            means = "The placement authority began to move a session to another runtime.",
            lane = Lane.CONTROL,
            signal = "migration_start")
    record MigrationStarted(
            @About(Personal.EVERYBODY) String session,
            @About(Personal.EVERYBODY) String runtime,
            @About(Personal.EVERYBODY) long epoch,
            @About(Personal.EVERYBODY) @Nullable PlacementSource source)
            implements ControlEvents {}

    /**
     * @param runtime the runtime that has the session now
     * @param source the decision in the log of the placement authority, where this is the conversation's copy
     */
    @Kind(
            value = "control.migration_finish",
            means = "The move of a session to another runtime is complete.",
            lane = Lane.CONTROL,
            signal = "migration_finish")
    record MigrationFinished(
            @About(Personal.EVERYBODY) String session,
            @About(Personal.EVERYBODY) String runtime,
            @About(Personal.EVERYBODY) long epoch,
            @About(Personal.EVERYBODY) @Nullable PlacementSource source)
            implements ControlEvents {}

    /** A decision in the log of the placement authority. */
    record PlacementSource(String conversation, long eventId, String hash) {}
}
