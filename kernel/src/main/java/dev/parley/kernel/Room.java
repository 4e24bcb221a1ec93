package dev.parley.kernel;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One room of the house: a machine with its invariants, in the form in which the registrar runs it. Every method is
 * pure.
 *
 * @param <S> the states registered in this room
 * @param <E> the events it understands
 */
public interface Room<S extends Registered, E> {
    String name();

    /** What a conversation records of this room when it opens: all that its rules depend on beside the code. */
    default Json.Obj settings() {
        return Json.Obj.EMPTY;
    }

    /** The same room with the settings that a conversation recorded. */
    default Room<S, E> reopened(Json.Obj settings) {
        return this;
    }

    Reading<E> read(Request request);

    /** The id under which the state that this event is about is registered. Usually the request's target. */
    default String subject(View<S> view, Request request, E event) {
        return request.target();
    }

    /** Which state a request means that could not be understood, as far as it says. */
    default String addressed(Request request) {
        return request.target();
    }

    /** Whether the event registers a new subject. */
    default boolean founds(E event) {
        return false;
    }

    /** The state of a subject that nobody has mentioned yet, or null where it must be founded first. */
    default @Nullable S unmentioned(String subject) {
        return null;
    }

    /** A registered state brought up to date with what it shares with its neighbours. Usually it is itself. */
    default S present(View<S> view, S registered) {
        return registered;
    }

    /** The machine's answer. A founding event finds no present state. */
    Step<S> step(View<S> view, @Nullable S present, E event, Request request);

    /** The room's own invariants, in the order in which they run. */
    List<Invariant<Case<S, E>>> catalogue();

    /**
     * Whether the machine moved and every invariant of the catalogue holds, asked in one expression that a compiler sees
     * through. The registrar walks the catalogue where the answer is no, so a room that has no such expression says no.
     */
    default boolean allHold(Case<S, E> decided) {
        return false;
    }

    /** The conversation that a HALT of this request stops, and whose HALT stops this request (ruling X4). */
    default String scope(View<S> view, @Nullable S present, Request request, E event) {
        return request.target();
    }

    /**
     * Whether this event only ends, reports or takes back something that is under way. A HALT does not stand in its way, so
     * that what runs comes to an end while nothing new begins (rulings X4 and X9).
     */
    default boolean endsOnly(E event) {
        return false;
    }

    /** What the verdict says beside the decision; it is part of what is attested. */
    default Metadata metadata(Case<S, E> decided, Decision decision) {
        return Metadata.NONE;
    }

    /** The same for a request on which the room's rules were not asked: malformed, or impossible by structure. */
    default Metadata unjudged(@Nullable S state) {
        return Metadata.NONE;
    }

    /** What {@code system} asks for by itself after this was allowed, in order. */
    default List<Request> followUps(View<S> view, Case<S, E> decided) {
        return List.of();
    }

    /** What {@code system} asks for by itself after this refusal, in order. */
    default List<Request> afterRefusal(View<S> view, Case<S, E> decided, List<Violation> violations) {
        return List.of();
    }

    /**
     * The events that follow from this verdict, in the order in which they are recorded right after it and the rules that it
     * breaks. A replay derives them again and expects them word for word.
     */
    default List<Event> emits(Attestation attestation, List<? extends Effect> effects) {
        return List.of();
    }

    /** Whether this state has come to its end, so that the registrar may let go of its subject. */
    default boolean isOver(S state) {
        return false;
    }

    /** The target's state after this verdict, as programs read it. */
    Json printed(View<S> view, Verdict<S> verdict);
}
