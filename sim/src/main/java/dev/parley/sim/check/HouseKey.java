package dev.parley.sim.check;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.age.Birth;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.household.CalledCommand;
import dev.parley.kernel.people.household.Circumstances;
import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.mode.ModeState;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Two houses with the same key behave alike. The key leaves out what no rule and no machine reads again, and names each
 * person relative to themself, so that twins who have changed places are one house. How many arrivals were announced does
 * not matter as long as they can only be taken back together.
 *
 * <p>A key is one character for each part of the house: its number among the parts seen so far. Most moves leave most
 * parts untouched, and an untouched part is the same object, so it is looked up and not described again.
 */
final class HouseKey {
    private static final int REMEMBERED_MAX = 200_000;

    private final Map<String, Character> numbers = new HashMap<>();
    private final IdentityHashMap<Object, Character> remembered = new IdentityHashMap<>();

    /** The whole house. */
    String of(House house, List<String> twins) {
        return key(house, twins, true);
    }

    /** The house without how people are addressed, whom it greeted and which date it trusts. */
    String core(House house) {
        return key(house, List.of(), false);
    }

    private String key(House house, List<String> twins, boolean whole) {
        StringBuilder key = new StringBuilder(32).append(number(house.modeState(), () -> mode(house.modeState())));
        if (whole) {
            key.append(numbers.computeIfAbsent("date " + house.trustedDate(), _ -> next()));
        }
        String[] alike = new String[twins.size()];
        int found = 0;
        for (Person person : house.people().values()) {
            if (found < alike.length && twins.contains(person.id())) {
                StringBuilder one = new StringBuilder(12);
                person(person, whole, one);
                alike[found++] = one.toString();
            } else {
                person(person, whole, key);
            }
        }
        Arrays.sort(alike, 0, found);
        for (int i = 0; i < found; i++) {
            key.append(alike[i]);
        }
        return key.toString();
    }

    private void person(Person person, boolean whole, StringBuilder key) {
        key.append(number(person.identity(), () -> identity(person.identity())))
                .append(number(person.age(), () -> age(person.age())))
                .append(number(person.facts(), () -> facts(person.facts())))
                .append(number(person.profile(), () -> profile(person.profile())))
                .append(number(person.command(), () -> command(person.command())))
                .append(number(person.delegation(), () -> delegation(person)))
                .append(number(person.consent(), () -> consent(person.consent())));
        Circumstances asked = person.asked();
        key.append(asked == null ? '-' : number(asked, asked::toString));
        if (!person.calls().isEmpty()) {
            key.append(number(person.calls(), () -> calls(person.calls())));
        }
        if (whole) {
            key.append(number(
                            person.addressing(),
                            () -> person.addressing().getClass()
                                    + String.valueOf(person.addressing().asked())))
                    .append(number(person.greeting(), () -> person.greeting().toString()));
        }
    }

    private char number(Object part, Supplier<String> description) {
        Character known = remembered.get(part);
        if (known != null) {
            return known;
        }
        if (remembered.size() > REMEMBERED_MAX) {
            remembered.clear();
        }
        Character number = numbers.computeIfAbsent(description.get(), _ -> next());
        remembered.put(part, number);
        return number;
    }

    private char next() {
        return (char) (numbers.size() + ' ');
    }

    private static String mode(ModeState mode) {
        return mode.company().detected() + String.valueOf(mode.company().announced() > 0);
    }

    /** In a house what speaks for somebody else makes a difference only while the person is unknown. */
    private static String identity(IdentityState identity) {
        return identity.getClass()
                + (identity instanceof IdentityState.Unknown unknown
                        ? String.valueOf(unknown.elsewhere().candidates().isEmpty())
                        : "");
    }

    private static String age(AgeState age) {
        Birth birth = age.birth();
        return "age " + age.ageClass() + (birth == null ? "" : birth.date())
                + (age instanceof AgeState.Unknown unknown && unknown.dropped());
    }

    private static String facts(Facts facts) {
        Json birthdate = facts.get(Update.BIRTHDATE);
        return "facts " + (birthdate == null ? "" : birthdate.text());
    }

    private static String profile(ProfileState profile) {
        Update update = profile.update();
        String value = update != null && update.field().equals(Update.BIRTHDATE)
                ? update.value().text()
                : "";
        return switch (profile) {
            case ProfileState.None _ -> "profile none";
            case ProfileState.Rejected _, ProfileState.Cancelled _ -> "profile over";
            case ProfileState.Approved _ -> "profile approved " + value;
            case ProfileState.PendingValidation(Update open) -> "profile new " + open + open.by() + open.age() + value;
            case ProfileState.PendingConfirmation(Update open) ->
                "profile asked " + open.own() + open.needsVouching() + value;
        };
    }

    private static String command(CommandState command) {
        return switch (command) {
            case CommandState.Idle _ -> "command idle";
            case CommandState.PendingAuthorization(var order) -> "command new " + order;
            case CommandState.PendingConfirmation(var order) -> "command asked " + order;
            case CommandState.Executed executed -> "command released " + (executed.result() != null);
            case CommandState.Denied _, CommandState.Cancelled _ -> "command over";
        };
    }

    private static String calls(Map<String, CalledCommand> calls) {
        StringBuilder all = new StringBuilder("calls");
        calls.forEach((id, called) -> all.append(' ')
                .append(id)
                .append(command(called.state()))
                .append(called.state() instanceof CommandState.Executed executed && executed.started())
                .append(called.asked()));
        return all.toString();
    }

    private static String delegation(Person person) {
        Loan loan = person.delegation().loan();
        String lent = loan == null ? "" : " " + loan.group() + (person.id().equals(loan.by()) ? " self" : " other");
        return switch (person.delegation()) {
            case DelegationState.None _ -> "loan none";
            case DelegationState.PendingConfirmation _ -> "loan asked" + lent;
            case DelegationState.Active _ -> "loan active" + lent;
            case DelegationState.Revoked _, DelegationState.Expired _ -> "loan over" + lent;
        };
    }

    private static String consent(ConsentState consent) {
        return switch (consent) {
            case ConsentState.None _ -> "consent none";
            case ConsentState.Pending(String purpose) -> "consent asked " + purpose;
            case ConsentState.Granted(String purpose, String _) -> "consent granted " + purpose;
            case ConsentState.Expired _, ConsentState.Revoked _ -> "consent over";
        };
    }
}
