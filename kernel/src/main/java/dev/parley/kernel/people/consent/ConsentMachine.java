package dev.parley.kernel.people.consent;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.consent.ConsentState.Expired;
import dev.parley.kernel.people.consent.ConsentState.Granted;
import dev.parley.kernel.people.consent.ConsentState.None;
import dev.parley.kernel.people.consent.ConsentState.Outcome;
import dev.parley.kernel.people.consent.ConsentState.Pending;
import dev.parley.kernel.people.consent.ConsentState.Revoked;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Consent (section 5, ruling B7). */
public final class ConsentMachine implements Machine<ConsentState, ConsentEvent> {
    public static final String NO_TRANSITION = "people.consent.no_transition";

    @Override
    public String name() {
        return "consent";
    }

    @Override
    public ConsentState initial() {
        return new None(null);
    }

    @Override
    public Step<ConsentState> step(ConsentState state, ConsentEvent event) {
        return switch (state) {
            case None _ ->
                event instanceof ConsentEvent.Requested(String purpose)
                        ? Step.moved(new Pending(purpose))
                        : refused(state, event);
            case Pending pending -> fromPending(pending, event);
            case Granted granted -> fromGranted(granted, event);
            case Expired _, Revoked _ ->
                event instanceof ConsentEvent.Done ? Step.moved(new None(null)) : refused(state, event);
        };
    }

    private Step<ConsentState> fromPending(Pending state, ConsentEvent event) {
        return switch (event) {
            case ConsentEvent.Granted(String purpose, String by)
            when isMeant(purpose, state.purpose()) -> Step.moved(new Granted(state.purpose(), by));
            case ConsentEvent.Denied(String purpose)
            when isMeant(purpose, state.purpose()) -> Step.moved(new None(Outcome.DENIED));
            case ConsentEvent.TimedOut _ -> Step.moved(new None(Outcome.TIMED_OUT));
            case ConsentEvent.Requested _ -> refused(state, event);
            case ConsentEvent.Granted _ -> refused(state, event);
            case ConsentEvent.Denied _ -> refused(state, event);
            case ConsentEvent.ConversationEnded _ -> refused(state, event);
            case ConsentEvent.Revoked _ -> refused(state, event);
            case ConsentEvent.Done _ -> refused(state, event);
        };
    }

    private Step<ConsentState> fromGranted(Granted state, ConsentEvent event) {
        return switch (event) {
            case ConsentEvent.ConversationEnded _ -> Step.moved(new Expired(state.purpose()));
            case ConsentEvent.Revoked(String purpose)
            when isMeant(purpose, state.purpose()) -> Step.moved(new Revoked(state.purpose()));
            case ConsentEvent.Requested _ -> refused(state, event);
            case ConsentEvent.Granted _ -> refused(state, event);
            case ConsentEvent.Denied _ -> refused(state, event);
            case ConsentEvent.TimedOut _ -> refused(state, event);
            case ConsentEvent.Revoked _ -> refused(state, event);
            case ConsentEvent.Done _ -> refused(state, event);
        };
    }

    private static boolean isMeant(@Nullable String named, String purpose) {
        return named == null || named.equals(purpose);
    }

    private Step<ConsentState> refused(ConsentState state, ConsentEvent event) {
        return Step.refused(NO_TRANSITION, "a consent that is " + printed(state) + " does not take " + label(event));
    }

    @Override
    public List<ConsentEvent> alphabet(ConsentState state) {
        return List.of(
                new ConsentEvent.Requested("recording"),
                new ConsentEvent.Granted(null, "ana"),
                new ConsentEvent.Denied(null),
                new ConsentEvent.TimedOut(),
                new ConsentEvent.ConversationEnded(),
                new ConsentEvent.Revoked(null),
                new ConsentEvent.Done());
    }

    @Override
    public String printed(ConsentState state) {
        return switch (state) {
            case None _ -> "NONE";
            case Pending _ -> "PENDING";
            case Granted _ -> "GRANTED";
            case Expired _ -> "EXPIRED";
            case Revoked _ -> "REVOKED";
        };
    }

    @Override
    public String label(ConsentEvent event) {
        return switch (event) {
            case ConsentEvent.Requested _ -> "consent_request";
            case ConsentEvent.Granted _ -> "explicit_grant";
            case ConsentEvent.Denied _ -> "explicit_denial";
            case ConsentEvent.TimedOut _ -> "timeout";
            case ConsentEvent.ConversationEnded _ -> "conversation_end";
            case ConsentEvent.Revoked _ -> "revoke";
            case ConsentEvent.Done _ -> "done";
        };
    }
}
