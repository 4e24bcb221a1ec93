package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the rooms decide, by which rules they do, and which invariants stood in the way. */
public sealed interface VerdictEvents extends Event {

    /**
     * What every verdict records. The parameters of the request and the reason of a refusal are declared by each kind,
     * since the person they are about differs by room.
     *
     * @param order the number of the verdict in its room
     * @param at when the request was made: seconds since 1970, nanoseconds, and the offset from UTC in seconds
     * @param machine the machine that the request is to; absent in rooms with one machine
     * @param decision allowed, denied or halted
     * @param violations the ids of the violated invariants; absent if there are none
     * @param parent the version that the verdict builds on, in older logs in another form; absent for the first
     * @param retired the subjects that were released before; absent if there are none
     * @param digest the digest of the attestation and of all before it
     */
    record Decided(
            long order,
            List<Long> at,
            String actor,
            String target,
            String action,
            @Nullable String machine,
            String decision,
            @Nullable List<String> violations,
            @Nullable Json parent,
            @Nullable List<String> retired,
            String digest) {
        public boolean isAllowed() {
            return decision.equals("allowed");
        }
    }

    /** The verdict of a room. */
    sealed interface RoomDecided extends VerdictEvents {
        Decided decided();

        /** Absent if the request has none. */
        Json.@Nullable Obj parameters();

        /** Why the request was refused; absent if it was not. */
        @Nullable
        String reason();
    }

    @Kind(
            value = "verdict.stream",
            means = "The stream room decided a request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record StreamDecided(
            @Inline Decided decided,
            @About("actor") Json.@Nullable Obj parameters,
            @About("actor") @Nullable String reason)
            implements RoomDecided {}

    @Kind(
            value = "verdict.turn",
            means = "The turn room decided a request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record TurnDecided(
            @Inline Decided decided,
            Json.@Nullable Obj parameters,
            @Nullable String reason) implements RoomDecided {}

    @Kind(
            value = "verdict.household",
            means = "The household room decided a request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record HouseholdDecided(
            @Inline Decided decided,
            @About("target") Json.@Nullable Obj parameters,
            @About("target") @Nullable String reason)
            implements RoomDecided {}

    @Kind(
            value = "verdict.tool",
            means = "The tool room decided a request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ToolDecided(
            @Inline Decided decided,
            @About(Personal.ASKER) Json.@Nullable Obj parameters,
            @About(Personal.ASKER) @Nullable String reason)
            implements RoomDecided {}

    @Kind(
            value = "verdict.episode",
            means = "The episode room decided a request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record EpisodeDecided(
            @Inline Decided decided,
            @About(Personal.ASKER) Json.@Nullable Obj parameters,
            @About(Personal.ASKER) @Nullable String reason)
            implements RoomDecided {}

    /**
     * The settings and rules of a room. Each room has settings of its own; the others are absent.
     *
     * @param rules the digest of the rules; absent in logs of the first version
     * @param conversation of the tool room: the conversation whose calls it decides
     * @param taint of the tool room: how long content from outside the household requires an approval
     * @param model of the stream room: the version of the stream model
     * @param reading of the stream room: how the specification of interruptions is read
     * @param profile of the episode room
     * @param catalogue of the household room: the commands; absent for the standard ones
     */
    record RoomRules(
            String room,
            @Nullable String rules,
            @Nullable String conversation,
            @Nullable String taint,
            @Nullable String model,
            @Nullable String reading,
            @Nullable String profile,
            Json.@Nullable Obj catalogue) {}

    @Kind(
            value = "room.opened",
            means = "A room opened with these settings and rules.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record RoomOpened(@Inline RoomRules rules) implements VerdictEvents {}

    @Kind(
            value = "room.changed",
            means = "A room continued with other rules than before.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record RoomChanged(@Inline RoomRules rules) implements VerdictEvents {}

    /**
     * @param id the id of the invariant
     * @param actor the participant who was refused the floor; absent for other violations
     * @param act what that participant requested
     * @param conversation the conversation in which the log found the violation; absent unless the log found it
     * @param eventId the event at which the log found it
     */
    @Kind(
            value = "system.invariant_violation",
            means = "An invariant was violated, or a request was refused because of one.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record InvariantViolated(
            String id,
            String level,
            @About(Personal.EVERYBODY) String reason,
            @Nullable String actor,
            @Nullable String act,
            @Nullable String conversation,
            @Nullable Long eventId)
            implements VerdictEvents {}
}
