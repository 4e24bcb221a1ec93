package dev.parley.session.record;

import dev.parley.kernel.Halts;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
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
    /** The rune with which a room says under which settings and rules it decides, when it opens. */
    static final String OPENED = "room.opened";

    /** The same when it goes on under other rules, by which every verdict so far comes out as it was recorded. */
    static final String CHANGED = "room.changed";

    private final Halts halts = Halts.ofConversation();
    private final Map<String, VerdictRecorder<?, ?>> rooms = new TreeMap<>();
    private @Nullable List<Rune> taken;

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

        public Json.Obj toJson() {
            return Json.Obj.EMPTY
                    .with("event_id", eventId)
                    .with("room", room)
                    .with("where", path)
                    .with("expected", expected)
                    .with("found", found);
        }
    }

    /** Whether a HALT in one of the rooms has halted the conversation (ruling X4). */
    public boolean isHalted() {
        return halts.isHalted();
    }

    Halts halts() {
        return halts;
    }

    void add(String room, VerdictRecorder<?, ?> recorder) {
        rooms.put(room, recorder);
    }

    /**
     * Takes all rooms up. What a lost runtime had decided and not written any more is written now, so that the record says
     * all of it or none. Returns the first verdict that differs, or null; then the rooms stay under the recorded rules.
     */
    public @Nullable Differs takeUp(List<Rune> recorded, Rules rules) {
        taken = recorded;
        boolean others =
                rules == Rules.OF_TODAY && rooms.values().stream().anyMatch(room -> room.isOfOtherRules(recorded));
        if (others) {
            Halts today = Halts.ofConversation();
            rooms.values().forEach(room -> room.foldUnderTodaysRules(today));
        }
        Differs first = null;
        for (Rune rune : recorded) {
            Differs differs = fold(rune);
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

    private @Nullable Differs fold(Rune rune) {
        String room = VerdictRune.room(rune);
        if (room != null) {
            VerdictRecorder<?, ?> known = rooms.get(room);
            return known == null ? null : known.fold(rune);
        }
        if (rune.kind().equals(OPENED) || rune.kind().equals(CHANGED)) {
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
        Differs differs = taken == null ? takeUp(recorded, Rules.OF_TODAY) : null;
        if (differs != null) {
            throw new IllegalStateException("event " + differs.eventId() + " is not what the record leads to: "
                    + differs.toJson().canonical());
        }
    }
}
