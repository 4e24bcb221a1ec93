package dev.parley.app.config;

import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.settings.Settings;
import dev.parley.session.settings.Settings.Agency;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.sim.script.AgentScript;
import dev.parley.sim.script.Scenario.Latencies;
import dev.parley.sim.script.Scenario.ScriptedTool;
import dev.parley.transport.ServerSpec;
import java.util.Map;

/**
 * How conversations are held: who answers, with which tools and voice, for which people.
 *
 * @param tools scripted tools by name
 * @param shelf the tools beside those of the agent
 * @param latencies how long a scripted agent takes
 * @param server what only a server reads
 * @param log what a server writes to standard error
 */
public record Configuration(
        AgentSpec agent,
        Map<String, ScriptedTool> tools,
        ToolsSpec shelf,
        HouseSpec house,
        Settings settings,
        Latencies latencies,
        VoiceSpec voice,
        ServerSpec server,
        ConversationPipeline pipeline,
        LogSpec log) {

    /** The configuration of a house that nobody has configured. */
    public static final Configuration DEFAULT = new Configuration(
            new AgentSpec.Household(),
            Map.of(),
            ToolsSpec.NONE,
            HouseSpec.standard(),
            Settings.DEFAULTS.with(Agency.LIVE),
            Latencies.DEFAULTS,
            VoiceSpec.DEFAULT,
            ServerSpec.DEFAULT,
            ConversationPipeline.standard(Map.of()),
            LogSpec.DEFAULT);

    public Configuration {
        tools = Map.copyOf(tools);
    }

    /** The same with another household. */
    public Configuration with(HouseSpec other) {
        return new Configuration(agent, tools, shelf, other, settings, latencies, voice, server, pipeline, log);
    }

    /** The same with other settings. */
    public Configuration with(Settings other) {
        return new Configuration(agent, tools, shelf, house, other, latencies, voice, server, pipeline, log);
    }

    /** Who answers. */
    public sealed interface AgentSpec {
        /** The built-in rules, with the devices of the house. */
        record Household() implements AgentSpec {}

        /** A script such as that of a scenario. */
        record Script(AgentScript script) implements AgentSpec {}

        /** A language model behind a server, with the devices of the house. All conversations share it and its circuit. */
        record Remote(GuardedProvider model) implements AgentSpec {}
    }
}
