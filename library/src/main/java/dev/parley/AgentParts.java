package dev.parley;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.kernel.port.Model;
import dev.parley.session.people.Understanding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What makes up an agent, apart from where it runs: the test kit puts the same parts into a scenario.
 *
 * @param approval null where the agent asks aloud
 */
public record AgentParts(
        Model model,
        List<Tool> tools,
        ToolPolicy policy,
        CallSandbox sandbox,
        Understanding understanding,
        @Nullable Approval approval) {
    public AgentParts {
        tools = List.copyOf(tools);
    }
}
