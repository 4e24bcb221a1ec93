package dev.parley.kernel.people.profile;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.profile.ProfileEvent.Applied;
import dev.parley.kernel.people.profile.ProfileEvent.AuthorityDenied;
import dev.parley.kernel.people.profile.ProfileEvent.AuthorityVerified;
import dev.parley.kernel.people.profile.ProfileEvent.ContextChanged;
import dev.parley.kernel.people.profile.ProfileEvent.Done;
import dev.parley.kernel.people.profile.ProfileEvent.OwnerConfirmed;
import dev.parley.kernel.people.profile.ProfileEvent.OwnerDeclined;
import dev.parley.kernel.people.profile.ProfileEvent.TimedOut;
import dev.parley.kernel.people.profile.ProfileEvent.UpdateRequested;
import dev.parley.kernel.people.profile.ProfileState.Approved;
import dev.parley.kernel.people.profile.ProfileState.Cancelled;
import dev.parley.kernel.people.profile.ProfileState.None;
import dev.parley.kernel.people.profile.ProfileState.PendingConfirmation;
import dev.parley.kernel.people.profile.ProfileState.PendingValidation;
import dev.parley.kernel.people.profile.ProfileState.Rejected;
import java.util.List;

/** Pending profile update (rulings B4 and B5). */
public final class ProfileMachine implements Machine<ProfileState, ProfileEvent> {
    public static final String NO_TRANSITION = "people.profile.no_transition";

    @Override
    public String name() {
        return "profile";
    }

    @Override
    public ProfileState initial() {
        return new None();
    }

    @Override
    public Step<ProfileState> step(ProfileState state, ProfileEvent event) {
        return switch (event) {
            case UpdateRequested(Update update) ->
                state instanceof None ? Step.moved(new PendingValidation(update)) : refused(state, event);
            case AuthorityVerified verified ->
                state instanceof PendingValidation(Update update)
                        ? Step.moved(verified(update.confirmed(verified.needsConfirmation())))
                        : refused(state, event);
            case AuthorityDenied _ ->
                state instanceof PendingValidation ? Step.moved(new Rejected()) : refused(state, event);
            case OwnerConfirmed _ ->
                state instanceof PendingConfirmation(Update update)
                        ? Step.moved(new Approved(update))
                        : refused(state, event);
            case OwnerDeclined _ ->
                state instanceof PendingConfirmation ? Step.moved(new Rejected()) : refused(state, event);
            case TimedOut _ ->
                state instanceof PendingConfirmation ? Step.moved(new Cancelled(true)) : refused(state, event);
            case ContextChanged _ -> isPending(state) ? Step.moved(new Cancelled(false)) : refused(state, event);
            case Applied _ -> state instanceof Approved ? Step.moved(new None()) : refused(state, event);
            case Done _ ->
                state instanceof Rejected || state instanceof Cancelled
                        ? Step.moved(new None())
                        : refused(state, event);
        };
    }

    private static ProfileState verified(Update update) {
        return update.needsConfirmation() || update.needsVouching()
                ? new PendingConfirmation(update)
                : new Approved(update);
    }

    private static boolean isPending(ProfileState state) {
        return state instanceof PendingValidation || state instanceof PendingConfirmation;
    }

    private Step<ProfileState> refused(ProfileState state, ProfileEvent event) {
        return Step.refused(
                NO_TRANSITION, "a profile update that is " + printed(state) + " does not take " + name(event));
    }

    @Override
    public List<ProfileEvent> alphabet(ProfileState state) {
        Update update = new Update("nickname", Json.of("Annie"), "ana", true, false, AgeClass.ADULT);
        return List.of(
                new UpdateRequested(update),
                new AuthorityVerified(false, AgeClass.ADULT),
                new AuthorityVerified(true, AgeClass.ADULT),
                new AuthorityDenied(),
                new OwnerConfirmed("ana", true),
                new OwnerDeclined(),
                new TimedOut(),
                new ContextChanged(),
                new Applied(),
                new Done());
    }

    @Override
    public String printed(ProfileState state) {
        return switch (state) {
            case None _ -> "NONE";
            case PendingValidation _ -> "PENDING_VALIDATION";
            case PendingConfirmation _ -> "PENDING_CONFIRMATION";
            case Approved _ -> "APPROVED";
            case Rejected _ -> "REJECTED";
            case Cancelled _ -> "CANCELLED";
        };
    }

    @Override
    public String label(ProfileEvent event) {
        return event instanceof AuthorityVerified verified
                ? name(event) + (verified.needsConfirmation() ? ", confirmation required" : ", no confirmation")
                : name(event);
    }

    private static String name(ProfileEvent event) {
        return switch (event) {
            case UpdateRequested _ -> "profile_update_requested";
            case AuthorityVerified _ -> "authority_verified";
            case AuthorityDenied _ -> "authority_denied";
            case OwnerConfirmed _ -> "owner_confirmation_received";
            case OwnerDeclined _ -> "owner_confirmation_denied";
            case TimedOut _ -> "timeout";
            case ContextChanged _ -> "context_changed";
            case Applied _ -> "applied";
            case Done _ -> "done";
        };
    }
}
