package dev.parley.sim.check;

import dev.parley.kernel.Emit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.Circumstances;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseFold.Move;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.mode.Mode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is proved of every move. The properties are written from what a house may do, without asking the rules that make
 * it so.
 */
public final class Properties {
    private final Catalogue catalogue;

    private Properties(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    public static List<Property> all(Catalogue catalogue) {
        Properties properties = new Properties(catalogue);
        return List.of(
                new Property("no high-risk command for a minor or an unknown age", properties::minor),
                new Property("nothing runs for a person who is not confirmed", properties::unconfirmed),
                new Property("no high-risk command without the asker's own confirmation", properties::unasked),
                new Property("no high-risk command before strangers", properties::strangers),
                new Property("no high-risk command in another situation than it was asked for", properties::situation),
                new Property("nothing runs without a role or an active loan", properties::loan),
                new Property("nothing runs without the consent it needs", properties::consent),
                new Property("nothing runs that is not listed", properties::unlisted),
                new Property("no dispatch without a yes of its own for a high-risk command", properties::calls),
                new Property("no yes outlives the company in which it was given", properties::company),
                new Property("no confirmed identity is lost to time", properties::downgrade),
                new Property("no minor changes their own age", properties::ownAge),
                new Property("no greeting reveals a minor, an ambiguous person, or comes twice", properties::greeting));
    }

    /** The person whose command this move lets past authorisation or releases, or null where it does neither. */
    private @Nullable Person passed(Move move) {
        Person before = move.before().person(move.request().target());
        Person after = move.after().person(move.request().target());
        boolean isPast = after != null
                && before != null
                && !before.command().equals(after.command())
                && (after.command() instanceof CommandState.PendingConfirmation
                        || (after.command() instanceof CommandState.Executed executed && executed.result() == null));
        return isPast ? after : null;
    }

    private @Nullable Person released(Move move) {
        Person person = passed(move);
        return person != null && person.command() instanceof CommandState.Executed ? person : null;
    }

    private boolean isHighRisk(Person person) {
        Order order = person.command().order();
        CommandSpec spec = spec(person);
        return order != null && (order.needsConfirmation() || (spec != null && spec.confirmation()));
    }

    private @Nullable CommandSpec spec(Person person) {
        Order order = person.command().order();
        return order == null ? null : catalogue.command(order.command());
    }

    private @Nullable String minor(Move move) {
        Person person = passed(move);
        return person != null && isHighRisk(person) && person.ageClass() != AgeClass.ADULT
                ? person.id() + " is " + person.ageClass()
                : null;
    }

    private @Nullable String unconfirmed(Move move) {
        Person person = released(move);
        return person != null && !person.identity().isConfirmed() ? person.id() + " is not confirmed" : null;
    }

    private @Nullable String unasked(Move move) {
        Person person = released(move);
        if (person == null || !isHighRisk(person)) {
            return null;
        }
        Order order = person.command().order();
        boolean isYes = move.request().action().equals("confirmation_received")
                && order != null
                && Objects.equals(order.command(), move.request().parameters().text("command"));
        String speaker = Speaker.named(move.request());
        boolean isOwn = (speaker == null || speaker.equals(person.id())) && !Speaker.isImpersonated(move.request());
        return isYes && isOwn ? null : person.id() + " did not say yes to it";
    }

    private @Nullable String strangers(Move move) {
        Person person = released(move);
        return person != null && isHighRisk(person) && move.before().mode() == Mode.SHARED_UNVERIFIED
                ? "the mode is " + move.before().mode()
                : null;
    }

    private @Nullable String situation(Move move) {
        Person person = released(move);
        Person before = move.before().person(move.request().target());
        Circumstances asked = before == null ? null : before.asked();
        boolean isOther = person != null
                && isHighRisk(person)
                && (asked == null || asked.mode() != move.before().mode() || asked.age() != person.ageClass());
        return isOther ? "the situation has changed" : null;
    }

    private @Nullable String loan(Move move) {
        Person person = released(move);
        CommandSpec spec = person == null ? null : spec(person);
        if (person == null || spec == null || catalogue.isOpenTo(person.role(), spec.group())) {
            return null;
        }
        boolean isLent =
                person.delegation() instanceof DelegationState.Active(Loan loan) && loan.group() == spec.group();
        return isLent ? null : person.id() + " has no active loan of " + spec.group();
    }

    private @Nullable String consent(Move move) {
        Person person = released(move);
        CommandSpec spec = person == null ? null : spec(person);
        String purpose = spec == null ? null : spec.consentPurpose();
        return person != null && purpose != null && !person.consent().covers(purpose)
                ? person.id() + " has not consented"
                : null;
    }

    private @Nullable String unlisted(Move move) {
        Person person = released(move);
        return person != null && spec(person) == null ? "the catalogue does not list it" : null;
    }

    /**
     * B17, move by move: a call is released by a yes that names it, its arguments and its question, and by nothing else;
     * it is dispatched once, after that, in the company in which it was asked for.
     */
    private @Nullable String calls(Move move) {
        for (Person person : move.after().people().values()) {
            for (Map.Entry<String, CalledCommand> each : person.calls().entrySet()) {
                Person before = move.before().person(person.id());
                CalledCommand was = before == null ? null : before.calls().get(each.getKey());
                String wrong = each.getValue().state() instanceof CommandState.Executed now
                        ? dispatched(move, person, each.getKey(), now, was)
                        : null;
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    private @Nullable String dispatched(
            Move move, Person person, String call, CommandState.Executed now, @Nullable CalledCommand was) {
        CommandSpec spec = catalogue.command(now.order().command());
        boolean isHighRisk = now.order().needsConfirmation() || (spec != null && spec.confirmation());
        Json.Obj said = move.request().parameters();
        boolean isNamed = move.request().target().equals(person.id()) && call.equals(said.text("call"));
        CommandState.Executed before =
                was != null && was.state() instanceof CommandState.Executed executed ? executed : null;
        if (before == null && isHighRisk) {
            boolean isYes = move.request().action().equals("confirmation_received")
                    && isNamed
                    && move.request().actor().equals("user_" + person.id())
                    && Objects.equals(
                            said.text("arguments"), now.order().binding().arguments())
                    && Objects.equals(
                            said.text("question"), now.order().binding().question());
            return isYes ? null : call + " was released without a yes of its own";
        }
        if (!now.started() || (before != null && before.started())) {
            return null;
        }
        Circumstances asked = was == null ? null : was.asked();
        boolean isSame = asked != null
                && asked.company().equals(move.before().modeState().company())
                && move.before().mode() != Mode.SHARED_UNVERIFIED;
        boolean isOwn = move.request().action().equals("execution_started") && isNamed && person.isConfirmedAdult();
        return before != null && isNamed && (!isHighRisk || (isOwn && isSame)) ? null : call + " may not be dispatched";
    }

    /** The house takes a yes back before it hears anything else. */
    private @Nullable String company(Move move) {
        boolean isChange = "mode".equals(move.request().machine())
                || move.request().action().equals("context_changed");
        for (Person person :
                isChange ? List.<Person>of() : move.before().people().values()) {
            for (CalledCommand called : person.calls().values()) {
                Circumstances asked = called.asked();
                boolean isStale = called.state() instanceof CommandState.Executed yes
                        && yes.isUnusedYes()
                        && (asked == null
                                || !asked.company()
                                        .equals(move.before().modeState().company()));
                if (isStale) {
                    return person.id() + " said yes in other company";
                }
            }
        }
        return null;
    }

    private @Nullable String downgrade(Move move) {
        Person before = move.before().person(move.request().target());
        Person after = move.after().person(move.request().target());
        boolean isLost = before != null
                && after != null
                && before.identity().isConfirmed()
                && !after.identity().isConfirmed()
                && move.request().action().endsWith("timeout");
        return isLost ? after + " was confirmed" : null;
    }

    private @Nullable String ownAge(Move move) {
        Person before = move.before().person(move.request().target());
        boolean isOwn = before != null
                && move.request().action().equals("applied")
                && before.profile().update() != null
                && before.profile().update().isAboutAge()
                && before.profile().update().own()
                && before.profile().update().age().isMinor();
        return isOwn ? before + " is a minor" : null;
    }

    private @Nullable String greeting(Move move) {
        boolean isGreeting = move.effects().stream().anyMatch(effect -> effect instanceof Emit);
        Person person = move.before().person(move.request().target());
        if (!isGreeting || person == null) {
            return null;
        }
        House house = move.before();
        if (house.mode().isShared() && person.ageClass() != AgeClass.ADULT) {
            return person + " is not an adult and others are present";
        }
        if (person.identity() instanceof IdentityState.Ambiguous) {
            return person + " is ambiguous";
        }
        return person.greeting().isGreeted(move.request().at().toLocalDate()) ? person + " was greeted before" : null;
    }
}
