package dev.parley.kernel.people.delegation;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.delegation.DelegationState.Active;
import dev.parley.kernel.people.delegation.DelegationState.Expired;
import dev.parley.kernel.people.delegation.DelegationState.None;
import dev.parley.kernel.people.delegation.DelegationState.PendingConfirmation;
import dev.parley.kernel.people.delegation.DelegationState.Revoked;
import java.util.List;

/** Permission delegation (section 4, rulings B8 and B14). */
public final class DelegationMachine implements Machine<DelegationState, DelegationEvent> {
    public static final String NO_TRANSITION = "people.delegation.no_transition";

    @Override
    public String name() {
        return "delegation";
    }

    @Override
    public DelegationState initial() {
        return new None();
    }

    @Override
    public Step<DelegationState> step(DelegationState state, DelegationEvent event) {
        return switch (state) {
            case None none -> fromNone(none, event);
            case PendingConfirmation pending -> fromPending(pending, event);
            case Active active -> fromActive(active, event);
            case Revoked _, Expired _ ->
                event instanceof DelegationEvent.Done ? Step.moved(new None()) : refused(state, event);
        };
    }

    private Step<DelegationState> fromNone(None state, DelegationEvent event) {
        return event instanceof DelegationEvent.IntentDetected(Loan loan)
                ? Step.moved(new PendingConfirmation(loan))
                : refused(state, event);
    }

    private Step<DelegationState> fromPending(PendingConfirmation state, DelegationEvent event) {
        return switch (event) {
            case DelegationEvent.OwnerConfirmed yes ->
                yes.named().fits(state.loan())
                        ? Step.moved(new Active(state.loan().lentBy(yes.by())))
                        : refused(state, event);
            case DelegationEvent.TimedOut _ -> Step.moved(new None(true));
            case DelegationEvent.OwnerDeclined _, DelegationEvent.ConversationEnded _ -> Step.moved(new None());
            case DelegationEvent.IntentDetected _, DelegationEvent.Revoked _, DelegationEvent.Done _ ->
                refused(state, event);
        };
    }

    private Step<DelegationState> fromActive(Active state, DelegationEvent event) {
        return switch (event) {
            case DelegationEvent.Revoked revoked ->
                revoked.named().fits(state.loan()) ? Step.moved(new Revoked(state.loan())) : refused(state, event);
            case DelegationEvent.TimedOut _, DelegationEvent.ConversationEnded _ ->
                Step.moved(new Expired(state.loan()));
            case DelegationEvent.IntentDetected _ -> refused(state, event);
            case DelegationEvent.OwnerConfirmed _ -> refused(state, event);
            case DelegationEvent.OwnerDeclined _ -> refused(state, event);
            case DelegationEvent.Done _ -> refused(state, event);
        };
    }

    private Step<DelegationState> refused(DelegationState state, DelegationEvent event) {
        return Step.refused(NO_TRANSITION, "a delegation that is " + printed(state) + " does not take " + label(event));
    }

    @Override
    public List<DelegationEvent> alphabet(DelegationState state) {
        return List.of(
                new DelegationEvent.IntentDetected(new Loan(CommandGroup.SECURITY, "ben", "ana")),
                new DelegationEvent.OwnerConfirmed("ana", false),
                new DelegationEvent.OwnerDeclined(),
                new DelegationEvent.Revoked(),
                new DelegationEvent.TimedOut(),
                new DelegationEvent.ConversationEnded(),
                new DelegationEvent.Done());
    }

    @Override
    public String printed(DelegationState state) {
        return switch (state) {
            case None _ -> "NONE";
            case PendingConfirmation _ -> "PENDING_CONFIRMATION";
            case Active _ -> "ACTIVE";
            case Revoked _ -> "REVOKED";
            case Expired _ -> "EXPIRED";
        };
    }

    @Override
    public String label(DelegationEvent event) {
        return switch (event) {
            case DelegationEvent.IntentDetected _ -> "delegation_intent_detected";
            case DelegationEvent.OwnerConfirmed _ -> "owner_confirmation";
            case DelegationEvent.OwnerDeclined _ -> "owner_denial";
            case DelegationEvent.Revoked _ -> "revoke_command";
            case DelegationEvent.TimedOut _ -> "timeout";
            case DelegationEvent.ConversationEnded _ -> "conversation_end";
            case DelegationEvent.Done _ -> "done";
        };
    }
}
