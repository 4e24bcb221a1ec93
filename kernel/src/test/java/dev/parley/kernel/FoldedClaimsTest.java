package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a record may claim for itself, and what the fold derives whatever it claims. */
class FoldedClaimsTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private final List<Json.Obj> recorded = new ArrayList<>();
    private final Registrar<Subject, StreamEvent> live =
            new Registrar<>(room(), attestation -> recorded.add(VerdictRune.payload(attestation)));

    private static StreamRoom room() {
        return new StreamRoom(InterruptReading.MATRIX);
    }

    private static Request ask(String actor, String target, String action) {
        return new Request(AT, actor, target, action, Json.Obj.EMPTY);
    }

    private static VerdictFold<Subject, StreamEvent> fold(VerdictFold.Proof proof) {
        return new VerdictFold<>(new Registrar<>(room(), attestation -> {}), proof);
    }

    private static VerdictFold.@Nullable Difference accepted(VerdictFold<Subject, StreamEvent> fold, Json.Obj payload) {
        return fold.accept(Rune.of(RuneDraft.of("c1", "verdict.stream", payload).withSchemaVersion(2), 1, Hash.ZERO))
                .difference();
    }

    private static Json.Obj without(Json.Obj payload, String... keys) {
        Map<String, Json> fields = new LinkedHashMap<>(payload.fields());
        fields.keySet().removeAll(List.of(keys));
        return new Json.Obj(fields);
    }

    /** A line that nobody could read rests on the reason that was recorded for it. Whatever can be read is decided. */
    @ParameterizedTest
    @CsvSource({
        "'', START, false, true",
        "agent_a, '', false, true",
        "agent_a, START, true, true",
        "agent_a, START, false, false"
    })
    void nobodyHidesARequestByCallingItUnreadable(String actor, String action, boolean timeless, boolean rests) {
        live.request(ask("agent_a", "s1", "CREATE"));
        live.malformed(
                new Request(timeless ? Request.NO_TIME : AT, actor, "s1", action, Json.Obj.EMPTY), "line 7 is no JSON");
        VerdictFold<Subject, StreamEvent> fold = fold(VerdictFold.Proof.FULL);
        assertNull(accepted(fold, recorded.getFirst()));
        assertEquals(rests, accepted(fold, recorded.getLast()) == null);
    }

    /** An incomplete request with another reason, or none, is decided like every other. */
    @Test
    void onlyTheReasonOfAnUnreadableLineIsTakenOver() {
        live.request(ask("agent_a", "s1", "CREATE"));
        live.malformed(ask("", "s1", "START"), "line 7 is no JSON");
        for (Json.Obj other : List.of(
                recorded.getLast().with("reason", "the line is no JSON"), without(recorded.getLast(), "reason"))) {
            VerdictFold<Subject, StreamEvent> fold = fold(VerdictFold.Proof.NO_CHAIN);
            assertNull(accepted(fold, recorded.getFirst()));
            assertNotNull(accepted(fold, other), other::text);
        }
    }

    /** After an interruption the runtime stops the stream: a request that is sound by itself does not take its place. */
    @Test
    void aSoundRequestInTheNameOfTheRuntimeDoesNotTakeThePlaceOfWhatIsOwed() {
        for (String action : List.of("CREATE", "START", "COMPILE", "PLAY")) {
            live.request(ask("agent_a", "s1", action));
        }
        live.request(ask("user", "s1", "INTERRUPT"));
        Json.Obj stop = recorded.removeLast();
        assertEquals("STOP", stop.text("action"));
        Json.Obj other = stop.with("action", "CREATE").with("target", "s2");
        Json.Obj unlike = stop.with("parameters", Json.Obj.EMPTY.with("extra", "x"));
        for (Json.Obj instead : List.of(other, unlike)) {
            VerdictFold<Subject, StreamEvent> fold = fold(VerdictFold.Proof.NO_CHAIN);
            recorded.forEach(payload -> assertNull(accepted(fold, payload)));
            assertNotNull(accepted(fold, instead), instead::text);
        }
    }

    /** Whoever asks why a record is wrong is told the rule that its verdict breaks. */
    @Test
    void theRuleThatARefusalWasHiddenFromIsNamed() {
        live.request(ask("agent_a", "s1", "CREATE"));
        Verdict<Subject> refused = live.request(ask("agent_b", "s1", "START"));
        VerdictFold<Subject, StreamEvent> fold = fold(VerdictFold.Proof.FULL);
        assertNull(accepted(fold, recorded.getFirst()));
        VerdictFold.Difference found = accepted(
                fold, without(recorded.getLast(), "violations", "reason").with("decision", "allowed"));
        assertNotNull(found);
        assertTrue(found.rules().contains(refused.violations().getFirst().id()), found::toString);
    }
}
