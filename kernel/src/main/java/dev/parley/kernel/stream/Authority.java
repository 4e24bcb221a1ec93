package dev.parley.kernel.stream;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.View;

/** Who may ask what of a stream (rulings A1, A2, A8 and A15). Every answer is about the actor, none about the state. */
final class Authority {
    private Authority() {}

    /** Whether the actor counts as the stream's user. */
    static boolean isUser(Stream stream, String actor) {
        return Overrides.isUserOf(stream.charter().user(), actor);
    }

    /** Lifecycle belongs to the owner and the runtime; where nobody owns the stream, its user stands in. */
    static boolean mayRun(Stream stream, String actor) {
        return stream.isOwnedBy(actor)
                || ActorKind.of(actor) == ActorKind.SYSTEM
                || (stream.ownership() == null && isUser(stream, actor));
    }

    static boolean mayStop(Stream stream, String actor) {
        return stream.isOwnedBy(actor) || ActorKind.of(actor) == ActorKind.SYSTEM || isUser(stream, actor);
    }

    static boolean mayShapeGraph(Stream stream, String actor) {
        return stream.ownership() == null
                ? mayRun(stream, actor)
                : stream.isOwnedBy(actor) || ActorKind.of(actor) == ActorKind.PLUGIN;
    }

    static boolean mayCommit(Stream stream, String actor) {
        Ownership ownership = stream.ownership();
        return ownership == null
                ? mayRun(stream, actor)
                : stream.isOwnedBy(actor) || ownership.delegates().contains(actor);
    }

    static boolean mayEnd(Session session, String actor) {
        return ActorKind.of(actor) == ActorKind.SYSTEM || Overrides.isUserOf(session.user(), actor);
    }

    static boolean mayInterrupt(
            View<Subject> view, Stream stream, String actor, int priority, InterruptReading reading) {
        if (ActorKind.of(actor) == ActorKind.SYSTEM || isUser(stream, actor)) {
            return true;
        }
        if (Overrides.isActive(view, stream)) {
            return reading == InterruptReading.PROSE;
        }
        Ownership ownership = stream.ownership();
        return stream.isOwnedBy(actor)
                || (ownership != null && stream.charter().interruptible() && priority > ownership.priority());
    }
}
