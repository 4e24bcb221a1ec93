package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the log and the server record about themselves. */
public sealed interface LogEvents extends Event {

    /** An event of a log. */
    record EventReference(String conversation, long eventId) {}

    /** Readers get it in place of the events; it is in no log. An empty range is a break between two events. */
    @Kind(value = "system.gap", means = "Events of a log cannot be delivered.", lane = Lane.CONTROL)
    record LogGapReported(long from, long to, String reason) implements LogEvents {}

    /**
     * Readers get it between the events; it is in no log.
     *
     * @param behind how many events the reader has not read yet
     */
    @Kind(value = "system.lagging", means = "A reader fell behind the log.", lane = Lane.CONTROL)
    record ReaderLagged(long behind) implements LogEvents {}

    /**
     * The events that an operator gave up, so that a quarantined conversation may continue after them.
     *
     * @param was why the conversation was quarantined
     */
    record ReadmittedRange(String conversation, long from, long to, String operator, String reason, String was) {}

    /** @param source the attestation in the log's own conversation; absent if that conversation was readmitted */
    @Kind(
            value = "system.readmitted",
            means = "A quarantined conversation may continue after a gap.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record ConversationReadmitted(
            @Inline ReadmittedRange range, @Nullable EventReference source) implements LogEvents {}

    @Kind(
            value = "operator.readmitted",
            means = "An operator attested that a quarantined conversation may continue.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record ReadmissionAttested(@Inline ReadmittedRange range) implements LogEvents {}

    /** @param what base, gap or runes */
    record AdoptedRange(String conversation, String what, long from, long to) {}

    @Kind(
            value = "operator.adopted",
            means = "An operator adopted records that no signature vouched for.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record RecordsAdopted(String operator, String reason, List<AdoptedRange> adopted) implements LogEvents {}

    /**
     * @param key the id of the access key
     * @param act a word, or the path of the request
     */
    @Kind(
            value = "server.acted",
            means = "The holder of an access key acted on a conversation of another client.",
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record KeyHolderActed(String key, String role, String act, String conversation) implements LogEvents {}

    /**
     * The first part of a snapshot; it is in no log.
     *
     * @param states the state of each room by its name, and of the people
     */
    @Kind(value = "snapshot.rooms", means = "The states of all rooms were captured for a snapshot.")
    record RoomStatesCaptured(
            @Inline @About(Personal.EVERYBODY) Json.Obj states) implements LogEvents {}
}
