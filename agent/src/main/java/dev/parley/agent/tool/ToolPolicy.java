package dev.parley.agent.tool;

import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.kernel.tool.ToolTerms;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether a tool runs, asks or is denied, out of the mode and the rules for single tools. In {@link ToolMode#READ_ONLY}
 * a rule can only make things stricter: a tool that writes stays denied whatever its rule says.
 */
public record ToolPolicy(ToolMode mode, Map<String, Rule> rules, ToolTerms terms) {

    /** What holds for one tool instead of the mode. */
    public record Rule(Ruling ruling, ToolTerms terms) {}

    /** The answer and where it comes from. */
    public record Answer(Ruling ruling, ToolTerms terms, String reason) {}

    public ToolPolicy {
        rules = Map.copyOf(rules);
    }

    public static ToolPolicy of(ToolMode mode) {
        return new ToolPolicy(mode, Map.of(), ToolTerms.DEFAULT);
    }

    public ToolPolicy with(String tool, Ruling ruling) {
        return with(tool, new Rule(ruling, terms));
    }

    public ToolPolicy with(String tool, Rule rule) {
        Map<String, Rule> copy = new LinkedHashMap<>(rules);
        copy.put(tool, rule);
        return new ToolPolicy(mode, copy, terms);
    }

    public ToolPolicy withTerms(ToolTerms value) {
        return new ToolPolicy(mode, rules, value);
    }

    public Answer judge(ToolSpec spec) {
        ToolSafety safety = spec.safety();
        Rule rule = rules.get(spec.name());
        Ruling byMode = byMode(safety);
        if (rule == null) {
            return new Answer(
                    byMode, terms.withSafety(safety), "mode " + mode.name().toLowerCase(java.util.Locale.ROOT));
        }
        boolean held = mode == ToolMode.READ_ONLY && byMode == Ruling.DENY;
        return held
                ? new Answer(Ruling.DENY, rule.terms().withSafety(safety), "mode read_only")
                : new Answer(rule.ruling(), rule.terms().withSafety(safety), "rule for " + spec.name());
    }

    private Ruling byMode(ToolSafety safety) {
        return switch (mode) {
            case READ_ONLY -> safety.changesTheWorld() ? Ruling.DENY : Ruling.ALLOW;
            case AUTO -> safety.changesTheWorld() ? Ruling.ASK : Ruling.ALLOW;
            case FULL_ACCESS -> Ruling.ALLOW;
        };
    }
}
