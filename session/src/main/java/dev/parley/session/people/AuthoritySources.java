package dev.parley.session.people;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.ProfileChanged;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.people.profile.Update;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Head;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.session.people.ProfileStore.Source;
import dev.parley.session.record.RecordStart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks what gives authority in the profiles of a book: the role, and the birthdate from which the age follows. It takes
 * the runes of the book in their order. A value that a rune changes must be the one of the configuration, or the one of an
 * allowed verdict that is found at the source which the rune names. Each verdict counts once per person, and adding a person
 * counts only for a person who is not in the book, so that an old value cannot be put back by copying its rune.
 *
 * <p>A rune that was written while the log was closed does not count until it is adopted, whatever it changes, and is no source.
 *
 * <p>A source is read only where a role or a birthdate changes and the configuration does not say the same: at most {@value #AROUND}
 * runes on each side of the event that is named.
 */
public final class AuthoritySources {
    private static final int AROUND = 16;
    private static final String HOUSEHOLD = "household";

    private final Records records;
    private final Map<String, Authority> configured = new HashMap<>();
    private final Map<String, Authority> accepted = new HashMap<>();
    private final Set<List<Object>> used = new HashSet<>();

    /** The records that sources are read from. */
    public interface Records {
        Head head(String conversation);

        RuneReader read(String conversation, long after);

        @Nullable
        Snapshot base(String conversation) throws IOException;

        /** Whether the event was written while the log was closed. */
        boolean isUnaccounted(String conversation, long eventId);

        static Records of(Runelog log) {
            return new Records() {
                @Override
                public Head head(String conversation) {
                    return log.head(conversation);
                }

                @Override
                public RuneReader read(String conversation, long after) {
                    return log.read(conversation, after);
                }

                @Override
                public @Nullable Snapshot base(String conversation) throws IOException {
                    return log.base(conversation);
                }

                @Override
                public boolean isUnaccounted(String conversation, long eventId) {
                    return log.isUnaccounted(conversation, eventId);
                }
            };
        }

        static Records of(RuneArchive archive) {
            return new Records() {
                @Override
                public Head head(String conversation) {
                    return archive.head(conversation);
                }

                @Override
                public RuneReader read(String conversation, long after) {
                    return archive.read(conversation, after);
                }

                @Override
                public @Nullable Snapshot base(String conversation) throws IOException {
                    return archive.base(conversation);
                }

                @Override
                public boolean isUnaccounted(String conversation, long eventId) {
                    return archive.isUnaccounted(conversation, eventId);
                }
            };
        }
    }

    /**
     * What the verdicts at a source say.
     *
     * @param added whether they added the person, and so gave the role as well
     */
    private record Told(@Nullable String role, @Nullable Json birthdate, boolean added) {
        static final Told NOTHING = new Told(null, null, false);
    }

    /** @param configured whose roles and birthdates need no verdict */
    public AuthoritySources(Records records, HouseSpec configured) {
        this.records = records;
        for (Resident resident : configured.residents()) {
            this.configured.put(resident.id(), Authority.of(resident));
        }
    }

    /** Why this next rune of the book does not count, or null if it does or is no profile. */
    public @Nullable String refusal(Rune rune) {
        if (!EventCatalogue.is(rune, ProfileChanged.class)) {
            return null;
        }
        if (records.isUnaccounted(rune.conversation(), rune.eventId())) {
            return "it was written while the log was closed";
        }
        String person = rune.payload().text("person");
        Profile profile = rune.payload().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (person == null || profile == null) {
            return "it holds no profile";
        }
        Authority next = Authority.of(profile);
        Authority present = accepted.get(person);
        Source source = Source.read(rune.payload().get("source"));
        boolean isNew = source == null || used.add(List.of(person, source));
        boolean changes = present == null ? !next.isLeast() : !next.equals(present);
        if (changes && !next.equals(configured.get(person))) {
            String why = isNew ? unfounded(source, person, present, next) : "its source was used before";
            if (why != null) {
                return "the role or the birthdate of " + person + " is neither in the configuration nor in an allowed"
                        + " verdict: " + why;
            }
        }
        accepted.put(person, next);
        return null;
    }

    private @Nullable String unfounded(
            @Nullable Source source, String person, @Nullable Authority present, Authority next) {
        if (source == null) {
            return "it names no source";
        }
        String place = "event " + source.eventId() + " of " + source.conversation();
        try {
            Head head = records.head(source.conversation());
            if (source.eventId() < 1 || source.eventId() > head.durable()) {
                return place + ", which it names, is not there";
            }
            if (records.isUnaccounted(source.conversation(), source.eventId())) {
                return place + " was written while the log was closed";
            }
            if (source.eventId() < head.earliest()) {
                return next.equals(atSnapshot(source.conversation(), person))
                        ? null
                        : place + " was compacted, and the snapshot does not say the same";
            }
            Told told = told(source, person);
            return says(told, present, next) ? null : place + " does not say so";
        } catch (LogFault | IOException | IllegalArgumentException e) {
            return place + " cannot be read: " + e.getMessage();
        }
    }

    /** A person is added once, with a role; later only the birthdate changes. */
    private static boolean says(Told told, @Nullable Authority present, Authority next) {
        boolean isBorn = Objects.equals(next.birthdate(), told.birthdate());
        return present == null
                ? told.added() && isBorn && next.role().equals(told.role())
                : !told.added()
                        && told.birthdate() != null
                        && isBorn
                        && next.role().equals(present.role());
    }

    /** What the allowed verdicts about this person say that were decided together with the one at the source. */
    private Told told(Source source, String person) {
        List<Rune> near = new ArrayList<>();
        try (RuneReader reader = records.read(source.conversation(), Math.max(0, source.eventId() - 1 - AROUND))) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                if (rune.eventId() > source.eventId() + AROUND) {
                    break;
                }
                if (isAllowed(rune, person)) {
                    near.add(rune);
                }
            }
        }
        Json at = near.stream()
                .filter(rune -> rune.eventId() == source.eventId())
                .findFirst()
                .map(rune -> rune.payload().get("at"))
                .orElse(null);
        Told told = Told.NOTHING;
        for (Rune rune : near) {
            if (at != null && at.equals(rune.payload().get("at"))) {
                told = over(told, rune.payload());
            }
        }
        return told;
    }

    private static boolean isAllowed(Rune rune, String person) {
        return EventCatalogue.is(rune, HouseholdDecided.class)
                && "allowed".equals(rune.payload().text("decision"))
                && person.equals(rune.payload().text("target"));
    }

    private static Told over(Told told, Json.Obj verdict) {
        Json.Obj said = verdict.get("parameters") instanceof Json.Obj parameters ? parameters : Json.Obj.EMPTY;
        String action = String.valueOf(verdict.text("action"));
        if (action.equals("birthdate_updated") && Boolean.TRUE.equals(said.flag("approved"))) {
            return new Told(told.role(), said.get(Update.BIRTHDATE), told.added());
        }
        // A person who was brought in from the book is no source for the book.
        if (!action.equals("person_added") || said.has("source")) {
            return told;
        }
        Profile described = said.get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (described != null) {
            return new Told(described.role().name(), described.facts().get(Update.BIRTHDATE), true);
        }
        String role = said.text("role");
        return new Told(role == null ? Role.GUEST.name() : role, said.get(Update.BIRTHDATE), true);
    }

    /** What the snapshot that a compacted conversation begins after says of this person; null if it says nothing. */
    private @Nullable Authority atSnapshot(String conversation, String person) throws IOException {
        Snapshot base = records.base(conversation);
        if (base == null) {
            return null;
        }
        RecordStart start;
        try (RuneReader reader = records.read(conversation, 0)) {
            start = RecordStart.of(base, reader.toList());
        }
        Registrar<Place, HouseEvent> then = Registrar.inConversation(new Household(), attestation -> {});
        if (!(start.states().get(HOUSEHOLD) instanceof Json.Obj kept)) {
            return null;
        }
        then.restore(kept);
        House house = Household.house(then.view());
        Person known = house.person(person);
        return known == null ? null : Authority.of(Profile.of(known));
    }
}
