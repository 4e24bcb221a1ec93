package dev.parley.session.people;

import java.time.ZoneId;

/**
 * What a house is made of, beside its spec: where profiles and memories are kept, and how words are understood.
 *
 * @param tries shared by all conversations of a host
 */
public record HouseBooks(
        ProfileStore profiles,
        Memories memories,
        Understanding understanding,
        ZoneId zone,
        OverrideBook overrides,
        PinTries tries) {}
