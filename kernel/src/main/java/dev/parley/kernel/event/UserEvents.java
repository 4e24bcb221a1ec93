package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What users say and answer. */
public sealed interface UserEvents extends Event {

    /**
     * Words of a user, spoken or typed.
     *
     * @param by the id of the user, empty if unknown
     * @param lines how many utterances these are, if more than one
     * @param left how many of them were said to an earlier host, if any
     * @param heard the transcripts that they are, by their event ids; absent if all were typed
     * @param written how many of them were typed, if some were typed and some spoken
     */
    record UserText(
            @About("by") String piiText,
            String by,
            @Nullable Long lines,
            @Nullable Long left,
            @Nullable List<Long> heard,
            @Nullable Long written) {}

    @Kind(value = "user.words", means = "A user said or typed something.", ownWords = true)
    record UserSpoke(@Inline UserText text) implements UserEvents {}

    /**
     * @param waits true if the words open a turn by themselves; otherwise absent
     * @param lost true if the user was not connected, so that the words are not answered; otherwise absent
     */
    @Kind(value = "user.added", means = "The words of a user were queued for a later turn.", ownWords = true)
    record UserQueued(
            @Inline UserText text,
            @Nullable Boolean waits,
            @Nullable Boolean lost) implements UserEvents {}

    /**
     * @param yes true for yes, false for no
     * @param callId the tool call that the answer is about; absent if it is about none
     * @param command the command that the answer names; absent if it names none
     * @param machine the machine of the household that the answer is about; absent if it is about none
     * @param target the person affected by the change in that machine
     */
    @Kind(
            value = "user.answered",
            means = "A user answered a question by other means than words.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record UserAnswered(
            String by,
            boolean yes,
            @Nullable String callId,
            @Nullable String command,
            @Nullable String machine,
            @Nullable String target)
            implements UserEvents {}

    @Kind(
            value = "text.lost",
            means = "Typed words were dropped because the user was not connected.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record UserDropped(String by) implements UserEvents {}

    @Kind(
            value = "answer.too_early",
            means = "An answer was ignored because its question was still playing.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record ApprovalEarly(String callId, String by) implements UserEvents {}
}
