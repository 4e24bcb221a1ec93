package dev.parley.sim.script;

import dev.parley.session.event.Reply;
import dev.parley.sim.script.Scenario.Rule;
import dev.parley.sim.script.Scenario.Step;
import java.util.List;

/**
 * What a scripted agent answers, and what it does by itself.
 *
 * @param rules the answers; the first that fits is given
 * @param steps what the agent does at a moment, counted from the begin of the conversation
 */
public record AgentScript(List<Rule> rules, List<Step> steps) {
    public AgentScript {
        rules = List.copyOf(rules);
        steps = List.copyOf(steps);
    }

    private static final Rule NOTHING = new Rule(null, null, Reply.EMPTY, List.of(), "", false);

    /** The first rule that answers these words, or the calls that have settled, or one with an empty reply. */
    public Rule answer(String text, List<String> settled, String agent) {
        for (Rule rule : rules) {
            boolean fits = settled.isEmpty() ? rule.answersWords(text) : rule.answersResults(settled);
            if (fits && rule.isOf(agent)) {
                return rule;
            }
        }
        return NOTHING;
    }
}
