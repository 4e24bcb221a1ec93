package dev.parley.session.people;

import java.time.ZoneId;
import java.util.function.Predicate;

/**
 * What a house is made of, beside its spec: where profiles and memories are kept, and how words are understood.
 *
 * @param tries shared by all conversations of a host
 * @param reader has words read elsewhere that take long to understand, and says whether it does; see {@link dev.parley.session.port.People#reads}
 */
public record HouseBooks(
        ProfileStore profiles,
        Memories memories,
        Understanding understanding,
        ZoneId zone,
        OverrideBook overrides,
        PinTries tries,
        Predicate<String> reader) {
    /** With words that are read in their moment, as on virtual time. */
    public HouseBooks(
            ProfileStore profiles,
            Memories memories,
            Understanding understanding,
            ZoneId zone,
            OverrideBook overrides,
            PinTries tries) {
        this(profiles, memories, understanding, zone, overrides, tries, _ -> false);
    }
}
