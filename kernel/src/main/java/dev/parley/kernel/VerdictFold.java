package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Rune;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides the recorded verdicts of one room again, one after the other, and says where the record is not what the rules lead
 * to. It is the only such fold: resuming a conversation, replaying it, rebuilding from an export and asking what other rules
 * would have said are all done with it.
 *
 * <p>Nothing that a record says goes unchecked. What people asked for is decided again; what {@code system} asked for by
 * itself is derived, and must be recorded next, as derived. Order, lineage and digest are claims that the structural
 * invariants check.
 */
public final class VerdictFold<S extends Registered, E> {
    private final Registrar<S, E> registrar;
    private final Proof proof;
    private final AttestationSink attested;

    /** How much of a record is compared. */
    public enum Proof {
        /** Everything, digests included: the record was made by these rules. */
        FULL,
        /** Order, lineage, requests and decisions. The record was made by other rules, and its digests are taken over. */
        OTHER_RULES,
        /** Requests and decisions alone, of a record that may have lost its digests. */
        NO_CHAIN
    }

    /**
     * Where a record differs from what the rules lead to.
     *
     * @param path the field, such as {@code /decision}; empty if there is nothing to compare
     * @param rules the invariants that the recorded verdict breaks, if that is why
     */
    public record Difference(String path, String expected, String found, List<String> rules) {}

    /**
     * One verdict, decided again.
     *
     * @param verdict what the rules lead to, or null if the record is not a verdict
     * @param difference how the record differs from it, or null
     */
    public record Folded<S>(
            @Nullable Verdict<S> verdict, @Nullable Difference difference) {}

    public VerdictFold(Registrar<S, E> registrar) {
        this(registrar, Proof.FULL);
    }

    public VerdictFold(Registrar<S, E> registrar, Proof proof) {
        this(registrar, proof, attestation -> {});
    }

    private VerdictFold(Registrar<S, E> registrar, Proof proof, AttestationSink attested) {
        this.registrar = registrar;
        this.proof = proof;
        this.attested = attested;
    }

    /** A fold after which the registrar has attested everything once more. */
    static <S extends Registered, E> VerdictFold<S, E> attesting(Registrar<S, E> registrar) {
        return new VerdictFold<>(registrar, Proof.FULL, registrar.sink());
    }

    public Registrar<S, E> registrar() {
        return registrar;
    }

    /** Folds one verdict rune of this room in. */
    public Folded<S> accept(Rune rune) {
        return accept(rune.payload(), VerdictRune.form(rune.envelope().schemaVersion(), proof));
    }

    /** What {@code system} has to ask for next because of what was folded, or null if nothing is missing. */
    public @Nullable Request owed() {
        return registrar.owed();
    }

    /** How one kind of record writes a verdict down. */
    interface Form {
        /** The request that was decided, or null if this is no verdict. */
        @Nullable
        Request request(Json.Obj recorded);

        Claim claim(Json.Obj recorded);

        /** Which subjects the registrar had let go of by then. */
        void retired(Json.Obj recorded, Consumer<String> each);

        /**
         * How the difference shows, or null if the record says what was derived.
         *
         * @param inPlace whether the verdict was derived from the recorded request, or from one that is equal to it, and its
         *     claims hold
         */
        @Nullable
        JsonDifference difference(Json.Obj recorded, Attestation derived, boolean inPlace);
    }

    Folded<S> accept(Json.Obj recorded, Form form) {
        Request request = form.request(recorded);
        if (request == null) {
            return new Folded<>(null, new Difference("", "a verdict", recorded.canonical(), List.of()));
        }
        form.retired(recorded, registrar::retire);
        Request owed = registrar.owed();
        Claim claim = form.claim(recorded);
        Registrar.Again<S> again =
                owed == null ? again(request, recorded.text("reason"), claim) : registrar.again(owed, claim, attested);
        boolean inPlace = again.misplaced().isEmpty() && (owed == null || owed.equals(request));
        JsonDifference difference = form.difference(recorded, again.verdict().attestation(), inPlace);
        return new Folded<>(again.verdict(), difference == null ? null : named(difference, again));
    }

    /** What the recorded verdict breaks: the rules of the room, or by its place in the record those of structure. */
    private static Difference named(JsonDifference difference, Registrar.Again<?> again) {
        Set<String> rules = new LinkedHashSet<>();
        again.misplaced().forEach(violation -> rules.add(violation.id()));
        again.verdict().violations().forEach(violation -> rules.add(violation.id()));
        return new Difference(difference.path(), difference.expected(), difference.found(), List.copyOf(rules));
    }

    /** A line that could not be read rests on the reason recorded for it; nothing can derive that again. */
    private Registrar.Again<S> again(Request request, @Nullable String reason, Claim claim) {
        String prefix = Registrar.MALFORMED + ": ";
        return reason != null && isIncomplete(request) && reason.startsWith(prefix)
                ? registrar.malformedAgain(request, reason.substring(prefix.length()), claim, attested)
                : registrar.again(RequestBounds.kept(request), claim, attested);
    }

    /** Whether the request lacks what every request has: only such a one may rest on the reason recorded for it. */
    private static boolean isIncomplete(Request request) {
        return request.actor().isEmpty()
                || request.action().isEmpty()
                || request.at().isEqual(Request.NO_TIME);
    }
}
