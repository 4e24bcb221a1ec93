package dev.parley.session.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Gist;
import dev.parley.state.CallIds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No id is given twice, however long the conversation is and however often it is taken up from a snapshot. */
class CallIdsKnownTest {
    private static Rune made(String id, long eventId) {
        Json.Obj call = Json.Obj.EMPTY.with("call_id", id).with("tool", "weather");
        return Rune.of(RuneDraft.of("talk", "tool.call", call), eventId, Hash.ZERO);
    }

    private static CallIds after(List<Rune> runes) {
        CallIds ids = CallIds.NONE;
        for (Rune rune : runes) {
            ids = ids.with(String.valueOf(rune.payload().text("call_id")));
        }
        return ids;
    }

    private static String wish(Random random) {
        String base = "call_" + random.nextInt(2_500);
        return random.nextInt(40) == 0 ? base + "#" + random.nextInt(9) : base;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noIdIsGivenTwiceAndASnapshotKnowsWhatTheRecordDoes(long seed) {
        Random random = new Random(seed);
        Set<String> given = new HashSet<>();
        List<Rune> kept = List.of();
        CallIds whole = CallIds.NONE;
        CallIds ids = CallIds.NONE;
        for (int i = 1; i <= 12_000; i++) {
            String wanted = wish(random);
            String id = ids.next(wanted);
            assertTrue(given.add(id), id);
            ids = ids.with(id);
            whole = whole.with(id);
            kept = joined(kept, made(id, i));
            if (random.nextInt(300) == 0) {
                kept = Gist.of(kept);
                assertTrue(kept.size() <= CallIds.KNOWN_MAX + 3 + 800, kept.size() + " runes");
                ids = after(kept);
                assertEquals(whole, ids);
            }
        }
    }

    private static List<Rune> joined(List<Rune> before, Rune next) {
        List<Rune> all = before instanceof ArrayList<Rune> same ? same : new ArrayList<>(before);
        all.add(next);
        return all;
    }

    @Test
    void idsThatWereNeverUsedStayAsTheyAreInAConversationOfUsualLength() {
        CallIds ids = CallIds.NONE;
        for (int i = 0; i < CallIds.KNOWN_MAX; i++) {
            assertEquals("call_" + i, ids.next("call_" + i));
            ids = ids.with("call_" + i);
        }
        assertEquals("call_0#2", ids.next("call_0"));
        ids = ids.with("call_0#2");
        assertEquals("one more", ids.next("one more"));
        assertEquals("after that#3", ids.with("one more").next("after that"));
    }
}
