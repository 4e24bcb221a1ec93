package dev.parley.app.config;

import dev.parley.agent.mcp.McpServer;
import dev.parley.agent.mcp.McpSettings;
import dev.parley.agent.sandbox.CommandRunner;
import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.NetworkRules;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.agent.sandbox.WorkspaceHistory;
import dev.parley.agent.sandbox.WorkspaceSandbox;
import dev.parley.agent.sandbox.WorkspaceTools;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.app.config.ToolsSpec.McpSpec;
import dev.parley.app.config.ToolsSpec.WorkspaceSpec;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.session.SessionHost;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.tool.ProcessTools;
import dev.parley.session.tool.ToolRack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools that a configuration names beside those of its agent: files and commands of a workspace, and MCP servers. They
 * are opened once for a process and shared by its conversations.
 */
public final class ConfiguredTools implements AutoCloseable {
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Tool> tools = new ArrayList<>();
    private ToolPolicy policy = ToolPolicy.of(ToolMode.AUTO);
    private CallSandbox sandbox = CallSandbox.CLOSED;

    private ConfiguredTools() {}

    /**
     * @param data the folder of the record, in which earlier states of a workspace are kept
     * @throws BadInput with one line if a workspace cannot be opened or a server does not start
     */
    public static ConfiguredTools open(ToolsSpec spec, Path data) {
        ConfiguredTools configured = new ConfiguredTools();
        try {
            configured.begin(spec, data);
            return configured;
        } catch (BadInput e) {
            configured.close();
            throw e;
        }
    }

    private void begin(ToolsSpec spec, Path data) {
        WorkspaceSpec given = spec.workspace();
        Workspace workspace = given == null ? null : workspace(given);
        if (given != null && workspace != null) {
            sandbox = new WorkspaceSandbox(
                    workspace,
                    new NetworkRules(Set.copyOf(spec.network())),
                    given.keep() > 0 && spec.mayChangeFiles() ? history(given, data) : null);
            boolean writes = given.write();
            WorkspaceTools.files(workspace).stream()
                    .filter(tool -> writes || !tool.spec().safety().changesTheWorld())
                    .forEach(tool -> add(tool, null));
            if (!spec.commands().isEmpty()) {
                add(
                        WorkspaceTools.command(
                                new CommandRunner(workspace, Confinement.probe(), Set.copyOf(spec.commands()))),
                        null);
            }
        }
        spec.mcp().forEach(server -> serve(server, workspace));
    }

    private Workspace workspace(WorkspaceSpec spec) {
        try {
            Workspace workspace = Workspace.open(spec.root());
            open.add(workspace);
            return workspace;
        } catch (IOException e) {
            throw new BadInput("the workspace " + spec.root() + " cannot be opened: " + e.getMessage());
        }
    }

    /** Where the states of a workspace are kept: in the folder of the record, which tools must not reach. */
    public static WorkspaceHistory history(WorkspaceSpec spec, Path data) {
        try {
            return WorkspaceHistory.open(
                    spec.root(), data.resolve("workspace"), Math.max(1, spec.keep()), new SystemTime());
        } catch (IOException e) {
            throw new BadInput("the workspace " + spec.root() + " cannot be kept: " + e.getMessage());
        }
    }

    private void serve(McpSpec spec, @Nullable Workspace workspace) {
        Path directory = workspace == null ? Path.of("").toAbsolutePath() : workspace.root();
        McpSettings settings = McpSettings.untrusted(spec.name(), directory);
        settings = workspace == null ? settings.unjudged() : settings;
        settings = spec.trustsHints() ? settings.trustingHints() : settings;
        try {
            McpServer server = spec.confined()
                    ? McpServer.stdio(settings, Confinement.probe(), List.of(), spec.command())
                    : McpServer.unconfined(settings, spec.command());
            open.add(server);
            Map<String, Tool> byName = new LinkedHashMap<>();
            server.tools()
                    .forEach(tool ->
                            byName.put(tool.spec().name().substring(spec.name().length() + 2), tool));
            for (String phrased : spec.phrases().keySet()) {
                if (!byName.containsKey(phrased)) {
                    throw new BadInput("the MCP server '" + spec.name() + "' has no tool '" + phrased
                            + "' for a phrase; it has " + String.join(", ", byName.keySet()));
                }
            }
            byName.forEach((name, tool) -> {
                String phrase = spec.phrases().get(name);
                add(
                        phrase == null ? tool : new Phrased(tool, tool.spec().phrased(phrase)),
                        spec.tools().get(name));
            });
        } catch (IOException e) {
            throw new BadInput("the MCP server '" + spec.name() + "' cannot be used: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInput("the MCP server '" + spec.name() + "' was not waited for");
        }
    }

    /** What only reads just runs, everything else asks, unless the configuration says otherwise. */
    private void add(Tool tool, @Nullable Ruling ruling) {
        Ruling usual = tool.spec().safety().changesTheWorld() ? Ruling.ASK : Ruling.ALLOW;
        tools.add(tool);
        policy = policy.with(tool.spec().name(), ruling == null ? usual : ruling);
    }

    /** What these tools say of themselves. */
    public List<ToolSpec> specs() {
        return tools.stream().map(Tool::spec).toList();
    }

    /** These tools of an agent, and after them those of the configuration, for the conversation at this place. */
    public ToolShelf beside(ToolShelf own, SessionHost.Place place) {
        return tools.isEmpty()
                ? own
                : new ToolRack(List.of(
                        own, new ProcessTools(new ToolCatalogue(tools), policy, sandbox, place.door(), place.work())));
    }

    /** A tool in the words of the configuration. */
    private record Phrased(Tool tool, ToolSpec spec) implements Tool {
        @Override
        public String source() {
            return tool.source();
        }

        @Override
        public Json run(ToolContext context, Json.Obj arguments) throws Exception {
            return tool.run(context, arguments);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable each : open.reversed()) {
            try {
                each.close();
            } catch (Exception e) {
                // A server that does not end by itself ends with this process.
            }
        }
        open.clear();
    }
}
