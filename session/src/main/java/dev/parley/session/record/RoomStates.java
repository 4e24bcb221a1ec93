package dev.parley.session.record;

import dev.parley.kernel.json.Json;

/**
 * What the rooms of a conversation stand at, taken at a moment at which nothing was open in it.
 *
 * @param eventId the newest event that it is after
 * @param states one entry for each room, and one for what the people of the conversation wait for
 */
public record RoomStates(long eventId, Json.Obj states) {
    /** The entry that is no room's. */
    static final String PEOPLE = "people";

    Json.Obj of(String entry) {
        return states.get(entry) instanceof Json.Obj found ? found : Json.Obj.EMPTY;
    }

    /** What the people of the conversation wait for. */
    Json.Obj people() {
        return of(PEOPLE);
    }
}
