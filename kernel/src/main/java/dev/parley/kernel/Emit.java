package dev.parley.kernel;

import dev.parley.kernel.json.Json;

/** Something to be told to the world once the verdict is recorded. */
public record Emit(Json.Obj event) implements Effect {}
