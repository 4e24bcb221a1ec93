package dev.parley.sim.script;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.speak.Roster;
import dev.parley.session.speak.Roster.Member;
import dev.parley.session.speak.Roster.Restart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads who may have the floor: priorities, who looks after whom, budgets and restarts. */
final class RosterReader {
    private static final Set<String> MEMBER = Set.of("id", "priority", "parent", "budget", "restart");
    private static final Tree NOTHING = new Tree.Mapping(Map.of(), 0);
    private static final int WARN_PERCENT = 80;

    private RosterReader() {}

    /** The lines of {@code agents} that name somebody; what agents do is read elsewhere. */
    static Roster read(Fields top) throws BadScenario {
        List<Member> members = new ArrayList<>();
        List<Fields> lines = new ArrayList<>();
        for (Tree item : top.items("agents")) {
            if (Fields.anyOf(item, "an agent").has("does")) {
                continue;
            }
            Fields line = Fields.of(item, "an agent", MEMBER);
            Member member = member(line);
            if (members.stream().anyMatch(other -> other.id().equals(member.id()))) {
                throw line.wrong("id", "is given twice: " + member.id());
            }
            members.add(member);
            lines.add(line);
        }
        if (members.isEmpty()) {
            return Roster.ALONE;
        }
        Roster roster = new Roster(members);
        for (Fields line : lines) {
            check(roster, line);
        }
        return roster;
    }

    private static Member member(Fields line) throws BadScenario {
        long priority = line.whole("priority", 5);
        if (priority < 1 || priority > 10) {
            throw line.wrong("priority", "must be 1 to 10");
        }
        return new Member(line.required("id"), (int) priority, line.text("parent", ""), budget(line), restart(line));
    }

    private static BudgetSpec budget(Fields line) throws BadScenario {
        Fields budget = section(line, "budget", Set.of("time_ms", "tokens", "tool_calls"));
        return new BudgetSpec(
                budget.whole("time_ms", BudgetSpec.UNLIMITED),
                budget.whole("tokens", BudgetSpec.UNLIMITED),
                budget.whole("tool_calls", BudgetSpec.UNLIMITED),
                WARN_PERCENT,
                BudgetOutcome.TERMINATE);
    }

    private static Restart restart(Fields line) throws BadScenario {
        if (!line.has("restart")) {
            return Restart.NEVER;
        }
        Fields restart = section(line, "restart", Set.of("max", "within_ms"));
        long max = restart.requiredWhole("max");
        long within = restart.requiredWhole("within_ms");
        if (max < 1 || max > Integer.MAX_VALUE || within < 1) {
            throw line.wrong("restart", "needs a 'max' and a 'within_ms' of at least 1");
        }
        return new Restart((int) max, within);
    }

    /** A parent is another agent of the roster, and nobody is above themselves. */
    private static void check(Roster roster, Fields line) throws BadScenario {
        Member member = roster.member(line.required("id"));
        Set<String> seen = new HashSet<>();
        for (@Nullable Member next = member; next != null; next = roster.member(next.parent())) {
            if (!seen.add(next.id())) {
                throw line.wrong("parent", "leads back to " + next.id());
            }
            if (!next.parent().isEmpty() && roster.member(next.parent()) == null) {
                throw line.wrong("parent", "is no agent of this list: " + next.parent());
            }
        }
    }

    private static Fields section(Fields line, String key, Set<String> known) throws BadScenario {
        Tree tree = line.tree(key);
        return Fields.of(tree == null ? NOTHING : tree, "'" + key + "'", known);
    }
}
