package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests of one room, one after the other: structure first, then the machine, then the room's invariants;
 * then one attestation, whatever the outcome; then, if allowed, the move. It is a fold: the same requests give the same
 * states, attestations and digests, on every machine.
 *
 * <p>One thread at a time. It performs nothing: effects are handed out with the verdict, and whoever carries them out
 * waits for the record as ruling X9 says.
 */
public final class Registrar<S extends Registered, E> {
    /** The violation of a request that cannot be understood. */
    public static final String MALFORMED = "request.malformed";

    /** The violation of every request in a halted conversation. */
    public static final String HALTED = "system.halted";

    private static final String NOT_HALTED = "system.not_halted";

    private final Room<S, E> room;
    private final Catalogue<Placement> structural;
    private final Catalogue<Case<S, E>> domain;
    private final Checked checked;
    private final AttestationSink sink;
    private final Registry<S> registry;
    private final AttestationChain chain;

    public Registrar(Room<S, E> room, AttestationSink sink) {
        this(room, StructuralInvariants.all(), room.catalogue(), sink);
    }

    /** With catalogues from which a test has left an invariant out; where all hold, so do those that are left. */
    Registrar(
            Room<S, E> room,
            List<Invariant<Placement>> structural,
            List<Invariant<Case<S, E>>> domain,
            AttestationSink sink) {
        this(
                room,
                new Catalogue<>(structural),
                new Catalogue<>(domain),
                sink,
                new Registry<>(),
                new AttestationChain());
    }

    private Registrar(
            Room<S, E> room,
            Catalogue<Placement> structural,
            Catalogue<Case<S, E>> domain,
            AttestationSink sink,
            Registry<S> registry,
            AttestationChain chain) {
        this.room = room;
        this.structural = structural;
        this.domain = domain;
        this.checked = new Checked(structural.invariants(), domain.invariants());
        this.sink = sink;
        this.registry = registry;
        this.chain = chain;
    }

    public Room<S, E> room() {
        return room;
    }

    public View<S> view() {
        return registry;
    }

    /** The newest version of a subject's state, or null where it is not registered. */
    public @Nullable StateId version(String subject) {
        Registry.Version<S> newest = registry.newest(subject);
        return newest == null ? null : newest.id(subject);
    }

    /** The digest over everything decided so far. */
    public Hash head() {
        return chain.head();
    }

    /**
     * Lets go of a subject that is over and that nobody will name again, so that a long conversation does not keep
     * everything it ever had. What was decided about it stays attested.
     */
    public void retire(String subject) {
        registry.retire(subject);
    }

    /** A registrar that stands where this one stands, attests nowhere, and leaves this one as it is. */
    public Registrar<S, E> fork() {
        return new Registrar<>(room, structural, domain, attestation -> {}, registry.fork(), chain.fork());
    }

    /** Everything registered, as a value that can be compared. */
    Object snapshot() {
        return registry.snapshot();
    }

    /** What the invariant of that id demands; the machine's own refusals speak for themselves. */
    String sentence(String id) {
        for (Invariant<Placement> invariant : structural.invariants()) {
            if (invariant.id().equals(id)) {
                return invariant.sentence();
            }
        }
        for (Invariant<Case<S, E>> invariant : domain.invariants()) {
            if (invariant.id().equals(id)) {
                return invariant.sentence();
            }
        }
        return "The " + room.name() + " machine has no such move from its present state.";
    }

    /** The state as programs read it. */
    public Json printed(Verdict<S> verdict) {
        return room.printed(registry, verdict);
    }

    /** Decides, attests and applies one request, and all that the runtime asks for because of it. */
    public Verdict<S> request(Request request) {
        return submit(request, null);
    }

    /** Attests a line that could not even be read as a request. */
    public Verdict<S> malformed(Request asFarAsRead, String reason) {
        Violation violation = new Violation(MALFORMED, Level.REJECT, reason);
        String subject = room.addressed(asFarAsRead);
        S present = subject.isEmpty() ? null : present(subject, registry.newest(subject));
        Metadata metadata = room.unjudged(present);
        return record(asFarAsRead, Decision.DENIED, List.of(violation), 0L, metadata, present, List.of());
    }

    Verdict<S> submit(Request request, @Nullable Claim claim) {
        return switch (room.read(request)) {
            case Reading.Malformed<E>(String reason) -> malformed(request, reason);
            case Reading.Understood<E>(E event) -> understood(request, event, claim);
        };
    }

    private Verdict<S> understood(Request request, E event, @Nullable Claim claim) {
        String subject = room.subject(registry, request, event);
        Registry.Version<S> newest = registry.newest(subject);
        StateId head = newest == null ? null : newest.id(subject);
        boolean isRegistered = head != null;
        S present = present(subject, newest);
        boolean founds = room.founds(event) || (!isRegistered && present != null);
        Step<S> step = present == null && !founds ? null : room.step(registry, present, event, request);
        List<Violation> broken = structural(placement(subject, head, founds, step, claim));
        if (!broken.isEmpty() || step == null) {
            return record(
                    request,
                    Decision.from(broken),
                    broken,
                    checked.structuralOnly(),
                    room.unjudged(isRegistered ? present : null),
                    isRegistered ? present : null,
                    List.of());
        }
        Case<S, E> decided = new Case<>(request, event, registry, present, step);
        Verdict<S> verdict = decide(decided);
        return withFollowUps(decided, verdict);
    }

    private @Nullable S present(String subject, Registry.@Nullable Version<S> newest) {
        return newest == null ? room.unmentioned(subject) : room.present(registry, newest.state());
    }

    private Placement placement(
            String subject, @Nullable StateId head, boolean founds, @Nullable Step<S> step, @Nullable Claim claim) {
        StateId parent = head;
        if (head == null && !founds && !subject.isEmpty()) {
            parent = new StateId(subject, 1);
        } else if (founds) {
            parent = null;
        }
        String nextId = step instanceof Step.Moved<S> moved ? moved.next().id() : null;
        if (claim != null) {
            return new Placement(
                    subject,
                    founds,
                    head,
                    claim.parent(),
                    claim.otherParent(),
                    nextId,
                    claim.order(),
                    chain.lastOrder(),
                    claim.previous(),
                    chain.head());
        }
        return new Placement(
                subject,
                founds,
                head,
                parent,
                null,
                nextId,
                chain.lastOrder() + 1,
                chain.lastOrder(),
                chain.head(),
                chain.head());
    }

    /** All structural invariants; only where one fails they are asked one by one. */
    private List<Violation> structural(Placement placement) {
        return StructuralInvariants.allHold(placement) ? List.of() : structural.broken(placement);
    }

    private Verdict<S> decide(Case<S, E> decided) {
        String scope = room.scope(registry, decided.present(), decided.request(), decided.event());
        Violation stopped = stopped(decided, scope);
        if (stopped != null) {
            return record(
                    decided.request(),
                    Decision.DENIED,
                    List.of(stopped),
                    checked.structuralOnly(),
                    room.metadata(decided, Decision.DENIED),
                    decided.present(),
                    List.of());
        }
        List<Violation> broken = domain(decided);
        Decision decision = Decision.from(broken);
        Metadata metadata = room.metadata(decided, decision);
        if (decision == Decision.ALLOWED && decided.step() instanceof Step.Moved<S> moved) {
            Verdict<S> verdict = record(
                    decided.request(), decision, broken, checked.everything(), metadata, moved.next(), moved.effects());
            apply(moved);
            return verdict;
        }
        if (decision == Decision.HALTED) {
            registry.halt(scope);
        }
        return record(
                decided.request(), decision, broken, checked.everything(), metadata, decided.present(), List.of());
    }

    /** Whether a HALT stands in the way, or a resume comes from the wrong person or for nothing. */
    private @Nullable Violation stopped(Case<S, E> decided, String scope) {
        Lift lift = lift(decided.step());
        boolean halted = registry.isHalted(lift == null ? scope : lift.scope());
        if (lift == null) {
            return halted
                    ? new Violation(HALTED, Level.REJECT, scope + " is halted until an operator resumes it")
                    : null;
        }
        if (decided.request().actorKind() != ActorKind.OPERATOR) {
            return new Violation(HALTED, Level.REJECT, "only an operator resumes " + lift.scope());
        }
        return halted ? null : new Violation(NOT_HALTED, Level.REJECT, lift.scope() + " is not halted");
    }

    private static @Nullable Lift lift(Step<?> step) {
        return step instanceof Step.Moved<?> moved
                        && !moved.effects().isEmpty()
                        && moved.effects().getFirst() instanceof Lift lift
                ? lift
                : null;
    }

    /** All of the room's invariants; a refusal of the machine that none of them voices stands after them. */
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

    @SuppressWarnings("unchecked") // a room puts only its own states alongside
    private void apply(Step.Moved<S> moved) {
        registry.register(moved.next());
        for (Effect effect : moved.effects()) {
            switch (effect) {
                case Alongside<?>(Registered state) -> registry.register((S) state);
                case Lift(String scope) -> registry.lift(scope);
                default -> {
                    // Every other effect leaves with the verdict.
                }
            }
        }
    }

    private Verdict<S> record(
            Request request,
            Decision decision,
            List<Violation> violations,
            long ran,
            Metadata metadata,
            @Nullable S state,
            List<? extends Effect> effects) {
        Hash digest = chain.append(request, decision, violations, ran, metadata);
        Attestation attestation =
                new Attestation(chain.lastOrder(), request, decision, violations, ran, checked, metadata, digest);
        sink.accept(attestation, effects);
        return new Verdict<>(attestation, state, effects, List.of());
    }

    private Verdict<S> withFollowUps(Case<S, E> decided, Verdict<S> verdict) {
        List<Request> requests = verdict.isAllowed()
                ? room.followUps(registry, decided, verdict)
                : room.afterRefusal(registry, decided, verdict);
        if (requests.isEmpty()) {
            return verdict;
        }
        List<Verdict<S>> followed = new ArrayList<>();
        for (Request request : requests) {
            Verdict<S> next = submit(request, null);
            followed.add(next.followedBy(List.of()));
            followed.addAll(next.followed());
        }
        return verdict.followedBy(List.copyOf(followed));
    }
}
