package dev.parley.kernel.people.household;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.greeting.GreetingState;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What outlives a conversation: role, facts, how the person wants to be addressed and whether they were asked, and the
 * last greeting. Everything else about a person belongs to a conversation and ends with it.
 */
public record Profile(Role role, Facts facts, AddressingState addressing, GreetingState greeting) {

    public static Profile of(Person person) {
        return new Profile(person.role(), person.facts(), kept(person.addressing()), person.greeting());
    }

    /** A guess is not kept: only what the person said, and whether they were asked. */
    private static AddressingState kept(AddressingState addressing) {
        return addressing instanceof AddressingState.Inferred inferred
                ? new AddressingState.Unknown(inferred.asked())
                : addressing;
    }

    public Json.Obj toJson() {
        Json.Obj address = Json.Obj.EMPTY.with("asked", addressing.asked());
        if (addressing instanceof AddressingState.Confirmed(boolean _, Form wish)) {
            address = with(with(address.with("confirmed", true), "name", wish.name()), "gender", wish.gender());
        }
        Json.Obj json = Json.Obj.EMPTY
                .with("role", role.name())
                .with("facts", new Json.Obj(facts.values()))
                .with("addressing", address);
        List<String> greeted = greeting.days().stream().map(LocalDate::toString).toList();
        return greeted.isEmpty() ? json : json.with("greeted", Json.texts(greeted));
    }

    private static Json.Obj with(Json.Obj json, String key, @Nullable String value) {
        return value == null ? json : json.with(key, value);
    }

    /** Reads what {@link #toJson} wrote; null where it is something else. */
    public static @Nullable Profile read(Json.Obj json) {
        Role role = role(json.text("role"));
        if (role == null
                || !(json.get("facts") instanceof Json.Obj facts)
                || !(json.get("addressing") instanceof Json.Obj address)) {
            return null;
        }
        boolean asked = Boolean.TRUE.equals(address.flag("asked"));
        AddressingState addressing = Boolean.TRUE.equals(address.flag("confirmed"))
                ? new AddressingState.Confirmed(asked, new Form(address.text("name"), address.text("gender")))
                : new AddressingState.Unknown(asked);
        return new Profile(role, new Facts(facts.fields()), addressing, greeting(json.get("greeted")));
    }

    private static GreetingState greeting(@Nullable Json days) {
        GreetingState state = new GreetingState.NotGreeted();
        if (days instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                LocalDate day = item instanceof Json.Str(String text) ? Parameters.date(text) : null;
                state = day == null ? state : state.greetedOn(day);
            }
        }
        return state;
    }

    private static @Nullable Role role(@Nullable String name) {
        for (Role role : Role.values()) {
            if (role.name().equals(name)) {
                return role;
            }
        }
        return null;
    }

    /** Says nothing of what it holds. */
    @Override
    public String toString() {
        return "a profile";
    }
}
