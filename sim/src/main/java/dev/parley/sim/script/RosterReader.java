package dev.parley.sim.script;

import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Roster.Human;
import dev.parley.session.settings.Roster.Member;
import dev.parley.session.settings.Roster.Restart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads who may have the floor: priorities, who looks after whom, budgets and restarts. */
final class RosterReader {
    private static final Set<String> MEMBER = Set.of("id", "priority", "parent", "budget", "restart", "human");
    private static final Tree NOTHING = new Tree.Mapping(Map.of(), 0);

    private RosterReader() {}

    /** The lines of {@code agents} that name somebody; what agents do is read elsewhere. */
    static Roster read(Fields top) throws BadScenario {
        List<Member> members = new ArrayList<>();
        List<Human> humans = new ArrayList<>();
        List<Fields> lines = new ArrayList<>();
        for (Tree item : top.items("agents")) {
            if (Fields.anyOf(item, "an agent").has("does")) {
                continue;
            }
            Fields line = Fields.of(item, "an agent", MEMBER);
            if (line.flag("human", false)) {
                humans.add(human(Fields.of(item, "a human", Set.of("id", "priority", "human"))));
                continue;
            }
            Member member = member(line);
            if (members.stream().anyMatch(other -> other.id().equals(member.id()))) {
                throw line.wrong("id", "is given twice: " + member.id());
            }
            members.add(member);
            lines.add(line);
        }
        Roster roster = rosterOf(top, members.isEmpty() ? Roster.ALONE.members() : members, humans);
        for (Fields line : lines) {
            check(roster, line);
        }
        return roster;
    }

    private static Roster rosterOf(Fields top, List<Member> members, List<Human> humans) throws BadScenario {
        try {
            return new Roster(members, humans);
        } catch (IllegalArgumentException e) {
            throw top.wrong("agents", String.valueOf(e.getMessage()));
        }
    }

    /** Somebody who may take the floor from the agents. */
    private static Human human(Fields line) throws BadScenario {
        try {
            return new Human(line.required("id"), priority(line, Human.PRIORITY));
        } catch (IllegalArgumentException e) {
            throw line.wrong("id", String.valueOf(e.getMessage()));
        }
    }

    private static int priority(Fields line, int usual) throws BadScenario {
        long priority = line.whole("priority", usual);
        if (priority < 1 || priority > 10) {
            throw line.wrong("priority", "must be 1 to 10");
        }
        return (int) priority;
    }

    private static Member member(Fields line) throws BadScenario {
        return new Member(line.required("id"), priority(line, 5), line.text("parent", ""), budget(line), restart(line));
    }

    private static BudgetSpec budget(Fields line) throws BadScenario {
        return PlanReader.budget(
                section(line, "budget", Set.of("time_ms", "tokens", "tool_calls", "warn_percent", "on_exhausted")),
                "time_ms");
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
