package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records what a room decides, then writes for every rule that was broken a record in which it was not: the verdict says that
 * it was allowed, as a runtime would write it that does not know the rule. The fold must stop there and name the rule.
 */
public final class FlippedRecord<S extends Registered, E> {
    private final Room<S, E> room;
    private final Set<String> rules = new TreeSet<>();
    private final Set<String> found = new TreeSet<>();

    public FlippedRecord(Room<S, E> room) {
        this.room = room;
        room.catalogue().forEach(invariant -> rules.add(invariant.id()));
    }

    /** Decides these requests from the beginning and flips the verdicts that show a rule for the first time. */
    public void in(List<Request> requests) {
        List<Attestation> attested = new ArrayList<>();
        Registrar<S, E> live = new Registrar<>(room, attested::add);
        requests.forEach(live::request);
        VerdictFold<S, E> fold = new VerdictFold<>(new Registrar<>(room, attestation -> {}));
        for (Attestation attestation : attested) {
            Set<String> broken = new TreeSet<>();
            attestation.violations().forEach(violation -> broken.add(violation.id()));
            broken.retainAll(rules);
            broken.removeAll(found);
            if (!broken.isEmpty()) {
                assertFlipIsFound(fold, attestation, broken);
                found.addAll(broken);
            }
            assertNull(fold.accept(rune(VerdictRune.payload(attestation))).difference());
        }
    }

    /** Decides these requests from the beginning, flips the last verdict and expects that this rule is named. */
    public void lastIsRefusedBy(String rule, List<Request> requests) {
        VerdictFold<S, E> before = new VerdictFold<>(new Registrar<>(room, attestation -> {}));
        requests.subList(0, requests.size() - 1).forEach(before.registrar()::request);
        Attestation last = before.registrar().fork().request(requests.getLast()).attestation();
        assertFlipIsFound(before, last, Set.of(rule));
    }

    private void assertFlipIsFound(VerdictFold<S, E> before, Attestation attestation, Set<String> broken) {
        VerdictFold<S, E> fork = new VerdictFold<>(before.registrar().fork(), VerdictFold.Proof.NO_CHAIN);
        Map<String, Json> fields =
                new LinkedHashMap<>(VerdictRune.payload(attestation).fields());
        fields.remove("violations");
        fields.remove("reason");
        fields.put("decision", Json.of("allowed"));
        VerdictFold.Difference difference =
                fork.accept(rune(new Json.Obj(fields))).difference();
        assertNotNull(difference, () -> "a record without " + broken);
        assertTrue(difference.rules().containsAll(broken), () -> broken + " is not in " + difference);
    }

    private static Rune rune(Json.Obj payload) {
        return Rune.of(RuneDraft.of("c1", "verdict.room", payload), 1, Hash.ZERO);
    }

    /** The rules of the room for which there was no such record, beside these. */
    public void foundAllBut(Set<String> unreachable) {
        Set<String> missing = new TreeSet<>(rules);
        missing.removeAll(found);
        assertEquals(new TreeSet<>(unreachable), missing);
    }
}
