package dev.parley.kernel.people.delegation;

import dev.parley.kernel.people.command.CommandGroup;
import org.jspecify.annotations.Nullable;

/**
 * Which group is lent, by whom and to whom.
 *
 * @param by who lends it, or null until somebody has said yes to it
 */
public record Loan(CommandGroup group, String to, @Nullable String by) {

    /** The same loan, by whoever said yes to it if nobody was known to lend it. */
    public Loan lentBy(@Nullable String lender) {
        return by == null ? new Loan(group, to, lender) : this;
    }

    /** What an answer says about the loan it is for; what it leaves out fits every loan. */
    public record Named(
            @Nullable CommandGroup group, @Nullable String to) {
        public static final Named NOTHING = new Named(null, null);

        boolean fits(Loan loan) {
            return (group == null || group == loan.group) && (to == null || to.equals(loan.to));
        }
    }
}
