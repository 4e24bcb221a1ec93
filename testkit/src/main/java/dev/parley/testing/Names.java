package dev.parley.testing;

import dev.parley.agent.tool.Tool;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.settings.Roster;
import dev.parley.sim.script.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds names in a scenario that nobody declared: mostly they are slips of the pen, and the test would pass for no reason. */
final class Names {
    /** Somebody whom nobody knows may come and go. */
    private static final String STRANGER = "unknown";

    private Names() {}

    /** People who speak, act or answer and are not listed, agents that are not in the roster, tools that are nobody's. */
    static void check(Path file, Scenario scenario, List<Tool> tools) {
        Set<String> people = new TreeSet<>();
        scenario.people().forEach(person -> people.add(person.id()));
        Set<String> agents = new TreeSet<>();
        scenario.settings().roster().members().stream().map(Roster.Member::id).forEach(agents::add);
        scenario.settings().roster().humans().stream().map(Roster.Human::id).forEach(agents::add);
        scenario.voices().forEach(voice -> declared(file, "person", voice.by(), people));
        for (Scenario.Step step : scenario.steps()) {
            switch (step.event()) {
                case SessionEvent.TextTyped typed -> declared(file, "person", typed.by(), people);
                case SessionEvent.StopRequested stop -> declared(file, "person", stop.by(), people);
                case SessionEvent.ApprovalAnswered answer -> declared(file, "person", answer.by(), people);
                case SessionEvent.CommandAnswered answer -> declared(file, "person", answer.by(), people);
                case SessionEvent.OverrideRequested wish -> declared(file, "person", wish.by(), people);
                case SessionEvent.PeopleChanged change -> declared(file, "person", change.by(), people);
                case SessionEvent.AgentActed act -> {
                    declared(file, "agent", act.agent(), agents);
                    declared(file, "agent", act.to(), agents);
                }
                case SessionEvent.TakenOver taken -> declared(file, "agent", taken.human(), agents);
                case SessionEvent.HumanSaid said -> declared(file, "agent", said.human(), agents);
                case SessionEvent.GivenBack given -> declared(file, "agent", given.human(), agents);
                default -> {}
            }
        }
        Set<String> known = new TreeSet<>(scenario.tools().keySet());
        tools.forEach(tool -> known.add(tool.spec().name()));
        expected(scenario.expect(), "tools", "tool").forEach(tool -> declared(file, "tool", tool, known));
    }

    /** Calls that somebody answers and that were never made, and tools that the file plays and nobody brings or calls. */
    static void check(Path file, Scenario scenario, List<Tool> tools, List<Rune> runes) {
        Set<String> made = new TreeSet<>();
        Set<String> known = new TreeSet<>();
        tools.forEach(tool -> known.add(tool.spec().name()));
        for (Rune rune : runes) {
            if ("tool".equals(VerdictRune.room(rune))
                    && "call".equals(rune.payload().text("action"))) {
                made.add(String.valueOf(rune.payload().text("target")));
                known.add(
                        rune.payload().get("parameters") instanceof Json.Obj wish
                                ? String.valueOf(wish.text("tool"))
                                : "");
            }
        }
        for (Scenario.Step step : scenario.steps()) {
            if (step.event() instanceof SessionEvent.ApprovalAnswered answer) {
                declared(file, "call", answer.call(), made);
            }
        }
        scenario.tools().keySet().forEach(tool -> declared(file, "tool", tool, known));
        expected(scenario.expect(), "approvals", "call").forEach(call -> declared(file, "call", call, made));
    }

    /** What the items of this list of expectations name under this key. */
    private static List<String> expected(@Nullable Json expect, String list, String key) {
        return expect instanceof Json.Obj all && all.get(list) instanceof Json.Arr items
                ? items.items().stream()
                        .map(item -> item instanceof Json.Obj object ? object.text(key) : null)
                        .filter(Objects::nonNull)
                        .toList()
                : List.of();
    }

    private static void declared(Path file, String what, String name, Set<String> known) {
        if (!name.isEmpty() && !name.equals(STRANGER) && !known.contains(name)) {
            throw new IllegalArgumentException(file + ": there is no " + what + " '" + name + "'; known are "
                    + (known.isEmpty() ? "none" : known));
        }
    }
}
