package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.greeting.GreetingState;
import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Somebody the house knows.
 *
 * @param confirmed whether their identity is confirmed from the start
 * @param facts what their profile holds beside the birthdate, by field
 * @param memories what they once told the house in passing
 * @param pin what proves a claim to be this person; it is told to nobody and recorded nowhere
 */
public record Resident(
        String id,
        String role,
        @Nullable LocalDate birthdate,
        boolean confirmed,
        Map<String, String> facts,
        List<String> memories,
        @Nullable String pin) {

    public Resident {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        memories = List.copyOf(memories);
    }

    public Resident(String id, String role, @Nullable LocalDate birthdate, boolean confirmed) {
        this(id, role, birthdate, confirmed, Map.of(), List.of(), null);
    }

    /** Says nothing of the PIN. */
    @Override
    public String toString() {
        return id + " (" + role + ")";
    }

    public Resident confirmed(boolean now) {
        return new Resident(id, role, birthdate, now, facts, memories, pin);
    }

    /** What the house is told when this person moves in. */
    public Json.Obj described() {
        Json.Obj who = Json.Obj.EMPTY.with("person", id).with("role", role);
        if (!facts.isEmpty()) {
            return who.with("profile", profile());
        }
        return birthdate == null ? who : who.with(Update.BIRTHDATE, birthdate.toString());
    }

    private Json.Obj profile() {
        Facts known = Facts.NONE;
        for (Map.Entry<String, String> each : facts.entrySet()) {
            known = known.with(each.getKey(), Json.of(each.getValue()));
        }
        if (birthdate != null) {
            known = known.with(Update.BIRTHDATE, Json.of(birthdate.toString()));
        }
        return new Profile(
                        Role.valueOf(role), known, new AddressingState.Unknown(false), new GreetingState.NotGreeted())
                .toJson();
    }
}
