package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests of one room, one after the other, and attests each of them, whatever the outcome; then, if allowed, it
 * moves. It is a fold: the same requests give the same states, attestations and digests, on every machine.
 *
 * <p>The order is digest, sink, move: a sink that throws leaves the registrar where it was, so that the next verdict takes
 * the place of the one that was not accepted.
 *
 * <p>One thread at a time. It performs nothing: effects are handed out with the verdict, and whoever carries them out
 * waits for the record as ruling X9 says.
 */
public final class Registrar<S extends Registered, E> {
    /** The violation of a request that cannot be understood. */
    public static final String MALFORMED = "request.malformed";

    /** The violation of every request in a halted conversation. */
    public static final String HALTED = "system.halted";

    static final String NOT_HALTED = "system.not_halted";

    private static final String ALONE = "att_";

    private Judge<S, E> judge;
    private final String series;
    private final AttestationSink sink;
    private final Registry<S> registry;
    private final AttestationChain chain;
    /** What {@code system} asks for because of what was decided, and what has not been decided yet, in order. */
    private final Deque<Request> owed;
    /** Subjects that were let go since the last verdict; the next one says so. */
    private final List<String> retired;

    public Registrar(Room<S, E> room, AttestationSink sink) {
        this(new Judge<>(room), ALONE, sink, Halts.byScope());
    }

    /** With catalogues from which a test has left an invariant out; where all hold, so do those that are left. */
    Registrar(
            Room<S, E> room,
            List<Invariant<Placement>> structural,
            List<Invariant<Case<S, E>>> domain,
            AttestationSink sink) {
        this(new Judge<>(room, structural, domain), ALONE, sink, Halts.byScope());
    }

    private Registrar(Judge<S, E> judge, String series, AttestationSink sink, Halts halts) {
        this(judge, series, sink, new Registry<>(halts), new AttestationChain(), List.of(), List.of());
    }

    private Registrar(
            Judge<S, E> judge,
            String series,
            AttestationSink sink,
            Registry<S> registry,
            AttestationChain chain,
            Collection<Request> owed,
            Collection<String> retired) {
        this.judge = judge;
        this.series = series;
        this.sink = sink;
        this.registry = registry;
        this.chain = chain;
        this.owed = new ArrayDeque<>(owed);
        this.retired = new ArrayList<>(retired);
    }

    /** The only registrar of a conversation that may have others later. */
    public static <S extends Registered, E> Registrar<S, E> inConversation(Room<S, E> room, AttestationSink sink) {
        return inConversation(room, sink, Halts.ofConversation());
    }

    /**
     * One of several registrars of a conversation. The ids of its attestations name the room, so that none comes twice, and
     * all of them share their HALT.
     */
    public static <S extends Registered, E> Registrar<S, E> inConversation(
            Room<S, E> room, AttestationSink sink, Halts halts) {
        return new Registrar<>(new Judge<>(room), ALONE + room.name() + "_", sink, halts);
    }

    /** Decides from now on by the rules of this room, from the states and the history that are there. */
    public void under(Room<S, E> other) {
        judge = new Judge<>(other);
    }

    public Room<S, E> room() {
        return judge.room();
    }

    public View<S> view() {
        return registry;
    }

    /** The newest version of a subject's state, or null if it is not registered. */
    public @Nullable StateId version(String subject) {
        return registry.newest(subject);
    }

    /** Who is registered, in the order of their names. */
    public List<String> subjects() {
        return registry.subjects();
    }

    /** The digest over everything decided so far. */
    public Hash head() {
        return chain.head();
    }

    /**
     * Lets go of a subject that is over, so that a long conversation does not keep everything it ever had. What was decided
     * about it stays attested, and the next verdict records that it is gone: a fold lets go of it at the same place.
     */
    public void retire(String subject) {
        S state = registry.state(subject);
        if (state != null && room().isOver(state)) {
            registry.retire(subject);
            retired.add(subject);
        }
    }

    /** A registrar in the same state that attests nowhere and leaves this one as it is. */
    public Registrar<S, E> fork() {
        return fork(judge);
    }

    /** The same that decides by the rules of another judge. */
    public Registrar<S, E> fork(Judge<S, E> other) {
        return new Registrar<>(other, series, attestation -> {}, registry.fork(), chain.fork(), owed, retired);
    }

    /** The same in which nothing is halted, to see what a RESUME would lead to. */
    public Registrar<S, E> resumed() {
        return new Registrar<>(judge, series, attestation -> {}, registry.resumed(), chain.fork(), owed, retired);
    }

    /**
     * Everything that the next decision depends on, beside the rules: the states with their versions, the place in the order
     * and the digest. Null where it cannot be kept, because something is halted, or owed, or is no plain state.
     */
    public Json.@Nullable Obj keep() {
        if (!owed.isEmpty() || registry.isAnyHalted()) {
            return null;
        }
        try {
            return Json.Obj.EMPTY
                    .with("order", chain.lastOrder())
                    .with("digest", chain.head().hex())
                    .with("retired", Json.texts(new TreeSet<>(retired)))
                    .with("states", registry.keep());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Goes on from what a registrar of this room kept, as if every request before had been decided here.
     *
     * @throws IllegalArgumentException if this program could not have kept it
     */
    @SuppressWarnings("unchecked") // what a room kept are its own states
    public void restore(Json.Obj kept) {
        if (chain.lastOrder() != 0 || !registry.isEmpty()) {
            throw new IllegalStateException("Room " + room().name() + " has decided already.");
        }
        if (!(kept.get("states") instanceof Json.Arr(List<Json> all))
                || !(kept.get("retired") instanceof Json.Arr(List<Json> gone))) {
            throw new IllegalArgumentException("Not what a room keeps.");
        }
        chain.goOnAfter(StateJson.number(kept, "order"), Hash.ofHex(String.valueOf(kept.text("digest"))));
        gone.forEach(subject -> retired.add(StateJson.read(subject, String.class)));
        for (Json each : all) {
            if (!(each instanceof Json.Obj subject) || !(subject.get("state") instanceof Json.Obj state)) {
                throw new IllegalArgumentException("Not a kept state: " + each.canonical());
            }
            registry.restore((S) StateJson.read(state, Registered.class), StateJson.number(subject, "version"));
        }
    }

    /** The newest state of every subject, in the order of their names. */
    public List<S> states() {
        return registry.states();
    }

    /** Everything registered, as a value that can be compared. */
    public Object snapshot() {
        return registry.snapshot();
    }

    /** What the invariant of that id demands; the machine's own refusals speak for themselves. */
    public String sentence(String id) {
        for (Invariant<Placement> invariant : judge.structural().invariants()) {
            if (invariant.id().equals(id)) {
                return invariant.sentence();
            }
        }
        for (Invariant<Case<S, E>> invariant : judge.domain().invariants()) {
            if (invariant.id().equals(id)) {
                return invariant.sentence();
            }
        }
        return switch (id) {
            case MALFORMED -> "A request says what its room can read.";
            case HALTED -> "In a halted conversation nothing new begins until an operator resumes it.";
            case NOT_HALTED -> "Only what is halted is resumed.";
            default ->
                "The " + room().name() + " machine "
                        + (id.endsWith(".no_transition")
                                ? "has no such move from its present state."
                                : "makes a move only where its own conditions hold.");
        };
    }

    /** The state as programs read it. */
    public Json printed(Verdict<S> verdict) {
        return room().printed(registry, verdict);
    }

    /** Decides, attests and applies one request, and all that the runtime asks for because of it. */
    public Verdict<S> request(Request request) {
        settle();
        return withFollowUps(decide(RequestBounds.kept(request)));
    }

    /** Attests a line that could not even be read as a request. */
    public Verdict<S> malformed(Request asFarAsRead, String reason) {
        settle();
        Request kept = RequestBounds.kept(asFarAsRead);
        Judged<S, E> judged = judge.malformed(registry, kept, reason);
        Hash digest = chain.digest(kept, judged);
        return commit(kept, judged, digest, digest, sink);
    }

    /** Decides and attests what the runtime still has to ask for because of earlier verdicts. */
    public List<Verdict<S>> settle() {
        List<Verdict<S>> settled = List.of();
        while (!owed.isEmpty()) {
            settled = settled.isEmpty() ? new ArrayList<>() : settled;
            settled.add(decide(owed.element()));
        }
        return settled;
    }

    /** What the runtime has to ask for next because of earlier verdicts, or null. */
    @Nullable
    Request owed() {
        return owed.peek();
    }

    /**
     * A recorded request decided again.
     *
     * @param misplaced the structural invariants that its record breaks, by what it claims
     */
    record Again<S>(Verdict<S> verdict, List<Violation> misplaced) {}

    /** Decides a recorded request again, and leaves its follow-ups to the record. */
    Again<S> again(Request request, Claim claim, AttestationSink into) {
        Judged<S, E> judged = judge.judge(registry, request, read(request), chain.lastOrder(), claim);
        Hash derived = chain.digest(request, judged);
        List<Violation> misplaced = judged.misplaced();
        if (claim.proven() && claim.digest() != null && !claim.digest().equals(derived)) {
            misplaced = new ArrayList<>(misplaced);
            misplaced.addAll(judge.contradicted(request, claim.digest(), derived));
        }
        return new Again<>(commit(request, judged, derived, claim.headAfter(derived), into), misplaced);
    }

    /** Attests an unreadable line of a record again. */
    Again<S> malformedAgain(Request asFarAsRead, String reason, Claim claim, AttestationSink into) {
        Judged<S, E> judged = judge.malformed(registry, asFarAsRead, reason);
        Hash derived = chain.digest(asFarAsRead, judged);
        return new Again<>(commit(asFarAsRead, judged, derived, claim.headAfter(derived), into), List.of());
    }

    AttestationSink sink() {
        return sink;
    }

    private Reading<E> read(Request request) {
        return RequestBounds.isCut(request) ? RequestBounds.reading(request) : room().read(request);
    }

    private Verdict<S> decide(Request request) {
        Judged<S, E> judged = judge.judge(registry, request, read(request), chain.lastOrder(), null);
        Hash digest = chain.digest(request, judged);
        return commit(request, judged, digest, digest, sink);
    }

    /** Sink, and only then the move: a sink that throws leaves everything as it was. */
    private Verdict<S> commit(Request request, Judged<S, E> judged, Hash digest, Hash head, AttestationSink into) {
        Attestation attestation = new Attestation(
                series,
                chain.lastOrder() + 1,
                request,
                judged,
                judge.checked(),
                retired.isEmpty() ? List.of() : List.copyOf(retired),
                digest);
        into.accept(attestation);
        chain.advance(head);
        retired.clear();
        apply(judged);
        into.moved(attestation, judged.effects());
        return new Verdict<>(attestation, judged.state(), judged.effects(), List.of());
    }

    /** Where something is owed, it was decided just now: nothing else is decided before it. */
    private void apply(Judged<S, E> judged) {
        owed.poll();
        Case<S, E> decided = judged.decided();
        if (decided == null) {
            return;
        }
        if (judged.decision() == Decision.HALTED) {
            registry.halt(room().scope(registry, decided.present(), decided.request(), decided.event()));
        }
        if (judged.isAllowed() && decided.step() instanceof Step.Moved<S> moved) {
            move(moved);
        }
        List<Request> next = judge.followUps(registry, judged);
        for (int i = next.size() - 1; i >= 0; i--) {
            owed.push(next.get(i));
        }
    }

    @SuppressWarnings("unchecked") // a room puts only its own states alongside
    private void move(Step.Moved<S> moved) {
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

    private Verdict<S> withFollowUps(Verdict<S> verdict) {
        List<Verdict<S>> followed = settle();
        return followed.isEmpty() ? verdict : verdict.followedBy(List.copyOf(followed));
    }
}
