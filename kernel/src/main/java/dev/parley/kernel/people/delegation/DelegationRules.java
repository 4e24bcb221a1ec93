package dev.parley.kernel.people.delegation;

import dev.parley.kernel.people.Rule;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.command.ConfirmationRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The guards of a delegation. */
public final class DelegationRules {
    private DelegationRules() {}

    public static List<Rule<DelegationState, DelegationEvent>> all() {
        return List.of(
                new Rule<>(ConfirmationRules.IDENTITY, "Only the one who lends confirms the loan.", (state, event) -> {
                    boolean another = event instanceof DelegationEvent.OwnerConfirmed yes
                            && state instanceof DelegationState.PendingConfirmation(Loan loan)
                            && (yes.impersonated() || !isLender(yes.by(), loan));
                    return another ? "somebody else would lend the group" : null;
                }),
                new Rule<>(ConfirmationRules.EXPIRED, "A yes to a loan counts before its timeout.", (state, event) -> {
                    boolean late = event instanceof DelegationEvent.OwnerConfirmed
                            && state instanceof DelegationState.None(boolean expired)
                            && expired;
                    return late ? "its time is over" : null;
                }));
    }

    /** Where nobody was known to lend, everybody may but the one who would receive it. */
    private static boolean isLender(@Nullable String sayer, Loan loan) {
        if (sayer == null) {
            return true;
        }
        return loan.by() == null ? !Speaker.isSame(sayer, loan.to()) : sayer.equals(loan.by());
    }
}
