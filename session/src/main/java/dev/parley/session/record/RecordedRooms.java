package dev.parley.session.record;

import dev.parley.kernel.Halts;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.ControlEvents.VerdictDifference;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rooms of one conversation, and how they are taken up from its record: all of them in one pass, in the order of the
 * record, each under the rules that it was recorded under. Only then the rules of today are put in force (ruling E9).
 */
public final class RecordedRooms {
    private final Halts halts = Halts.ofConversation();
    private final Map<String, VerdictRecorder<?, ?>> rooms = new TreeMap<>();
    private boolean taken;
    private Runnable silencer = () -> {};

    /** Whether a record is gone on with under the rules of today, or only closed under its own. */
    public enum Rules {
        OF_TODAY,
        AS_RECORDED
    }

    /**
     * A recorded verdict that the rules of today do not lead to.
     *
     * @param eventId the verdict
     * @param reproducible whether the rules that it was recorded under are known and lead to it, so that what is open can be
     *     closed under them
     */
    public record Differs(long eventId, String room, String path, String expected, String found, boolean reproducible) {
        static Differs of(Rune rune, String room, VerdictFold.Difference difference, boolean reproducible) {
            return new Differs(
                    rune.eventId(), room, difference.path(), difference.expected(), difference.found(), reproducible);
        }

        /** What came before this event was decided by other rules, and is gone, so that nobody can decide it again. */
        static Differs compacted(long eventId) {
            return new Differs(eventId, "", "", "the rules of today", "other rules, and a compacted record", true);
        }

        /** The record gives this person a role or a birthdate that neither the configuration nor a verdict says. */
        public static Differs unfounded(long eventId, String person) {
            return new Differs(
                    eventId,
                    "household",
                    "/people/" + person,
                    "the role and the birthdate of the configuration or of an allowed verdict",
                    "others",
                    true);
        }

        /** As it is recorded where the conversation ends for this reason. */
        public VerdictDifference recorded() {
            return new VerdictDifference(eventId, room, path, expected, found);
        }
    }

    /** Whether a HALT in one of the rooms has halted the conversation (ruling X4). */
    public boolean isHalted() {
        return halts.isHalted();
    }

    /** Runs this whenever a verdict ends what is being said, after it was decided and before it is recorded (ruling X9). */
    public void silenceBy(Runnable hush) {
        silencer = hush;
    }

    void silence() {
        silencer.run();
    }

    Halts halts() {
        return halts;
    }

    void add(String room, VerdictRecorder<?, ?> recorder) {
        rooms.put(room, recorder);
    }

    /**
     * What all rooms stand at after this event, with what the people wait for; null where it cannot be kept, because
     * something is halted or open.
     */
    public @Nullable RoomStates keep(long eventId, Json.Obj people) {
        Json.Obj states = Json.Obj.EMPTY.with(RoomStates.PEOPLE, people);
        for (Map.Entry<String, VerdictRecorder<?, ?>> room : rooms.entrySet()) {
            Json.Obj kept = room.getValue().keep();
            if (kept == null) {
                return null;
            }
            states = states.with(room.getKey(), kept);
        }
        return new RoomStates(eventId, states);
    }

    /**
     * The past as the rooms can take it up. A snapshot that was made under other rules than those of today is not used,
     * because whether they lead to what came before it has to be decided (ruling E9); nor is one whose states this program
     * has no more.
     */
    public Past usable(Past past) {
        RoomStates states = past.rooms();
        if (states == null || (isReadable(states) && !isOfOtherRules(past.runes()))) {
            return past;
        }
        Past whole = past.withoutSnapshot();
        return whole == null ? past : whole;
    }

    private boolean isReadable(RoomStates states) {
        return rooms.entrySet().stream().allMatch(room -> room.getValue().isReadable(states.of(room.getKey())));
    }

    private boolean isOfOtherRules(List<Rune> recorded) {
        List<Rune> openings = recorded.stream().filter(RecordedRooms::saysRules).toList();
        return rooms.values().stream().anyMatch(room -> room.isOfOtherRules(openings));
    }

    /**
     * Takes all rooms up. What a lost runtime had decided and not written any more is written now, so that the record says
     * all of it or none. Returns the first verdict that differs, or null; then the rooms stay under the recorded rules.
     */
    public @Nullable Differs takeUp(Past past, Rules rules) {
        taken = true;
        boolean others = rules == Rules.OF_TODAY && isOfOtherRules(past.runes());
        if (others && past.rooms() == null) {
            Halts today = Halts.ofConversation();
            rooms.values().forEach(room -> room.foldUnderTodaysRules(today));
        }
        restore(past.rooms());
        Differs first = others && past.rooms() != null ? Differs.compacted(past.after()) : null;
        for (Rune rune : past.runes()) {
            Differs differs = rune.eventId() <= past.after() ? known(rune) : fold(rune);
            first = first == null ? differs : first;
            if (first != null && !first.reproducible()) {
                return first;
            }
        }
        for (VerdictRecorder<?, ?> room : rooms.values()) {
            room.goOn(first == null ? rules : Rules.AS_RECORDED);
        }
        return first;
    }

    static boolean saysRules(Rune rune) {
        return EventCatalogue.is(rune, RoomOpened.class) || EventCatalogue.is(rune, RoomChanged.class);
    }

    private void restore(@Nullable RoomStates states) {
        if (states != null) {
            rooms.forEach((name, room) -> room.restore(states.of(name)));
        }
    }

    /** A rune before the snapshot: its verdict is in what the rooms were restored to. */
    private @Nullable Differs known(Rune rune) {
        return VerdictRune.room(rune) == null ? fold(rune) : null;
    }

    private @Nullable Differs fold(Rune rune) {
        String room = VerdictRune.room(rune);
        if (room != null) {
            VerdictRecorder<?, ?> known = rooms.get(room);
            return known == null ? null : known.fold(rune);
        }
        if (saysRules(rune)) {
            VerdictRecorder<?, ?> known =
                    rooms.get(String.valueOf(rune.payload().text("room")));
            if (known != null) {
                known.under(rune.payload());
            }
        }
        return null;
    }

    /** Takes all rooms up unless that was done already. A record that was not looked at before must not differ. */
    void ensureTakenUp(List<Rune> recorded) {
        Differs differs = taken ? null : takeUp(Past.whole(recorded), Rules.OF_TODAY);
        if (differs != null) {
            throw new IllegalStateException("event " + differs.eventId() + " is not what the record leads to: "
                    + differs.path() + " is " + differs.found() + " and should be " + differs.expected());
        }
    }
}
