package dev.parley.app.record;

import dev.parley.kernel.Registered;
import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.ProfileChanged;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.RuneArchive;
import dev.parley.session.people.ProfileChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Derives each profile of a book again: its source conversation is replayed once up to the last event that is named, and
 * what the verdict there changed is compared with the whole profile.
 */
final class ProfileSources {
    private static final String HOUSEHOLD = "household";

    private final RuneArchive archive;
    private final Set<String> held;
    private final Map<String, Profile> newest = new HashMap<>();
    /** By conversation, the events that the book names. */
    private final Map<String, TreeSet<Long>> named = new TreeMap<>();

    private final Map<String, Decided> replayed = new HashMap<>();

    /**
     * What a source conversation leads to.
     *
     * @param changes by event, what was changed there
     * @param start the house of the snapshot that the conversation begins after, empty where there is none
     * @param faultAt the first event that does not verify
     */
    private record Decided(
            Map<Long, List<ProfileChange>> changes,
            House start,
            long faultAt,
            @Nullable String fault) {}

    ProfileSources(RuneArchive archive, Set<String> held, List<Rune> runes) {
        this.archive = archive;
        this.held = held;
        for (Rune rune : runes) {
            RecordSource source = RecordSource.of(rune.payload());
            if (EventCatalogue.is(rune, ProfileChanged.class) && source.conversation() != null) {
                named.computeIfAbsent(source.conversation(), _ -> new TreeSet<>())
                        .add(source.eventId());
            }
        }
    }

    /** Why the next profile of the book does not rest on its verdict, or null. */
    @Nullable
    String fault(Rune rune) {
        String person = String.valueOf(rune.payload().text("person"));
        Profile written = rune.payload().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (written == null) {
            return "no profile";
        }
        Profile before = newest.put(person, written);
        RecordSource source = RecordSource.of(rune.payload());
        String absent = source.absent(archive, held);
        if (absent != null) {
            return absent;
        }
        Decided decided = replayed.computeIfAbsent(String.valueOf(source.conversation()), this::replay);
        if (source.isCompacted(archive)) {
            return atSnapshot(decided, person, before, written)
                    ? null
                    : source + ", which was compacted, and the snapshot after it does not say the same";
        }
        if (decided.fault() != null && decided.faultAt() <= source.eventId()) {
            return source + ", whose record does not verify: " + decided.fault();
        }
        for (ProfileChange change : decided.changes().getOrDefault(source.eventId(), List.of())) {
            if (change.person().equals(person)) {
                return change.leadsTo(before, written) ? null : source + ", which says something else of " + person;
            }
        }
        return source + ", which is another";
    }

    /** The snapshot is later than the event; what gives authority must be in it. */
    private static boolean atSnapshot(Decided decided, String person, @Nullable Profile before, Profile written) {
        Person known = decided.start().person(person);
        boolean keeps = before != null
                && before.role() == written.role()
                && Objects.equals(birthdate(before), birthdate(written));
        return keeps
                || (known != null
                        && known.role() == written.role()
                        && Objects.equals(birthdate(Profile.of(known)), birthdate(written)));
    }

    private static @Nullable Json birthdate(Profile profile) {
        return profile.facts().get("birthdate");
    }

    private Decided replay(String conversation) {
        RecordedConversation recorded = RecordedConversation.read(archive, conversation);
        Map<Long, List<ProfileChange>> changes = new HashMap<>();
        if (recorded.isHeadless()) {
            return new Decided(changes, House.EMPTY, 1, String.valueOf(recorded.fault()));
        }
        TreeSet<Long> wanted = named.getOrDefault(conversation, new TreeSet<>());
        long last = wanted.isEmpty() ? 0 : wanted.getLast();
        Replay replay = recorded.replay();
        House start = house(replay);
        House before = start;
        Request asked = null;
        for (Rune rune : recorded.provable()) {
            if (rune.eventId() > last) {
                break;
            }
            Request request = HOUSEHOLD.equals(VerdictRune.room(rune)) ? VerdictRune.request(rune.payload()) : null;
            if (request != null && !replay.owes(HOUSEHOLD)) {
                before = house(replay);
                asked = request;
            }
            if (!replay.accept(rune)) {
                Divergence found = Objects.requireNonNull(replay.divergence());
                return new Decided(changes, start, found.eventId(), found.where() + " at event " + found.eventId());
            }
            if (request != null && asked != null && wanted.contains(rune.eventId())) {
                changes.put(rune.eventId(), ProfileChange.between(before, house(replay), asked));
            }
        }
        return new Decided(changes, start, Long.MAX_VALUE, null);
    }

    private static House house(Replay replay) {
        for (Registered each : replay.registered(HOUSEHOLD)) {
            if (each instanceof Place place && place.isWhole()) {
                return place.house();
            }
        }
        return House.EMPTY;
    }
}
