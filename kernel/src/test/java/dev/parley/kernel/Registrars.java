package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.rune.Hash;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
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

    /**
     * The same room, in which every case is asked both ways: whether all invariants hold, and each one by itself.
     *
     * @param walked whether the registrar then walks the catalogue in any case, as if the room had no quick answer
     */
    @SuppressWarnings("unchecked") // the proxy stands for a room of these types and passes everything on to it
    public static <S extends Registered, E> Room<S, E> askedBothWays(Room<S, E> room, boolean walked) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            Object answer = method.invoke(room, arguments);
            if (!method.getName().equals("allHold")) {
                return answer;
            }
            Case<S, E> decided = (Case<S, E>) arguments[0];
            boolean eachHolds = room.catalogue().stream()
                    .allMatch(invariant -> invariant.check().failure(decided) == null);
            assertEquals(decided.step() instanceof Step.Moved && eachHolds, answer, decided::toString);
            return !walked && (boolean) answer;
        };
        return (Room<S, E>) Proxy.newProxyInstance(Room.class.getClassLoader(), new Class<?>[] {Room.class}, handler);
    }

    /** Which structural rules a record breaks with this claim about parents, order and history. */
    public static <S extends Registered, E> List<String> claiming(
            Registrar<S, E> registrar,
            Request request,
            @Nullable StateId parent,
            @Nullable StateId otherParent,
            long order,
            @Nullable Hash digest) {
        Claim.Lineage lineage = new Claim.Lineage(
                parent == null ? null : parent.subject(),
                parent == null ? 0 : parent.version(),
                otherParent == null ? 0 : otherParent.version());
        Claim claim = new Claim(lineage, order, digest, true);
        return registrar.again(request, claim, attestation -> {}).misplaced().stream()
                .map(Violation::id)
                .toList();
    }
}
