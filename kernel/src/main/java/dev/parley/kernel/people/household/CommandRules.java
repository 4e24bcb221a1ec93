package dev.parley.kernel.people.household;

import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.mode.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may have what done (rulings B8 and B13). The rules run when a command would be authorised, again when it would be
 * released by a confirmation, and again at the moment of dispatch (ruling B17).
 */
final class CommandRules {
    static final String UNLISTED = "people.command.unlisted";
    static final String UNCONFIRMED = "people.command.unconfirmed";
    static final String MINOR = "people.command.minor";
    static final String UNVERIFIED_COMPANY = "people.command.unverified_company";
    static final String ROLE = "people.command.role";
    static final String DELEGATION = "people.command.delegation";
    static final String CONSENT = "people.command.consent";

    private CommandRules() {}

    /** A command about to be authorised or released. */
    private record Release(
            Moment moment,
            Person person,
            Order order,
            @Nullable CommandSpec spec) {
        boolean isHighRisk() {
            return order.needsConfirmation() || (spec != null && spec.confirmation());
        }

        boolean isOpenByRole() {
            return spec == null || moment.catalogue().isOpenTo(person.role(), spec.group());
        }
    }

    private interface Check {
        @Nullable
        String failure(Release release);
    }

    static List<HouseRule> all() {
        return List.of(
                rule(
                        UNLISTED,
                        "What the catalogue does not list never runs.",
                        release -> release.spec() == null
                                ? "the catalogue does not list "
                                        + release.order().command()
                                : null),
                rule(UNCONFIRMED, "Only a confirmed person has anything done.", CommandRules::unconfirmed),
                rule(
                        MINOR,
                        "Nobody runs a high-risk command who is not known to be an adult.",
                        release -> release.isHighRisk()
                                        && release.person().ageClass().isProtected()
                                ? "the command is high-risk and "
                                        + release.person().id() + " is not known to be an adult"
                                : null),
                rule(
                        UNVERIFIED_COMPANY,
                        "No high-risk command runs before strangers.",
                        release ->
                                release.isHighRisk() && release.moment().house().mode() == Mode.SHARED_UNVERIFIED
                                        ? "the command is high-risk and someone unknown is present"
                                        : null),
                rule(ROLE, "A group is open to a role, or lent to the person.", CommandRules::role),
                rule(DELEGATION, "A loan counts only while it is active, and for its own group.", CommandRules::loan),
                rule(CONSENT, "A command with a purpose needs the person's consent to it.", CommandRules::consent),
                new HouseRule(
                        ROLE, "Only OWNER and ADMIN lend, and only what their own role opens.", CommandRules::lends),
                new HouseRule(DELEGATION, "What was lent is never lent on.", CommandRules::lends));
    }

    private static HouseRule rule(String id, String sentence, Check check) {
        return new HouseRule(id, sentence, HouseEvent.OfCommand.class, moment -> {
            Release release = release(moment);
            return release == null ? null : check.failure(release);
        });
    }

    private static @Nullable Release release(Moment moment) {
        Person person = moment.person();
        if (person == null || !(moment.event() instanceof HouseEvent.OfCommand(CommandEvent event))) {
            return null;
        }
        boolean isGrant = event instanceof CommandEvent.AuthorizationGranted
                && person.command() instanceof CommandState.PendingAuthorization;
        boolean isYes = event instanceof CommandEvent.ConfirmationReceived
                && (person.command() instanceof CommandState.PendingConfirmation
                        || person.command().isWithdrawn());
        boolean isStart = event instanceof CommandEvent.ExecutionStarted
                && person.command() instanceof CommandState.Executed released
                && !released.started();
        Order order = person.command().order();
        return order != null && (isGrant || isYes || isStart)
                ? new Release(moment, person, order, moment.catalogue().command(order.command()))
                : null;
    }

    private static @Nullable String unconfirmed(Release release) {
        if (!release.order().by().equals(release.person().id())) {
            return "it was not " + release.person().id() + " who asked";
        }
        return release.person().isConfirmed() ? null : release.person().id() + " is not confirmed";
    }

    private static @Nullable String role(Release release) {
        CommandSpec spec = release.spec();
        Loan loan = release.person().delegation().loan();
        return spec == null || release.isOpenByRole() || (loan != null && loan.group() == spec.group())
                ? null
                : spec.group() + " is not open to " + release.person().role();
    }

    private static @Nullable String loan(Release release) {
        CommandSpec spec = release.spec();
        return spec == null
                        || release.isOpenByRole()
                        || isLent(release.person(), spec.group())
                        || release.person().delegation() instanceof DelegationState.None
                ? null
                : "no active loan of " + spec.group() + " to "
                        + release.person().id();
    }

    static boolean isLent(Person person, CommandGroup group) {
        return person.delegation() instanceof DelegationState.Active(Loan loan) && loan.group() == group;
    }

    private static @Nullable String consent(Release release) {
        String purpose = release.spec() == null ? null : release.spec().consentPurpose();
        return purpose == null || release.person().consent().covers(purpose)
                ? null
                : release.person().id() + " has not consented to " + purpose;
    }

    /** Whether the lender may lend, at the intent and again at the confirmation. */
    private static @Nullable String lends(Moment moment) {
        Loan loan = loan(moment);
        if (loan == null) {
            return null;
        }
        if (loan.by() == null) {
            return isIntent(moment) ? null : "nobody is known to lend it";
        }
        Person lender = moment.house().person(loan.by());
        if (lender != null && !lender.role().looksAfterOthers()) {
            return loan.by() + " is " + lender.role() + ", and only OWNER and ADMIN lend";
        }
        return lender != null && moment.catalogue().isOpenTo(lender.role(), loan.group())
                ? null
                : loan.by() + " has no " + loan.group() + " to lend";
    }

    private static boolean isIntent(Moment moment) {
        return moment.event() instanceof HouseEvent.OfDelegation(DelegationEvent.IntentDetected _);
    }

    private static @Nullable Loan loan(Moment moment) {
        if (moment.person() == null || !(moment.event() instanceof HouseEvent.OfDelegation(DelegationEvent event))) {
            return null;
        }
        return switch (event) {
            case DelegationEvent.IntentDetected(Loan loan) -> loan;
            case DelegationEvent.OwnerConfirmed yes ->
                moment.person().delegation() instanceof DelegationState.PendingConfirmation(Loan loan)
                        ? loan.lentBy(yes.by())
                        : null;
            case DelegationEvent.OwnerDeclined _ -> null;
            case DelegationEvent.Revoked _ -> null;
            case DelegationEvent.TimedOut _ -> null;
            case DelegationEvent.ConversationEnded _ -> null;
            case DelegationEvent.Done _ -> null;
        };
    }

    /** Whether a command of this person rests on this loan alone. */
    static boolean restsOn(Person person, CommandState command, Loan loan, Catalogue catalogue) {
        Order order = command.order();
        CommandSpec spec = order == null ? null : catalogue.command(order.command());
        return spec != null && spec.group() == loan.group() && !catalogue.isOpenTo(person.role(), spec.group());
    }
}
