package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.greeting.GreetingState;
import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one allowed verdict did to a profile. Only that is kept of it: a conversation knows the rest as it was when it
 * began, and another that is open may have changed it since.
 *
 * @param before as this conversation knew it before the verdict; null for somebody who was not in the house
 * @param after as this conversation knows it since
 * @param field what the verdict set, even to a value that this conversation knew already; null for none
 * @param wished whether the person said how to address them, even if this conversation knew it already
 */
public record ProfileChange(
        String person,
        @Nullable Profile before,
        Profile after,
        @Nullable String field,
        boolean wished) {

    /** What an allowed verdict on this request has changed. */
    public static List<ProfileChange> between(House before, House after, Request decided) {
        List<ProfileChange> changes = new ArrayList<>();
        for (Person person : after.people().values()) {
            boolean isAsked = person.id().equals(decided.target());
            Person earlier = before.person(person.id());
            ProfileChange change = new ProfileChange(
                    person.id(),
                    earlier == null ? null : Profile.of(earlier),
                    Profile.of(person),
                    isAsked && earlier != null ? applied(earlier, decided) : null,
                    isAsked && decided.action().equals("explicit_preference"));
            if (change.isAny()) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static @Nullable String applied(Person earlier, Request decided) {
        Update update = decided.action().equals("applied") ? earlier.profile().update() : null;
        return update == null ? null : update.field();
    }

    private boolean isAny() {
        return field != null || wished || !after.equals(before);
    }

    /** The newest profile of all conversations with this change. Who was added twice stays as they were added first. */
    Profile onto(@Nullable Profile newest) {
        if (newest == null) {
            return after;
        }
        Profile earlier = before;
        return earlier == null
                ? newest
                : new Profile(
                        earlier.role() == after.role() ? newest.role() : after.role(),
                        facts(earlier, newest.facts()),
                        addressing(earlier.addressing(), newest.addressing()),
                        greeting(earlier.greeting(), newest.greeting()));
    }

    /**
     * Whether the book may hold this profile after the newest one because of this change. What other conversations changed
     * later may have been kept in its place.
     */
    public boolean leadsTo(@Nullable Profile newest, Profile written) {
        Profile next = onto(newest);
        if (newest == null || written.equals(next)) {
            return written.equals(next);
        }
        Set<String> fields = new HashSet<>(written.facts().fields());
        fields.addAll(next.facts().fields());
        return fields.stream()
                        .allMatch(each -> isOneOf(
                                written.facts().get(each),
                                next.facts().get(each),
                                newest.facts().get(each)))
                && isOneOf(written.role(), next.role(), newest.role())
                && isOneOf(written.addressing(), next.addressing(), newest.addressing())
                && isOneOf(written.greeting(), next.greeting(), newest.greeting());
    }

    private static boolean isOneOf(@Nullable Object value, @Nullable Object one, @Nullable Object other) {
        return Objects.equals(value, one) || Objects.equals(value, other);
    }

    private Facts facts(Profile earlier, Facts newest) {
        Facts merged = newest;
        for (var fact : after.facts().values().entrySet()) {
            boolean isSet = fact.getKey().equals(field);
            if (isSet || !fact.getValue().equals(earlier.facts().get(fact.getKey()))) {
                merged = merged.with(fact.getKey(), fact.getValue());
            }
        }
        return merged;
    }

    /** That somebody was asked takes no wish away that they told elsewhere. */
    private AddressingState addressing(AddressingState earlier, AddressingState newest) {
        AddressingState later = after.addressing();
        boolean asked = earlier.asked() == later.asked() ? newest.asked() : later.asked();
        Form wish = wish(wished || !Objects.equals(wish(earlier), wish(later)) ? later : newest);
        return wish == null ? new AddressingState.Unknown(asked) : new AddressingState.Confirmed(asked, wish);
    }

    private static @Nullable Form wish(AddressingState addressing) {
        return addressing instanceof AddressingState.Confirmed confirmed ? confirmed.wish() : null;
    }

    private GreetingState greeting(GreetingState earlier, GreetingState newest) {
        GreetingState merged = newest;
        for (LocalDate day : after.greeting().days()) {
            merged = earlier.isGreeted(day) ? merged : merged.greetedOn(day);
        }
        return merged;
    }

    /** Says nothing of what it holds. */
    @Override
    public String toString() {
        return "a change of the profile of " + person;
    }
}
