package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;

/** What is written about a call: the kind of the rune and its payload. */
public record ToolRune(String kind, Json.Obj payload) {}
