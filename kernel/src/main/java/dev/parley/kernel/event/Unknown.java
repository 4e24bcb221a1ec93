package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;

/**
 * An event whose kind is not in the catalogue, or whose payload does not fit its kind: written by another version or by a
 * program of its own. It is kept as it is. All of its fields count as personal.
 */
public record Unknown(String kind, Json.Obj payload) implements Event {}
