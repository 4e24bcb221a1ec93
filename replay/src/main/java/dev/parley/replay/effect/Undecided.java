package dev.parley.replay.effect;

import dev.parley.kernel.tool.ToolRequests;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer that was given and that no room has decided about yet. Every answer that counts is put to a room at once; only what
 * the house notices meanwhile comes in between.
 */
final class Undecided {
    /** What a room is not asked about: a yes that is somebody else's, and whatever is wanted of a halted conversation. */
    private static final Set<String> REFUSED = Set.of("people.confirmation.identity", "system.halted");

    private static final List<String> MEANWHILE =
            List.of("verdict.household", "room.opened", "profile.changed", Owed.VIOLATION, "answer.", "knowledge.");

    private long event;

    /** Somebody has answered, and a room has to say what that is worth. */
    void given(Moment answer) {
        event = answer.rune().eventId();
    }

    void over() {
        event = 0;
    }

    /** Why this rune cannot come before the answer is decided about, or null. */
    @Nullable
    Fault refuses(Moment moment) {
        if (event == 0) {
            return null;
        }
        boolean rests = Moment.number(moment.parameters(), ToolRequests.ANSWER) == event;
        boolean refused = moment.kind().equals(Owed.VIOLATION) && REFUSED.contains(moment.text("id"));
        if (rests || refused) {
            event = 0;
            return null;
        }
        return MEANWHILE.stream().anyMatch(moment.kind()::startsWith)
                ? null
                : new Fault("a verdict about the answer at event " + event, moment.brief());
    }
}
