package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/** What tools do: calls that run and their results, the workspace that they change, and packets that fit no schema. */
public sealed interface ToolEvents extends Event {

    /** Written by the first version of the log only; today the verdicts of the tool room record a call. */
    @Kind(value = "tool.call", means = "The model requested a tool call.")
    record ToolCallProposed(
            String callId,
            String tool,
            @About(Personal.ASKER) Json.Obj arguments) implements ToolEvents {}

    /**
     * Written by the first version of the log only; today the verdicts of the tool room record a refusal.
     *
     * @param rule the rule that was broken
     * @param tool absent unless the call itself was refused; the same holds for its arguments
     */
    @Kind(value = "tool.refused", means = "A step of a tool call was refused.")
    record ToolCallRefused(
            String callId,
            String rule,
            @About(Personal.ASKER) String reasonRefused,
            @Nullable String tool,
            @About(Personal.ASKER) Json.@Nullable Obj arguments)
            implements ToolEvents {}

    @Kind(value = "tool.dispatched", means = "A tool call was handed to its tool.", write = WriteClass.IRREVERSIBLE)
    record ToolDispatched(String callId, String tool) implements ToolEvents {}

    /** @param progress as the tool reports it */
    @Kind(value = "tool.progress", means = "A running tool reported its progress.")
    record ToolProgressReported(
            String callId, @About(Personal.ASKER) Json progress) implements ToolEvents {}

    /**
     * @param status how the call ended, for example success, error, cancelled or unknown
     * @param content what the tool returned; null if it returned nothing
     * @param reason why the call did not succeed, empty if it did
     */
    @Kind(value = "tool.result", means = "A tool call got its one result.")
    record ToolSettled(
            String callId,
            String tool,
            String status,
            @About(Personal.ASKER) Json content,
            @About(Personal.ASKER) String reason)
            implements ToolEvents {
        /** The same with what the tool returned. */
        public ToolSettled withContent(Json returned) {
            return new ToolSettled(callId, tool, status, returned, reason);
        }
    }

    @Kind(
            value = "tool.late",
            means = "A result arrived after its call was settled and was discarded.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record ToolResultDiscarded(String callId) implements ToolEvents {}

    @Kind(
            value = "tool.given_up",
            means = "A tool ignored the cancellation of its call until the deadline.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record ToolAbandoned(String callId) implements ToolEvents {}

    /**
     * @param digest the digest of the saved state
     * @param callId the call before which it was saved
     */
    @Kind(value = "workspace.kept", means = "The workspace was saved before a tool call could change it.")
    record WorkspaceCheckpointed(String digest, long files, long bytes, String callId) implements ToolEvents {}

    /**
     * @param digest the state that was restored
     * @param before the state until then, which is saved as well
     */
    @Kind(
            value = "workspace.restored",
            means = "The workspace was restored to a saved state.",
            write = WriteClass.IRREVERSIBLE)
    record WorkspaceRestored(String digest, String before) implements ToolEvents {}

    /** @param packet as it was submitted */
    @Kind(
            value = "episode.refused",
            means = "A packet was rejected because it does not fit its schema.",
            visibility = Visibility.INTERNAL)
    record EpisodePacketRefused(
            String rule,
            @About(Personal.ASKER) String reason,
            @About(Personal.ASKER) Json.Obj packet) implements ToolEvents {}
}
