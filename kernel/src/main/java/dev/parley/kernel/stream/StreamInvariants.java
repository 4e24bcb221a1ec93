package dev.parley.kernel.stream;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Case;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Step;
import dev.parley.kernel.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The eight domain invariants in the order of ruling A10: ownership, accessibility, lifecycle, plugin. On a stream whose
 * session has ended only the machine answers, and it refuses everything (ruling A15).
 */
final class StreamInvariants {
    private final InterruptReading reading;

    StreamInvariants(InterruptReading reading) {
        this.reading = reading;
    }

    List<Invariant<Case<Subject, StreamEvent>>> catalogue() {
        return List.of(
                rule(StreamRules.SINGLE_OWNER, Level.REJECT, "A stream has one owner, who alone runs it.", this::owner),
                rule(
                        StreamRules.REQUIRED_FOR_INTERRUPT,
                        Level.REJECT,
                        "Stopping someone's speech takes ownership, or a person's right.",
                        this::interrupt),
                rule(
                        StreamRules.SUPREMACY,
                        Level.HALT,
                        "Nobody but its user switches an accessibility override off.",
                        StreamInvariants::supremacy),
                rule(
                        StreamRules.AUDITABLE,
                        Level.REJECT,
                        "Accessibility changes only by the user's three registered actions.",
                        StreamInvariants::auditable),
                rule(
                        StreamRules.NO_DEAD_INTERRUPT,
                        Level.REJECT,
                        "A stream that has ended is not interrupted.",
                        StreamInvariants::deadInterrupt),
                rule(
                        StreamRules.COMMIT_BOUNDARY,
                        Level.REJECT,
                        "A rollback does not cross the commit.",
                        c -> frozen(c, StreamRules.COMMIT_BOUNDARY)),
                rule(
                        StreamRules.VALID_TRANSITION,
                        Level.REJECT,
                        "A stream follows the rows of its machine.",
                        StreamInvariants::transition),
                rule(
                        StreamRules.IMMUTABILITY,
                        Level.REJECT,
                        "A committed graph stays as it is.",
                        c -> frozen(c, StreamRules.IMMUTABILITY)));
    }

    /**
     * Whether all eight hold, in one expression instead of a walk over the catalogue. It need not ask whether the session
     * has ended: there the machine refuses, and the transition does not hold.
     */
    boolean allHold(Case<Subject, StreamEvent> c) {
        return owner(c) == null
                && interrupt(c) == null
                && supremacy(c) == null
                && auditable(c) == null
                && deadInterrupt(c) == null
                && frozen(c, StreamRules.COMMIT_BOUNDARY) == null
                && transition(c) == null
                && frozen(c, StreamRules.IMMUTABILITY) == null;
    }

    private static Invariant<Case<Subject, StreamEvent>> rule(
            String id, Level level, String sentence, Invariant.Check<Case<Subject, StreamEvent>> check) {
        return new Invariant<>(
                id,
                level,
                sentence,
                c -> isOver(c) && !id.equals(StreamRules.VALID_TRANSITION) ? null : check.failure(c));
    }

    private static boolean isOver(Case<Subject, StreamEvent> c) {
        return c.step() instanceof Step.Refused
                && c.present() instanceof Stream stream
                && Overrides.session(c.view(), stream).ended();
    }

    private @Nullable String owner(Case<Subject, StreamEvent> c) {
        String actor = c.request().actor();
        if (c.present() instanceof Stream stream && c.event() instanceof StreamEvent.Action action) {
            return mayAct(stream, actor, action) ? null : notTheOwner(stream, actor, action);
        }
        boolean stranger = c.event() == StreamEvent.OfSession.SESSION_END
                && c.present() instanceof Session session
                && !Authority.mayEnd(session, actor);
        return stranger ? actor + " is neither the session's user nor system" : null;
    }

    private static boolean mayAct(Stream stream, String actor, StreamEvent.Action action) {
        return switch (action) {
            case StreamEvent.Lifecycle _ -> Authority.mayRun(stream, actor);
            case StreamEvent.Claim _ -> stream.ownership() == null;
            case StreamEvent.Release _, StreamEvent.Transfer _, StreamEvent.Delegate _ -> stream.isOwnedBy(actor);
            case StreamEvent.MutateGraph _, StreamEvent.Rollback _ -> Authority.mayShapeGraph(stream, actor);
            case StreamEvent.Commit _ -> Authority.mayCommit(stream, actor);
            case StreamEvent.Stop _, StreamEvent.Interrupt _, StreamEvent.OfOverride _ -> true;
        };
    }

    private static String notTheOwner(Stream stream, String actor, StreamEvent.Action action) {
        String owner = stream.owner();
        String whose = owner == null ? "nobody owns " + stream.name() : stream.name() + " is owned by " + owner;
        return action instanceof StreamEvent.Claim
                ? whose + ", so it cannot be claimed"
                : whose + ", so " + StreamRules.name(action) + " is not for " + actor;
    }

    private @Nullable String interrupt(Case<Subject, StreamEvent> c) {
        if (!(c.present() instanceof Stream stream)) {
            return null;
        }
        String actor = c.request().actor();
        if (c.event() instanceof StreamEvent.Interrupt interrupt) {
            return Authority.mayInterrupt(c.view(), stream, actor, interrupt.priority(), reading)
                    ? null
                    : noInterrupt(c.view(), stream, actor);
        }
        return c.event() instanceof StreamEvent.Stop && !Authority.mayStop(stream, actor)
                ? actor + " neither owns " + stream.name() + " nor is its user"
                : null;
    }

    private static String noInterrupt(View<Subject> view, Stream stream, String actor) {
        if (Overrides.isActive(view, stream)) {
            return "an accessibility override is active, so only the user and system interrupt " + stream.name();
        }
        return stream.charter().interruptible()
                ? actor + " does not own " + stream.name() + " and has no higher priority than its owner"
                : actor + " does not own " + stream.name() + ", which is not interruptible";
    }

    private static @Nullable String supremacy(Case<Subject, StreamEvent> c) {
        boolean silently = c.present() instanceof Stream stream
                ? c.event() instanceof StreamEvent.OfOverride act
                        && isSilentSwitchOff(act, c.request().actorKind())
                        && Overrides.isActive(c.view(), stream)
                : c.present() instanceof Session session && session.override() != null && !mayEndOverride(c, session);
        return silently
                ? c.request().actor() + " would switch an active override off, which is its user's alone to do"
                : null;
    }

    private static boolean isSilentSwitchOff(StreamEvent.OfOverride act, ActorKind kind) {
        return switch (act) {
            case StreamEvent.DisableOverride _ -> kind != ActorKind.USER;
            case StreamEvent.Tamper tamper -> tamper.switchesOff();
            case StreamEvent.EnableOverride _, StreamEvent.UpdateOverride _ -> false;
        };
    }

    private static boolean mayEndOverride(Case<Subject, StreamEvent> c, Session session) {
        if (c.event() == StreamEvent.OfSession.SESSION_END) {
            return Authority.mayEnd(session, c.request().actor());
        }
        return c.event() != StreamEvent.OfSession.OVERRIDE_END
                || (session.ended() && c.request().actorKind() == ActorKind.SYSTEM);
    }

    private static @Nullable String auditable(Case<Subject, StreamEvent> c) {
        if (c.present() instanceof Stream stream) {
            return c.event() instanceof StreamEvent.OfOverride act ? unregistered(c, stream, act) : null;
        }
        boolean nothingToEnd = c.event() == StreamEvent.OfSession.OVERRIDE_END
                && c.present() instanceof Session session
                && session.override() == null;
        return nothingToEnd ? "the session has no override to end" : null;
    }

    private static @Nullable String unregistered(
            Case<Subject, StreamEvent> c, Stream stream, StreamEvent.OfOverride act) {
        String actor = c.request().actor();
        return switch (act) {
            case StreamEvent.EnableOverride _ ->
                !Authority.isUser(stream, actor)
                        ? notTheUser(stream, actor)
                        : Overrides.isActive(c.view(), stream) ? "an override is active already" : null;
            case StreamEvent.UpdateOverride _ ->
                !Authority.isUser(stream, actor) ? notTheUser(stream, actor) : noneToChange(c, stream);
            case StreamEvent.DisableOverride _ -> unregisteredDisable(c, stream);
            case StreamEvent.Tamper tamper ->
                tamper.switchesOff() && Overrides.isActive(c.view(), stream)
                        ? null
                        : "accessibility was changed from outside by " + actor;
        };
    }

    private static @Nullable String unregisteredDisable(Case<Subject, StreamEvent> c, Stream stream) {
        String actor = c.request().actor();
        if (Authority.isUser(stream, actor)) {
            return noneToChange(c, stream);
        }
        boolean judgedAbove = c.request().actorKind() != ActorKind.USER && Overrides.isActive(c.view(), stream);
        return judgedAbove ? null : notTheUser(stream, actor);
    }

    private static @Nullable String noneToChange(Case<Subject, StreamEvent> c, Stream stream) {
        return Overrides.areChangeable(c.view(), stream, c.request().actor())
                ? null
                : "no override of " + c.request().actor() + " is active";
    }

    private static String notTheUser(Stream stream, String actor) {
        String user = stream.charter().user();
        return actor + " is not " + (user == null ? "a user" : user) + ", whose override it would be";
    }

    private static @Nullable String deadInterrupt(Case<Subject, StreamEvent> c) {
        return c.event() instanceof StreamEvent.Interrupt
                        && c.present() instanceof Stream stream
                        && stream.state().isTerminal()
                ? stream.name() + " is " + stream.state().code() + " and cannot be interrupted"
                : null;
    }

    private static @Nullable String frozen(Case<Subject, StreamEvent> c, String rule) {
        return c.event() instanceof StreamEvent.OfGraph action
                        && c.present() instanceof Stream stream
                        && StreamRules.isFrozen(stream.state())
                        && StreamRules.ofFrozen(action).equals(rule)
                ? StreamRules.tooLate(action)
                : null;
    }

    private static @Nullable String transition(Case<Subject, StreamEvent> c) {
        return c.step() instanceof Step.Refused<Subject>(String _, String reason) ? reason : null;
    }
}
