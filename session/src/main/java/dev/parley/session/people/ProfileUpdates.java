package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.speak.SpeechStreams;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What people have the house keep about themselves. Its callers keep each other out. */
final class ProfileUpdates {
    private final Asking house;
    private final Function<String, @Nullable Person> people;

    /** Where a question to the profile machine goes. */
    interface Asking {
        Verdict<Place> ask(String actor, String target, String action, Json.Obj parameters);
    }

    ProfileUpdates(Asking house, Function<String, @Nullable Person> people) {
        this.house = house;
        this.people = people;
    }

    /** A person asks for a change of their own profile; what is approved is applied. */
    void remember(String id, String field, String value) {
        change(id, id, field, Json.of(value));
    }

    /** Somebody asks for a change of a profile, their own or another's. What came of an earlier one is over. */
    Verdict<Place> change(String by, String id, String field, Json value) {
        setAside(id);
        Json.Obj update = Json.Obj.EMPTY.with("field", field).with("value", value);
        Verdict<Place> verdict = house.ask(
                SpeechStreams.actor(by),
                id,
                "profile_update_requested",
                by.equals(id) ? update : update.with("by", by));
        settle(id);
        return verdict;
    }

    /** A person has asked for a change at once otherwise than in words, or something else happened to people. */
    void changed(PeopleChanged event, Runnable otherwise) {
        Json.Obj wanted = event.parameters();
        Json value = wanted.get("value");
        String field = wanted.text("field");
        boolean isChange = event.machine().equals("profile") && event.action().equals("profile_update_requested");
        boolean waits = event.by().isEmpty() || wanted.get("confirmation_required") != null;
        if (isChange && !waits && field != null && value != null) {
            change(event.by(), event.target(), field, value);
        } else {
            otherwise.run();
        }
    }

    /**
     * Somebody asks that nothing be known of this person but when they were born, which the rules rest on.
     *
     * @param elsewhere the fields that they told in other conversations
     */
    void clear(String by, Person person, Set<String> elsewhere) {
        Set<String> fields = new TreeSet<>(person.facts().fields());
        fields.addAll(elsewhere);
        fields.remove(Update.BIRTHDATE);
        fields.forEach(field -> change(by, person.id(), field, Json.Null.NULL));
    }

    /**
     * What this conversation knows of this person and the house no longer does was deleted in another one, as the rune
     * before this says, which was imported.
     *
     * @param kept the fields that the house knows
     */
    void forgetAllBut(Set<String> kept, Person person) {
        Set<String> gone = new TreeSet<>(person.facts().fields());
        gone.removeIf(field -> person.facts().get(field) instanceof Json.Null);
        gone.removeAll(kept);
        gone.remove(Update.BIRTHDATE);
        if (!gone.isEmpty()) {
            List<Json> fields =
                    gone.stream().map(field -> (Json) Json.of(field)).toList();
            house.ask(
                    SessionHousehold.SYSTEM,
                    person.id(),
                    "profile_forgotten",
                    Json.Obj.EMPTY.with("fields", Json.of(fields)));
        }
    }

    /** Somebody who looks after others says that what waits is true. */
    Verdict<Place> vouch(String by, String id, long words) {
        Json.Obj parameters = Json.Obj.EMPTY.with("by", by).with(ToolRequests.ANSWER, words);
        Verdict<Place> verdict = house.ask(SpeechStreams.actor(by), id, "owner_confirmation_received", parameters);
        settle(id);
        return verdict;
    }

    /** What is approved is applied, and what was refused or dropped is over. */
    void settle(String id) {
        if (state(id) instanceof ProfileState.Approved) {
            house.ask(SessionHousehold.SYSTEM, id, "applied", Json.Obj.EMPTY);
        }
        setAside(id);
    }

    /** An update that was refused, or for which nobody vouched in time, stands in the way of no other. */
    private void setAside(String id) {
        ProfileState state = state(id);
        if (state instanceof ProfileState.Cancelled || state instanceof ProfileState.Rejected) {
            house.ask(SessionHousehold.SYSTEM, id, "done", Json.Obj.EMPTY);
        }
    }

    private @Nullable ProfileState state(String id) {
        Person known = people.apply(id);
        return known == null ? null : known.profile();
    }

    /** What the profile of this person says, or null where it says nothing. */
    @Nullable
    String fact(String id, String field) {
        Person known = people.apply(id);
        return known != null && known.facts().get(field) instanceof Json.Str(String text) ? text : null;
    }
}
