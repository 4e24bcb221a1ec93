package dev.parley.session.people;

import dev.parley.kernel.json.Json;

/**
 * Something that a person's last words were to a machine of the house, and what came of it.
 *
 * @param target whom it was about
 * @param reason why it was refused; empty if it was not
 */
public record Heard(
        String machine, String action, String target, Json.Obj parameters, boolean isAllowed, String reason) {}
