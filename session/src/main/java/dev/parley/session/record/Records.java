package dev.parley.session.record;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import java.util.function.Consumer;

/** The record as a host sees it: shared by all hosts, and all that a conversation takes from one to the other. */
public interface Records {
    /**
     * The journal of one conversation under this epoch: from now on nothing older is recorded of it, whoever writes. What the
     * journal answers later comes through the door, which is called on any thread.
     */
    Journal journal(String conversation, long epoch, Consumer<SessionEvent> door);

    /** Everything recorded of a conversation so far, empty where there is none. It may block. */
    List<Rune> read(String conversation);

    /**
     * The same as whoever goes on with it needs it: from a snapshot, if there is one that holds. It may block.
     *
     * @throws UnaccountedRecord if an operator has to look at it first
     */
    default Past takeUp(String conversation) {
        return Past.whole(read(conversation));
    }

    /** After how many runes a conversation is worth a snapshot; where none can be kept, never. */
    default long keepEvery() {
        return Long.MAX_VALUE;
    }

    /**
     * Keeps a snapshot of a conversation at this place, and answers its digest, which the conversation's record has to name
     * before the snapshot counts. It waits for the disk.
     */
    default Hash keep(String conversation, RoomStates rooms) {
        throw new UnsupportedOperationException("These records keep no snapshots.");
    }
}
