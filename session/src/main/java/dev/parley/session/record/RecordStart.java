package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the record of a compacted conversation begins: the snapshot before it, for whoever decides again what came after.
 *
 * @param eventId the event that it is after
 * @param chain the hash of that event's rune
 * @param gist the runes before it that still matter, in order: how it began, how its rooms were opened, and what lasts
 * @param states what each room stood at
 */
public record RecordStart(long eventId, Hash chain, List<Rune> gist, Json.Obj states) {
    /**
     * What this snapshot says, if the record after it vouches for it.
     *
     * @throws IllegalArgumentException if the record does not, or no conversation of this program kept it
     */
    public static RecordStart of(Snapshot snapshot, List<Rune> after) {
        if (!snapshot.digest().hex().equals(RunelogRecords.vouched(snapshot.eventId(), after))) {
            throw new IllegalArgumentException("the record does not vouch for the snapshot that it begins after");
        }
        PastForm.Content content = PastForm.read(snapshot.state());
        return new RecordStart(
                snapshot.eventId(),
                snapshot.chain(),
                content.gist(),
                content.rooms().states());
    }

    /**
     * The first event of a conversation, also of one whose beginning was given up; null where there is none.
     *
     * @throws IllegalArgumentException if the record begins after a snapshot that it does not vouch for
     */
    public static @Nullable Rune first(Runelog log, String conversation) throws IOException {
        Snapshot base = log.base(conversation);
        try (RuneReader reader = log.read(conversation, 0)) {
            return base == null
                    ? reader.poll()
                    : of(base, reader.toList()).gist().getFirst();
        }
    }
}
