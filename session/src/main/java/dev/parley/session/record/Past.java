package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.state.ConversationState;
import dev.parley.state.Recorded;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A recorded conversation as somebody takes it up: all its runes, or a snapshot, the runes before it that still matter
 * ({@link Gist}) and all runes after it.
 *
 * @param rooms what the rooms stood at when the snapshot was taken; null where every verdict is decided again
 * @param refused why kept snapshots were not used, one sentence each
 * @param whole reads all runes; null where the beginning of the record is gone
 */
public record Past(
        List<Rune> runes,
        @Nullable RoomStates rooms,
        List<String> refused,
        @Nullable Supplier<List<Rune>> whole) {
    public Past {
        refused = List.copyOf(refused);
    }

    /** All runes there are, and no snapshot. */
    public static Past whole(List<Rune> runes) {
        return whole(runes, List.of());
    }

    static Past whole(List<Rune> runes, List<String> refused) {
        return new Past(runes, null, refused, () -> runes);
    }

    /** The event after which verdicts are decided again; 0 for all of them. */
    public long after() {
        return rooms == null ? 0 : rooms.eventId();
    }

    /** What these runes amount to. */
    public ConversationState state() {
        ConversationState state = new ConversationState();
        foldInto(state);
        return state;
    }

    void foldInto(ConversationState state) {
        boolean isAfterSnapshot = rooms == null;
        for (Rune rune : runes) {
            if (!isAfterSnapshot && rune.eventId() > after()) {
                state.rest();
                isAfterSnapshot = true;
            }
            if (isAfterSnapshot) {
                state.apply(Recorded.of(rune));
            } else {
                state.applyKept(Recorded.of(rune));
            }
        }
        if (!isAfterSnapshot) {
            state.rest();
        }
    }

    /** The newest lease under which anything was recorded, 0 for none. */
    public long epoch() {
        return runes.stream()
                .mapToLong(rune -> rune.envelope().leaseEpoch())
                .max()
                .orElse(0);
    }

    /** The runes after the snapshot, at which nothing was open: all of them where there is none. */
    public List<Rune> tail() {
        return rooms == null
                ? runes
                : runes.stream().filter(rune -> rune.eventId() > after()).toList();
    }

    /** What the people of the conversation waited for when the snapshot was taken. */
    public Json.Obj people() {
        return rooms == null ? Json.Obj.EMPTY : rooms.people();
    }

    /** The same without its snapshot; null where the beginning of the record is gone. */
    @Nullable
    Past withoutSnapshot() {
        return whole == null ? null : whole(whole.get(), refused);
    }
}
