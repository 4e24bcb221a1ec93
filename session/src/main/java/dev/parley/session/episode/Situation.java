package dev.parley.session.episode;

import dev.parley.kernel.json.Json;

/**
 * What a packet says about the moment it is made in.
 *
 * @param stakes how much depends on it: {@code LOW} for words and reads, {@code MEDIUM} for what acts, {@code HIGH} for
 *     what a person has to confirm
 * @param uncertainty {@code LOW} if the speaker is known, {@code MEDIUM} if not, {@code HIGH} if something from outside
 *     the house is in the prompt besides
 * @param quality {@code PAR}, or {@code SUBPAR} if a provider had to be replaced in this turn
 * @param tools {@code tools_ok}, {@code tools_partial} after a failure in this turn, {@code tools_down} after several
 * @param budgets what is left to spend; an absent field is unlimited
 */
public record Situation(String stakes, String uncertainty, String quality, String tools, Json.Obj budgets) {
    public static final Situation CALM = new Situation("LOW", "LOW", "PAR", "tools_ok", Json.Obj.EMPTY);

    public Situation withBudgets(Json.Obj value) {
        return new Situation(stakes, uncertainty, quality, tools, value);
    }
}
