package dev.parley.kernel.people.delegation;

import dev.parley.kernel.people.Rule;
import dev.parley.kernel.people.command.ConfirmationRules;
import java.util.List;

/** The guards of a delegation. */
public final class DelegationRules {
    private DelegationRules() {}

    public static List<Rule<DelegationState, DelegationEvent>> all() {
        return List.of(new Rule<>(
                ConfirmationRules.IDENTITY, "Only the one who lends confirms the loan.", (state, event) -> {
                    boolean another = event instanceof DelegationEvent.OwnerConfirmed yes
                            && state instanceof DelegationState.PendingConfirmation(Loan loan)
                            && (yes.impersonated()
                                    || (yes.by() != null && !yes.by().equals(loan.by())));
                    return another ? "somebody else would lend the group" : null;
                }));
    }
}
