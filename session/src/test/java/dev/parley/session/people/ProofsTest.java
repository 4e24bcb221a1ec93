package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who has proved something is known from the record, and a try that failed is no proof. */
class ProofsTest {
    private static String speaker(String action) {
        Json.Obj payload = Json.Obj.EMPTY
                .with("decision", "allowed")
                .with("actor", "system")
                .with("action", action)
                .with("target", "eva")
                .with("parameters", Json.Obj.EMPTY.with("person", "eva").with("voice", "guest"));
        Proofs proofs = new Proofs(
                (_, _, _, _, _) -> {
                    throw new AssertionError("nothing is asked");
                },
                () -> House.EMPTY,
                new Pins(Map.of("eva", "2468")),
                new PinTries(),
                () -> OffsetDateTime.parse("2026-03-10T10:00:00Z"));
        proofs.takeUp(List.of(Rune.of(RuneDraft.of("talk-1", "verdict.household", payload), 1, Hash.ZERO)));
        return proofs.speaker("guest");
    }

    @Test
    void whoGaveTheRightPinSpeaksAsThatPersonAfterARestart() {
        assertEquals("eva", speaker("validation_success"));
    }

    @Test
    void whoGaveAWrongOneDoesNot() {
        assertEquals("guest", speaker("validation_failure"));
    }
}
