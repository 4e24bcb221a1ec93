package dev.parley.kernel.people.delegation;

import dev.parley.kernel.people.command.CommandGroup;
import org.jspecify.annotations.Nullable;

/** Which group is lent, by whom and to whom. */
public record Loan(CommandGroup group, String to, String by) {

    /** What an answer says about the loan it is for; what it leaves out fits every loan. */
    public record Named(
            @Nullable CommandGroup group, @Nullable String to) {
        public static final Named NOTHING = new Named(null, null);

        boolean fits(Loan loan) {
            return (group == null || group == loan.group) && (to == null || to.equals(loan.to));
        }
    }
}
