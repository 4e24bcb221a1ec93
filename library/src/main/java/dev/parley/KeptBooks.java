package dev.parley;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.session.people.HouseBooks;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Memories;
import dev.parley.session.people.MemoryBook;
import dev.parley.session.people.OverrideBook;
import dev.parley.session.people.PinTries;
import dev.parley.session.people.ProfileBook;
import java.time.ZoneId;
import java.util.Set;
import java.util.function.Predicate;

/** What the house of a Parley keeps from one conversation to the next. */
record KeptBooks(ProfileBook profiles, MemoryBook memories, OverrideBook overrides, PinTries tries, ZoneId zone) {
    private static final String PEOPLE = "people";
    private static final String MEMORY = "memory";
    private static final String OVERRIDES = "overrides";

    static KeptBooks open(Runelog log, HouseSpec configured, TimeSource clock, ZoneId zone) {
        return new KeptBooks(
                ProfileBook.open(log, PEOPLE, configured, clock),
                MemoryBook.open(log, MEMORY, clock),
                OverrideBook.open(log, OVERRIDES, clock),
                new PinTries(),
                zone);
    }

    /** The books as a conversation with these confirmed people sees them; with nobody, it changes no profile. */
    HouseBooks with(Set<String> confirmed, ReadWords words, Predicate<String> reader) {
        return new HouseBooks(
                confirmed.isEmpty() ? profiles.readOnly() : profiles,
                new Memories(memories, new MemoryExtraction(words.memories())),
                words.understanding(),
                zone,
                overrides,
                tries,
                reader);
    }
}
