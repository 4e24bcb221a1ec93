package dev.parley.kernel.people.profile;

import dev.parley.kernel.people.Rule;
import dev.parley.kernel.people.command.ConfirmationRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The guards of a profile. */
public final class ProfileRules {
    public static final String SELF_AGE = "people.profile.self_age";
    public static final String ONE_PENDING = "people.profile.one_pending";
    public static final String OUTSIDE_APPROVED = "people.profile.outside_approved";

    private ProfileRules() {}

    public static List<Rule<ProfileState, ProfileEvent>> all() {
        return List.of(
                new Rule<>(SELF_AGE, "A minor does not change their own age.", ProfileRules::selfAge),
                new Rule<>(ONE_PENDING, "A person has one pending profile update at most.", (state, event) -> {
                    boolean second = event instanceof ProfileEvent.UpdateRequested && state.update() != null;
                    return second ? "another update is pending" : null;
                }),
                new Rule<>(OUTSIDE_APPROVED, "A profile changes in APPROVED only.", (state, event) -> {
                    boolean early = event instanceof ProfileEvent.Applied && !(state instanceof ProfileState.Approved);
                    return early ? "no approved update is there to apply" : null;
                }),
                new Rule<>(
                        ConfirmationRules.IDENTITY,
                        "Nobody vouches for their own unknown age.",
                        ProfileRules::selfVouching),
                new Rule<>(
                        ConfirmationRules.EXPIRED, "A yes to an update counts before its timeout.", (state, event) -> {
                            boolean late = event instanceof ProfileEvent.OwnerConfirmed
                                    && state instanceof ProfileState.Cancelled(boolean expired)
                                    && expired;
                            return late ? "its time is over" : null;
                        }));
    }

    private static @Nullable String selfAge(ProfileState state, ProfileEvent event) {
        boolean minor = event instanceof ProfileEvent.AuthorityVerified verified
                && state instanceof ProfileState.PendingValidation(Update update)
                && update.isAboutAge()
                && update.own()
                && (update.age().isMinor() || verified.age().isMinor());
        return minor ? "a minor asked to change their own age" : null;
    }

    private static @Nullable String selfVouching(ProfileState state, ProfileEvent event) {
        boolean own = event instanceof ProfileEvent.OwnerConfirmed yes
                && yes.own()
                && state instanceof ProfileState.PendingConfirmation(Update update)
                && update.needsVouching();
        return own ? "another confirmed adult who is OWNER or ADMIN must vouch for it" : null;
    }
}
