package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The one fold over recorded verdicts, and the record that it folds. */
class VerdictFoldTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private final List<Json.Obj> recorded = new ArrayList<>();
    private final Registrar<Subject, StreamEvent> live = new Registrar<>(room(), attestation -> {
        recorded.add(VerdictRune.payload(attestation));
    });

    private static StreamRoom room() {
        return new StreamRoom(InterruptReading.MATRIX);
    }

    private static Request ask(String actor, String target, String action, Json.Obj parameters) {
        return new Request(AT, actor, target, action, parameters);
    }

    private static Request ask(String actor, String target, String action) {
        return ask(actor, target, action, Json.Obj.EMPTY);
    }

    /** Created, delegated, a stranger refused, an unknown stream, played, interrupted and stopped by the runtime. */
    private void aReply() {
        live.request(ask("agent_a", "s1", "CREATE"));
        live.request(ask("agent_a", "s1", "DELEGATE", Json.Obj.EMPTY.with("to", "agent_b")));
        live.request(ask("agent_b", "s1", "CLAIM"));
        live.request(ask("agent_a", "s9", "START"));
        live.request(ask("agent_a", "s1", "START"));
        live.request(ask("agent_a", "s1", "COMPILE"));
        live.request(ask("agent_a", "s1", "PLAY"));
        live.request(ask("user", "s1", "INTERRUPT"));
    }

    private static Rune rune(Json.Obj payload, int version) {
        return Rune.of(RuneDraft.of("c1", "verdict.stream", payload).withSchemaVersion(version), 1, Hash.ZERO);
    }

    private static VerdictFold<Subject, StreamEvent> fold() {
        return new VerdictFold<>(new Registrar<>(room(), attestation -> {}));
    }

    /** The difference at which the fold of this record stops, with the index of the verdict; null if there is none. */
    private static Map.Entry<Integer, VerdictFold.Difference> stop(List<Json.Obj> record) {
        VerdictFold<Subject, StreamEvent> fold = fold();
        for (int i = 0; i < record.size(); i++) {
            VerdictFold.Difference difference =
                    fold.accept(rune(record.get(i), 2)).difference();
            if (difference != null) {
                return Map.entry(i, difference);
            }
        }
        return Map.entry(-1, new VerdictFold.Difference("", "", "", List.of()));
    }

    private List<Json.Obj> edited(int index, UnaryOperator<Json.Obj> edit) {
        List<Json.Obj> record = new ArrayList<>(recorded);
        record.set(index, edit.apply(record.get(index)));
        return record;
    }

    private static Json.Obj without(Json.Obj payload, String... keys) {
        Map<String, Json> fields = new LinkedHashMap<>(payload.fields());
        fields.keySet().removeAll(List.of(keys));
        return new Json.Obj(fields);
    }

    private static Json.Obj asAllowed(Json.Obj payload) {
        return without(payload, "violations", "reason").with("decision", "allowed");
    }

    @Test
    void aRecordIsDecidedTheSameWayAgain() {
        aReply();
        VerdictFold<Subject, StreamEvent> fold = fold();
        for (Json.Obj payload : recorded) {
            assertNull(fold.accept(rune(payload, 2)).difference());
        }
        assertEquals(live.head(), fold.registrar().head());
        assertEquals(live.version("s1"), fold.registrar().version("s1"));
        assertNull(fold.owed());
    }

    private static List<String> structural() {
        return StructuralInvariants.all().stream().map(Invariant::id).toList();
    }

    /** A log as it is on disk, edited as the name of the rule says and chained anew, breaks the rule in the fold. */
    @ParameterizedTest(name = "{0} fails on a record")
    @MethodSource("structural")
    void eachStructuralInvariantFailsOnARecord(String rule) {
        aReply();
        int start = 4;
        List<Json.Obj> record = switch (rule) {
            case "state.identity.immutable" ->
                edited(
                        start,
                        payload -> payload.with(
                                "parent", Json.Obj.EMPTY.with("subject", "s0").with("version", 2)));
            case "state.identity.explicit" -> edited(start, payload -> payload.with("target", ""));
            case "state.identity.unique" ->
                edited(start, payload -> without(payload, "parent").with("action", "CREATE"));
            case "state.lineage.explicit" -> edited(start, payload -> without(payload, "parent"));
            case "state.lineage.parent_exists" -> edited(3, VerdictFoldTest::asAllowed);
            case "state.lineage.single_parent" ->
                edited(start, payload -> payload.with("parent", Json.of(List.of(Json.of(2), Json.of(1)))));
            case "state.lineage.continuous" -> edited(start, payload -> payload.with("parent", 1));
            case "ordering.total" -> edited(start, payload -> payload.with("order", 0));
            case "ordering.monotonic" -> edited(start, payload -> payload.with("order", 2));
            case "ordering.gap_free" -> {
                List<Json.Obj> shorter = new ArrayList<>(recorded);
                shorter.remove(3);
                yield shorter;
            }
            case "ordering.deterministic" -> {
                List<Json.Obj> renumbered = new ArrayList<>(recorded);
                renumbered.remove(3);
                renumbered.set(3, renumbered.get(3).with("order", 4));
                yield renumbered;
            }
            default -> throw new IllegalArgumentException(rule);
        };
        var stopped = stop(record);
        assertTrue(stopped.getValue().rules().contains(rule), stopped::toString);
        assertEquals(
                rule.equals("state.lineage.parent_exists") || record.size() < recorded.size() ? 3 : start,
                stopped.getKey());
    }

    @Test
    void thereAreElevenOfThem() {
        assertEquals(11, structural().size());
    }

    @Test
    void everyFieldOfEveryVerdictIsCompared() {
        aReply();
        for (int i = 0; i < recorded.size(); i++) {
            for (String field : recorded.get(i).fields().keySet()) {
                int index = i;
                assertEquals(
                        i,
                        stop(edited(i, payload -> payload.with(field, "edited")))
                                .getKey(),
                        index + field);
                assertEquals(
                        i, stop(edited(i, payload -> without(payload, field))).getKey(), index + field);
            }
        }
    }

    @Test
    void aFollowUpThatIsNotRecordedIsOwed() {
        aReply();
        VerdictFold<Subject, StreamEvent> fold = fold();
        recorded.subList(0, recorded.size() - 1).forEach(payload -> fold.accept(rune(payload, 2)));
        Request owed = fold.owed();
        assertNotNull(owed);
        assertEquals("STOP", owed.action());
        assertEquals("system", owed.actor());
        List<Json.Obj> without = new ArrayList<>(recorded);
        Json.Obj stop = without.removeLast();
        live.request(ask("agent_a", "s1", "PLAY"));
        without.add(recorded.getLast());
        assertEquals(without.size() - 1, stop(without).getKey(), "another request came instead of " + stop);
    }

    @Test
    void whatIsStillOwedAfterAFoldIsDecidedAndRecordedBeforeTheNextRequest() {
        aReply();
        List<Attestation> added = new ArrayList<>();
        Registrar<Subject, StreamEvent> resumed = new Registrar<>(room(), added::add);
        VerdictFold<Subject, StreamEvent> fold = new VerdictFold<>(resumed);
        recorded.subList(0, recorded.size() - 1).forEach(payload -> fold.accept(rune(payload, 2)));
        assertEquals(List.of(), added);
        resumed.request(ask("agent_a", "s1", "RESTART"));
        assertEquals(
                List.of("STOP", "RESTART"),
                added.stream().map(Attestation::action).toList());
        assertEquals(recorded.getLast(), VerdictRune.payload(added.getFirst()));
    }

    /** A sink that cannot write, such as a journal that has halted or a rune that is too large. */
    private static final class Failing implements AttestationSink {
        private final List<Attestation> accepted = new ArrayList<>();
        private int failsAt;

        @Override
        public void accept(Attestation attestation) {
            if (accepted.size() == failsAt) {
                failsAt = -1;
                throw new IllegalStateException("the sink is closed");
            }
            accepted.add(attestation);
        }
    }

    @Test
    void aSinkThatThrowsLeavesTheRegistrarWhereItWas() {
        for (int failsAt = 0; failsAt < 4; failsAt++) {
            Failing sink = new Failing();
            Registrar<Subject, StreamEvent> registrar = new Registrar<>(room(), sink);
            sink.failsAt = failsAt;
            List<Request> requests = List.of(
                    ask("agent_a", "s1", "CREATE"),
                    ask("user", "s1", "ENABLE_OVERRIDE"),
                    ask("agent_a", "s1", "DISABLE_OVERRIDE"),
                    ask("operator", "session:s1", "RESUME"));
            for (Request request : requests) {
                Hash head = registrar.head();
                Object states = registrar.snapshot();
                if (sink.accepted.size() == sink.failsAt) {
                    assertThrows(IllegalStateException.class, () -> registrar.request(request));
                    assertEquals(head, registrar.head());
                    assertEquals(states, registrar.snapshot());
                }
                registrar.request(request);
            }
            assertEquals(
                    List.of("att_1", "att_2", "att_3", "att_4"),
                    sink.accepted.stream().map(Attestation::id).toList());
            assertEquals(
                    List.of(Decision.ALLOWED, Decision.ALLOWED, Decision.HALTED, Decision.ALLOWED),
                    sink.accepted.stream().map(Attestation::decision).toList());
            List<Json.Obj> exported =
                    sink.accepted.stream().map(Attestation::toJson).toList();
            assertEquals(
                    new Rebuild.Result.Verified(), Rebuild.into(new Registrar<>(room(), attestation -> {}), exported));
        }
    }

    @Test
    void aSinkThatThrowsAtAFollowUpGetsItFirstTheNextTime() {
        Failing sink = new Failing();
        sink.failsAt = 5;
        Registrar<Subject, StreamEvent> registrar = new Registrar<>(room(), sink);
        for (String action : List.of("CREATE", "START", "COMPILE", "PLAY")) {
            registrar.request(ask("agent_a", "s1", action));
        }
        assertThrows(IllegalStateException.class, () -> registrar.request(ask("user", "s1", "INTERRUPT")));
        registrar.request(ask("agent_a", "s1", "RESTART"));
        assertEquals(
                List.of("CREATE", "START", "COMPILE", "PLAY", "INTERRUPT", "STOP", "RESTART"),
                sink.accepted.stream().map(Attestation::action).toList());
    }

    @Test
    void aRequestThatIsTooDeepOrTooLongIsRefusedAndItsRecordFoldsAgain() {
        live.request(ask("agent_a", "s1", "CREATE"));
        Json deep = Json.Null.NULL;
        for (int i = 0; i < 300; i++) {
            deep = Json.of(List.of(deep));
        }
        Json.Obj nested = Json.Obj.EMPTY.with("extra", deep);
        Json.Obj wide = Json.Obj.EMPTY.with("extra", "x".repeat(RequestBounds.CHARS_MAX + 1));
        assertTrue(live.request(ask("user", "s1", "ENABLE_OVERRIDE", nested)).violates(Registrar.MALFORMED));
        assertTrue(live.request(ask("user", "s1", "ENABLE_OVERRIDE", wide)).violates(Registrar.MALFORMED));
        assertTrue(live.request(ask("user", "s".repeat(5_000), "START")).violates(Registrar.MALFORMED));
        assertTrue(live.request(ask("user", "s1", "ENABLE_OVERRIDE")).isAllowed());
        assertEquals(-1, stop(recorded).getKey());
        assertTrue(recorded.stream().allMatch(payload -> payload.canonical().length() < 3_000));
    }

    @Test
    void aSubjectThatWasLetGoOfIsGoneInTheFoldToo() {
        List<Json.Obj> record = new ArrayList<>();
        Registrar<RegisteredTurn, TurnSignal> turns =
                new Registrar<>(new TurnRoom(), attestation -> record.add(VerdictRune.payload(attestation)));
        for (String signal : List.of("turn_open_proposed", "turn_open", "commit", "close")) {
            turns.request(ask("system", "1", signal));
        }
        turns.retire("1");
        assertTrue(turns.request(ask("system", "1", "commit")).violates("turn.no_transition"));
        Registrar<RegisteredTurn, TurnSignal> again = new Registrar<>(new TurnRoom(), attestation -> {});
        VerdictFold<RegisteredTurn, TurnSignal> fold = new VerdictFold<>(again);
        record.forEach(payload -> assertNull(fold.accept(rune(payload, 2)).difference()));
        assertEquals(turns.head(), again.head());
        assertNull(again.view().state("1"));
    }

    @Test
    void nobodyLetsGoOfWhatIsNotOver() {
        aReply();
        List<Json.Obj> record = edited(5, payload -> payload.with("retired", Json.texts(List.of("s1"))));
        assertEquals(5, stop(record).getKey());
    }

    /** Two turns are over when the third one opens: a record may let go of those, each once, and of nobody else. */
    @ParameterizedTest
    @CsvSource({"1 2,true", "2 1,true", "1,true", "1 2 3,false", "1 1,false", "1 2 1,false"})
    void anAllowedVerdictLetsGoOfWhatIsOver(String named, boolean right) {
        List<Json.Obj> record = new ArrayList<>();
        Registrar<RegisteredTurn, TurnSignal> turns =
                new Registrar<>(new TurnRoom(), attestation -> record.add(VerdictRune.payload(attestation)));
        for (String turn : List.of("1", "2")) {
            for (String signal : List.of("turn_open_proposed", "turn_open", "commit", "close")) {
                turns.request(ask("system", turn, signal));
            }
        }
        turns.retire("1");
        turns.retire("2");
        assertTrue(turns.request(ask("system", "3", "turn_open_proposed")).isAllowed());
        Json.Obj last = record.removeLast();
        VerdictFold<RegisteredTurn, TurnSignal> fold =
                new VerdictFold<>(new Registrar<>(new TurnRoom(), attestation -> {}));
        record.forEach(payload -> assertNull(fold.accept(rune(payload, 2)).difference()));
        Json.Obj edited = last.with("retired", Json.texts(List.of(named.split(" "))));
        assertEquals(right, fold.accept(rune(edited, 2)).difference() == null);
    }

    @Test
    void theIdsOfAttestationsAreUniqueInAConversation() {
        List<String> ids = new ArrayList<>();
        Registrar.inConversation(new TurnRoom(), attestation -> ids.add(attestation.id()))
                .request(ask("system", "1", "turn_open_proposed"));
        Registrar.inConversation(room(), attestation -> ids.add(attestation.id()))
                .request(ask("agent_a", "s1", "CREATE"));
        assertEquals(List.of("att_turn_1", "att_stream_1"), ids);
    }

    @Test
    void aRecordOfTheFirstVersionIsFoldedWithoutLineage() {
        aReply();
        VerdictFold<Subject, StreamEvent> fold = fold();
        for (Json.Obj payload : recorded) {
            assertNull(fold.accept(rune(without(payload, "parent"), 1)).difference());
        }
        assertEquals(live.head(), fold.registrar().head());
    }

    @Test
    void withoutTheChainRequestsAndDecisionsAloneAreCompared() {
        aReply();
        VerdictFold<Subject, StreamEvent> fold =
                new VerdictFold<>(new Registrar<>(room(), attestation -> {}), VerdictFold.Proof.NO_CHAIN);
        for (Json.Obj payload : recorded) {
            Json.Obj bare = without(payload, "digest", "order", "parent");
            assertNull(fold.accept(rune(bare, 2)).difference());
        }
        VerdictFold<Subject, StreamEvent> other =
                new VerdictFold<>(new Registrar<>(room(), attestation -> {}), VerdictFold.Proof.NO_CHAIN);
        other.accept(rune(recorded.getFirst(), 2));
        other.accept(rune(recorded.get(1), 2));
        assertNotNull(other.accept(rune(asAllowed(recorded.get(2)), 2)).difference());
    }

    /** The record of other rules: its digests cannot be derived any more, and the chain goes on from them. */
    @Test
    void underOtherRulesTheChainGoesOnFromTheRecordedDigest() {
        aReply();
        Registrar<Subject, StreamEvent> other =
                Registrars.without("audio.plugin.immutability", room(), attestation -> {});
        VerdictFold<Subject, StreamEvent> fold = new VerdictFold<>(other, VerdictFold.Proof.OTHER_RULES);
        for (Json.Obj payload : recorded) {
            assertNull(fold.accept(rune(payload, 2)).difference());
        }
        assertEquals(live.head(), other.head());
        assertNotEquals(
                live.request(ask("agent_a", "s1", "RESTART")).attestation().digest(),
                other.request(ask("agent_a", "s1", "RESTART")).attestation().digest());
    }
}
