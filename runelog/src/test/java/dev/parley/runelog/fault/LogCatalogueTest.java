package dev.parley.runelog.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.Level;
import dev.parley.kernel.rune.Hash;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogCatalogueTest {
    private static final Hash OTHER = new Hash(1, 2, 3, 4);

    /** For every invariant a fact that breaks it and no other. */
    private static final Map<String, LogFact> BREAKING = breaking();

    private static Map<String, LogFact> breaking() {
        Map<String, LogFact> facts = new LinkedHashMap<>();
        facts.put("INV-EVENTID-MONOTONIC", new LogFact.Appending("c", 4, 4));
        facts.put("INV-RUNE-IMMUTABLE", new LogFact.Linked("c", 5, Hash.ZERO, OTHER));
        facts.put("INV-CRC-VALID", new LogFact.FrameRead("c", 5, false));
        facts.put("INV-SEGMENT-CONTIGUOUS", new LogFact.SegmentOpened("c", 9, 11));
        facts.put("INV-RESUME-NO-DUPLICATES", new LogFact.Delivering("c", 7, 7, false));
        facts.put("INV-RESUME-NO-GAPS", new LogFact.Delivering("c", 7, 9, false));
        facts.put("INV-SNAPSHOT-INTEGRITY", new LogFact.SnapshotRead("c", 5, Hash.ZERO, OTHER));
        facts.put("INV-CHECKPOINT-RESTORE", new LogFact.Restored("w", Hash.ZERO, OTHER));
        return facts;
    }

    @Test
    void everyInvariantCanFailAndNamesItself() {
        assertEquals(LogCatalogue.ids(), List.copyOf(BREAKING.keySet()));
        BREAKING.forEach((id, fact) -> {
            var violation = LogCatalogue.full().failure(fact);
            assertNotNull(violation, id);
            assertEquals(id, violation.id());
        });
    }

    @Test
    void aFactPassesOnceItsInvariantIsSwitchedOff() {
        BREAKING.forEach((id, fact) -> assertNull(Catalogues.without(id).failure(fact), id));
    }

    @Test
    void levelsFollowTheLadderOfRulingX1() {
        Map<String, Level> levels = new LinkedHashMap<>();
        LogCatalogue.ALL.forEach(
                rule -> levels.put(rule.invariant().id(), rule.invariant().level()));
        assertEquals(Level.HALT, levels.get("INV-CRC-VALID"));
        assertEquals(Level.REJECT, levels.get("INV-RESUME-NO-DUPLICATES"));
        assertEquals(Level.WARN, levels.get("INV-RESUME-NO-GAPS"));
        assertEquals(Level.REJECT, levels.get("INV-CHECKPOINT-RESTORE"));
        assertEquals(Level.HALT, levels.get("INV-SNAPSHOT-INTEGRITY"));
    }
}
