package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests of one room against a view of its states: structure first, then the machine, then the room's
 * invariants. It is the registrar's decision without its record, so that whoever explores millions of states asks the same
 * rules in the same order. It keeps nothing, but belongs to one thread.
 */
public final class Judge<S extends Registered, E> {
    private final Room<S, E> room;
    private final Catalogue<Placement> structural;
    private final Catalogue<Case<S, E>> domain;
    private final Checked checked;

    public Judge(Room<S, E> room) {
        this(room, StructuralInvariants.all(), room.catalogue());
    }

    Judge(Room<S, E> room, List<Invariant<Placement>> structural, List<Invariant<Case<S, E>>> domain) {
        this.room = room;
        this.structural = new Catalogue<>(structural);
        this.domain = new Catalogue<>(domain);
        this.checked = new Checked(structural, domain);
    }

    /** The judge of a room in which some rules are switched off, to see what they prevent. */
    public static <S extends Registered, E> Judge<S, E> without(Set<String> switchedOff, Room<S, E> room) {
        List<Invariant<Case<S, E>>> left = room.catalogue().stream()
                .filter(invariant -> !switchedOff.contains(invariant.id()))
                .toList();
        return new Judge<>(room, StructuralInvariants.all(), left);
    }

    Room<S, E> room() {
        return room;
    }

    Checked checked() {
        return checked;
    }

    /** The catalogues, structural first. */
    Catalogue<Placement> structural() {
        return structural;
    }

    Catalogue<Case<S, E>> domain() {
        return domain;
    }

    /** Decides a request that was read before; nothing was decided before it. */
    public Judged<S, E> judge(View<S> view, Request request, Reading<E> reading) {
        return judge(view, request, reading, 0, null);
    }

    Judged<S, E> judge(View<S> view, Request request, Reading<E> reading, long lastOrder, @Nullable Claim claim) {
        return switch (reading) {
            case Reading.Malformed<E>(String reason) -> malformed(view, request, reason);
            case Reading.Understood<E>(E event) -> understood(view, request, event, lastOrder, claim);
        };
    }

    /** Denies what could not be read as a request. */
    Judged<S, E> malformed(View<S> view, Request asFarAsRead, String reason) {
        Violation violation = new Violation(Registrar.MALFORMED, Level.REJECT, reason);
        String subject = room.addressed(asFarAsRead);
        S present = subject.isEmpty() ? null : present(view, subject, view.state(subject));
        return denied(List.of(violation), 0L, room.unjudged(present), present, 0, null);
    }

    /** What {@code system} asks for by itself after this decision, seen from the states that it led to. */
    public List<Request> followUps(View<S> after, Judged<S, E> judged) {
        Case<S, E> decided = judged.decided();
        if (decided == null) {
            return List.of();
        }
        return judged.isAllowed()
                ? room.followUps(after, decided)
                : room.afterRefusal(after, decided, judged.violations());
    }

    /** The structural invariants that are broken by a record which claims another digest than the one it leads to. */
    List<Violation> contradicted(Request request, Hash claimed, Hash derived) {
        return structural.broken(Placement.ofHistory(request.target(), claimed, derived));
    }

    private Judged<S, E> understood(View<S> view, Request request, E event, long lastOrder, @Nullable Claim claim) {
        String subject = room.subject(view, request, event);
        S registered = view.state(subject);
        StateId head = registered == null ? null : view.newest(subject);
        S present = present(view, subject, registered);
        boolean founds = room.founds(event) || (registered == null && present != null);
        Step<S> step = present == null && !founds ? null : room.step(view, present, event, request);
        Placement placement = placement(subject, head, founds, step, lastOrder);
        List<Violation> broken = structural(placement);
        Judged<S, E> judged;
        if (!broken.isEmpty() || step == null) {
            S shown = registered == null ? null : present;
            judged = denied(
                    broken, checked.structuralOnly(), room.unjudged(shown), shown, version(placement.parent()), null);
        } else {
            judged = decide(new Case<>(request, event, view, present, step), version(placement.parent()));
        }
        return claim == null
                ? judged
                : judged.misplaced(placement.isAs(claim) ? broken : structural(placement.as(claim)));
    }

    private @Nullable S present(View<S> view, String subject, @Nullable S registered) {
        return registered == null ? room.unmentioned(subject) : room.present(view, registered);
    }

    private static Placement placement(
            String subject, @Nullable StateId head, boolean founds, @Nullable Step<?> step, long lastOrder) {
        String nextId = step instanceof Step.Moved<?>(Registered next, var _) ? next.id() : null;
        StateId parent = founds ? null : head;
        if (!founds && head == null && !subject.isEmpty()) {
            parent = new StateId(subject, 1);
        }
        return new Placement(
                subject, founds, head, parent, null, nextId, lastOrder + 1, lastOrder, Hash.ZERO, Hash.ZERO);
    }

    /** All structural invariants; they are asked one by one only if one of them fails. */
    private List<Violation> structural(Placement placement) {
        return StructuralInvariants.allHold(placement) ? List.of() : structural.broken(placement);
    }

    private static long version(@Nullable StateId id) {
        return id == null ? 0 : id.version();
    }

    private Judged<S, E> decide(Case<S, E> decided, long parent) {
        View<S> view = decided.view();
        String scope = room.scope(view, decided.present(), decided.request(), decided.event());
        Violation stopped = stopped(decided, scope);
        if (stopped != null) {
            Metadata metadata = room.metadata(decided, Decision.DENIED);
            return denied(List.of(stopped), checked.structuralOnly(), metadata, decided.present(), parent, decided);
        }
        List<Violation> broken = domain(decided);
        Decision decision = Decision.from(broken);
        Metadata metadata = room.metadata(decided, decision);
        S state = decision == Decision.ALLOWED && decided.step() instanceof Step.Moved<S>(S next, var _)
                ? next
                : decided.present();
        return new Judged<>(decision, broken, checked.everything(), metadata, state, parent, decided, List.of());
    }

    private Judged<S, E> denied(
            List<Violation> violations,
            long ran,
            Metadata metadata,
            @Nullable S state,
            long parent,
            @Nullable Case<S, E> decided) {
        Decision decision = Decision.from(violations);
        return new Judged<>(decision, violations, ran, metadata, state, parent, decided, List.of());
    }

    /** Whether a HALT stands in the way, or a resume comes from the wrong person or for nothing. */
    private @Nullable Violation stopped(Case<S, E> decided, String scope) {
        Lift lift = lift(decided.step());
        boolean halted = decided.view().isHalted(lift == null ? scope : lift.scope());
        if (lift == null) {
            return halted && !room.endsOnly(decided.event())
                    ? new Violation(Registrar.HALTED, Level.REJECT, scope + " is halted until an operator resumes it")
                    : null;
        }
        if (decided.request().actorKind() != ActorKind.OPERATOR) {
            return new Violation(Registrar.HALTED, Level.REJECT, "only an operator resumes " + lift.scope());
        }
        return halted ? null : new Violation(Registrar.NOT_HALTED, Level.REJECT, lift.scope() + " is not halted");
    }

    private static @Nullable Lift lift(Step<?> step) {
        return step instanceof Step.Moved<?> moved
                        && !moved.effects().isEmpty()
                        && moved.effects().getFirst() instanceof Lift lift
                ? lift
                : null;
    }

    /** All of the room's invariants; a refusal of the machine that none of them voices comes after them. */
    private List<Violation> domain(Case<S, E> decided) {
        if (room.allHold(decided)) {
            return List.of();
        }
        List<Violation> broken = domain.broken(decided);
        if (decided.step() instanceof Step.Refused<S>(String rule, String reason)
                && broken.stream().noneMatch(violation -> violation.id().equals(rule))) {
            broken = Catalogue.plus(broken, new Violation(rule, Level.REJECT, reason));
        }
        return broken;
    }
}
