package dev.parley.app.config;

import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a configuration that run in this process or are somebody else's.
 *
 * @param commands the programs that {@code run_command} may start in the workspace
 * @param network the addresses that tools may reach, as {@code host:port}
 */
public record ToolsSpec(
        List<McpSpec> mcp, @Nullable WorkspaceSpec workspace, List<String> commands, List<String> network) {
    public static final ToolsSpec NONE = new ToolsSpec(List.of(), null, List.of(), List.of());

    public ToolsSpec {
        mcp = List.copyOf(mcp);
        commands = List.copyOf(commands);
        network = List.copyOf(network);
    }

    /** The same tools where none is called, so that nothing of the workspace need be kept. */
    public ToolsSpec uncalled() {
        WorkspaceSpec given = workspace;
        return given == null
                ? this
                : new ToolsSpec(mcp, new WorkspaceSpec(given.root(), given.write(), 0), commands, network);
    }

    /** Whether any of these tools may change a file of the workspace. */
    boolean mayChangeFiles() {
        return workspace != null && (workspace.write() || !commands.isEmpty() || !mcp.isEmpty());
    }

    /**
     * The folder that file tools and commands work in.
     *
     * @param write whether they may change files there
     * @param keep how many earlier states of it are kept, 0 for none
     */
    public record WorkspaceSpec(Path root, boolean write, int keep) {
        public static final int KEEP_USUALLY = 20;
        public static final int KEEP_MAX = 1_000;
    }

    /**
     * A server of tools that runs as a process of its own.
     *
     * @param command starts it
     * @param confined whether the operating system keeps it from the network and from all files but the workspace
     * @param trustsHints whether its word counts that a tool only reads
     * @param tools what holds for single tools, by the server's own names
     * @param phrases how single tools are asked for and asked about, by the server's own names
     */
    public record McpSpec(
            String name,
            List<String> command,
            boolean confined,
            boolean trustsHints,
            Map<String, Ruling> tools,
            Map<String, String> phrases) {
        public McpSpec {
            command = List.copyOf(command);
            tools = Map.copyOf(tools);
            phrases = Map.copyOf(phrases);
        }
    }
}
