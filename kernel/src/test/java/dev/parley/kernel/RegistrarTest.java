package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.kernel.turn.TurnState;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistrarTest {
    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-01T12:00:00.5+01:00");

    private final AttestationStore store = new AttestationStore();
    private final Registrar<RegisteredTurn, TurnSignal> registrar = new Registrar<>(new TurnRoom(), store);

    private static Request ask(String action) {
        return new Request(NOON, "system", "t1", action);
    }

    private static Request ask(String action, long epoch) {
        return new Request(NOON, "system", "t1", action, Json.Obj.EMPTY.with("epoch", epoch));
    }

    private void aShortHistory() {
        registrar.request(ask("turn_open_proposed", 3));
        registrar.request(ask("commit"));
        registrar.request(ask("turn_open", 2));
        registrar.request(ask("no such action"));
        registrar.malformed(new Request(Request.NO_TIME, "", "", ""), "not JSON");
        registrar.request(ask("turn_open", 3));
    }

    @Test
    void attestsEveryRequestDenialsIncluded() {
        aShortHistory();
        assertEquals(
                List.of("allowed", "denied", "denied", "denied", "denied", "allowed"),
                store.all().stream().map(each -> each.decision().printed()).toList());
        assertEquals(
                List.of("att_1", "att_2", "att_3", "att_4", "att_5", "att_6"),
                store.all().stream().map(Attestation::id).toList());
        assertEquals(2, store.where(a -> a.action().equals("turn_open")).size());
    }

    @Test
    void exportsTheTenFrozenFieldsAndNoOthers() {
        aShortHistory();
        Json.Obj json = store.all().getFirst().toJson();
        assertEquals(
                List.of(
                        "id",
                        "timestamp",
                        "action",
                        "actor",
                        "target",
                        "decision",
                        "reason",
                        "parameters",
                        "invariants_checked",
                        "metadata"),
                List.copyOf(json.fields().keySet()));
        assertEquals("1772362800.5", json.get("timestamp") instanceof Json.Num n ? n.canonical() : "");
    }

    @Test
    void runsTheStructuralInvariantsFirstAndAloneWhenOneFails() {
        Verdict<RegisteredTurn> verdict = registrar.request(new Request(NOON, "system", "", "turn_open_proposed"));
        assertTrue(verdict.violates("state.identity.explicit"));
        assertEquals(11, verdict.attestation().invariantsChecked().size());
        assertFalse(verdict.attestation().invariantsChecked().contains(TurnRoom.STALE_EPOCH));
    }

    @Test
    void rebuildsTheSameStateFromItsExport() {
        aShortHistory();
        Registrar<RegisteredTurn, TurnSignal> fresh = new Registrar<>(new TurnRoom(), attestation -> {});
        assertInstanceOf(Rebuild.Result.Verified.class, Rebuild.into(fresh, exported()));
        assertEquals(registrar.head(), fresh.head());
        assertEquals(
                new RegisteredTurn("t1", new TurnState.Active(3)), fresh.view().state("t1"));
        assertEquals(new StateId("t1", 2), fresh.version("t1"));
    }

    @Test
    void lettingGoOfASubjectChangesNothingThatWasAttested() {
        aShortHistory();
        registrar.retire("t1");
        assertNotNull(registrar.view().state("t1"), "an open turn is kept");
        registrar.request(ask("commit"));
        registrar.request(ask("close"));
        Hash head = registrar.head();
        List<Json.Obj> before = exported();
        registrar.retire("t1");
        assertNull(registrar.view().state("t1"));
        assertEquals(head, registrar.head());
        assertEquals(before, exported());
        assertInstanceOf(
                Rebuild.Result.Verified.class,
                Rebuild.into(new Registrar<>(new TurnRoom(), attestation -> {}), exported()));
    }

    private List<Json.Obj> exported() {
        return store.all().stream().map(Attestation::toJson).toList();
    }

    /** Every single field of every attestation, changed in turn, is found at its own index or at the one it leads to. */
    @Test
    void refusesAListInWhichAnyFieldWasEdited() {
        aShortHistory();
        for (int i = 0; i < exported().size(); i++) {
            for (String field : exported().get(i).fields().keySet()) {
                List<Json.Obj> edited = new ArrayList<>(exported());
                edited.set(i, edited.get(i).with(field, "edited"));
                assertDiffersFrom(i, edited, field);
            }
        }
    }

    @Test
    void namesTheFieldInWhichAnEditedListDiffersAndNothingElse() {
        aShortHistory();
        List<Json.Obj> edited = new ArrayList<>(exported());
        edited.set(2, edited.get(2).with("reason", "because"));
        Rebuild.Result.Differs differs = assertInstanceOf(
                Rebuild.Result.Differs.class, Rebuild.into(new Registrar<>(new TurnRoom(), attestation -> {}), edited));
        assertEquals("reason", differs.field());
        assertTrue(differs.sentence().startsWith("reason is \"because\" and should be "), differs.sentence());
        assertTrue(differs.sentence().length() < 250, differs.sentence());
    }

    @Test
    void refusesAListWithOneMissingOneTwiceOrTwoSwapped() {
        aShortHistory();
        List<Json.Obj> shorter = new ArrayList<>(exported());
        shorter.remove(1);
        assertDiffersFrom(1, shorter, "missing");
        List<Json.Obj> longer = new ArrayList<>(exported());
        longer.add(2, longer.get(1));
        assertDiffersFrom(2, longer, "twice");
        List<Json.Obj> swapped = new ArrayList<>(exported());
        swapped.set(0, exported().get(1));
        swapped.set(1, exported().get(0));
        assertDiffersFrom(0, swapped, "swapped");
    }

    private static void assertDiffersFrom(int index, List<Json.Obj> edited, String what) {
        Registrar<RegisteredTurn, TurnSignal> fresh = new Registrar<>(new TurnRoom(), attestation -> {});
        Rebuild.Result.Differs differs =
                assertInstanceOf(Rebuild.Result.Differs.class, Rebuild.into(fresh, edited), what);
        assertEquals(index, differs.index(), what);
        assertNotEquals(differs.expected(), differs.found());
    }

    @Test
    void leavesNothingBehindInTheOriginalWhenForked() {
        aShortHistory();
        Hash head = registrar.head();
        registrar.fork().request(ask("commit"));
        assertEquals(head, registrar.head());
        assertEquals(6, store.all().size());
    }

    @Test
    void recordsAVerdictAsARuneFromWhichItIsDerivedAgain() {
        aShortHistory();
        Registrar<RegisteredTurn, TurnSignal> fresh = new Registrar<>(new TurnRoom(), attestation -> {});
        Attestation first = store.all().getFirst();
        RuneDraft draft = VerdictRune.draft("c1", "turn", first);
        Rune rune = Rune.of(draft, 1, Hash.ZERO);
        assertEquals("turn", VerdictRune.room(rune));
        assertEquals(first.request(), VerdictRune.request(rune.payload()));
        assertNull(new VerdictFold<>(fresh).accept(rune).difference());
        Rune denied = Rune.of(draft.withPayload(rune.payload().with("decision", "denied")), 1, Hash.ZERO);
        Registrar<RegisteredTurn, TurnSignal> other = new Registrar<>(new TurnRoom(), attestation -> {});
        assertNotNull(new VerdictFold<>(other).accept(denied).difference());
        assertNull(VerdictRune.room(Rune.of(RuneDraft.of("c1", "turn.started"), 1, Hash.ZERO)));
    }
}
