package dev.parley;

import dev.parley.kernel.json.Json;

/**
 * What somebody is asked before a tool runs.
 *
 * @param call the id of the call, which an answer names
 * @param person for whom the agent wants to run it
 */
public record Question(String conversation, String call, String tool, Json.Obj arguments, String person) {}
