package dev.parley.sim.script;

import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Settings;
import dev.parley.sim.script.Scenario.Latencies;
import dev.parley.sim.script.Scenario.ScriptedTool;
import java.util.List;
import java.util.Map;

/** Reads the parts of a scenario that a configuration may name on their own. */
public final class PartReader {
    /** The settings that a scenario, and a configuration, may have. */
    public static final List<String> SETTINGS =
            ScenarioReader.SETTINGS.stream().sorted().toList();

    private PartReader() {}

    /** A file with a list such as {@code agent:} of a scenario. */
    public static AgentScript agent(String text) throws BadScenario {
        Tree tree = YamlReader.read(text);
        Fields top = Fields.anyOf(new Tree.Mapping(Map.of("agent", tree), tree.line()), "the script");
        ScriptReader script = new ScriptReader(top, Map.of(), "");
        return new AgentScript(script.rules(), script.steps());
    }

    /** A file with an object such as {@code tools:} of a scenario. */
    public static Map<String, ScriptedTool> tools(String text) throws BadScenario {
        Tree tree = YamlReader.read(text);
        return ScenarioReader.tools(Fields.anyOf(new Tree.Mapping(Map.of("tools", tree), tree.line()), "the tools"));
    }

    /** A list such as {@code agents:} of a scenario, without what agents do. */
    public static Roster agents(Tree tree) throws BadScenario {
        return RosterReader.read(Fields.anyOf(new Tree.Mapping(Map.of("agents", tree), tree.line()), "the agents"));
    }

    /** An object such as {@code settings:} of a scenario; what it leaves out is as in these defaults. */
    public static Settings settings(Tree tree, Settings defaults) throws BadScenario {
        Fields nothing = Fields.anyOf(new Tree.Mapping(Map.of(), tree.line()), "'budget'");
        return ScenarioReader.settings(settings(tree), nothing, defaults);
    }

    /** How long scripted providers take, from the same object. */
    public static Latencies latencies(Tree tree) throws BadScenario {
        return ScenarioReader.latencies(settings(tree));
    }

    private static Fields settings(Tree tree) throws BadScenario {
        return Fields.of(tree, "'settings'", ScenarioReader.SETTINGS);
    }
}
