package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Registrars as only a test has them: one without a certain invariant, and requests that say where they belong. */
public final class Registrars {
    private Registrars() {}

    /** A registrar from whose catalogues the invariant of that id is left out. */
    public static <S extends Registered, E> Registrar<S, E> without(String id, Room<S, E> room, AttestationSink sink) {
        List<Invariant<Placement>> structural = StructuralInvariants.all().stream()
                .filter(invariant -> !invariant.id().equals(id))
                .toList();
        List<Invariant<Case<S, E>>> domain = room.catalogue().stream()
                .filter(invariant -> !invariant.id().equals(id))
                .toList();
        int left = structural.size() + domain.size();
        int all = StructuralInvariants.all().size() + room.catalogue().size();
        if (left != all - 1) {
            throw new IllegalArgumentException(id + " is not in the catalogue");
        }
        return new Registrar<>(room, structural, domain, sink);
    }

    /** Asks with a claim about parents, order and history, as a damaged record might make it. */
    public static <S extends Registered, E> Verdict<S> claiming(
            Registrar<S, E> registrar,
            Request request,
            @Nullable StateId parent,
            @Nullable StateId otherParent,
            long order,
            Hash previous) {
        return registrar.submit(request, new Claim(parent, otherParent, order, previous));
    }
}
