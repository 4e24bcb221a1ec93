package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import org.jspecify.annotations.Nullable;

/**
 * How a person wants to be spoken to in all their conversations, as it enters one of them (ruling X7).
 *
 * @param eventId which rune of the house says so
 * @param override the parameters that ask for it; null if the person has switched it off
 * @param imported the rune that brings it in
 */
public record KeptOverride(String person, long eventId, Json.@Nullable Obj override, RuneDraft imported) {}
