package dev.parley.agent.mcp;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolFailure;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.ToolSafety;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One tool of an MCP server. */
final class McpTool implements Tool {
    private static final int DESCRIPTION_CHARS_MAX = 4_096;

    private final McpServer server;
    private final String remoteName;
    private final ToolSpec spec;

    McpTool(McpServer server, McpSettings settings, McpSchema.Tool tool) {
        this.server = server;
        this.remoteName = tool.name();
        Json.Obj schema = JavaJson.object(tool.inputSchema());
        this.spec = new ToolSpec(
                settings.name() + "__" + tool.name(),
                description(tool.description()),
                schema,
                safety(settings, tool.annotations()),
                settings.pathArguments(),
                settings.addressArguments(),
                Sensitivity.PERSONAL,
                "");
    }

    /** It is shown to a model and to people: one line without control characters, and not without end. */
    private static String description(@Nullable String given) {
        String text = Printable.text(given);
        return text.length() <= DESCRIPTION_CHARS_MAX ? text : text.substring(0, DESCRIPTION_CHARS_MAX);
    }

    /** No annotation means destructive, and a hint counts only where the server is trusted with hints. */
    private static ToolSafety safety(McpSettings settings, McpSchema.@Nullable ToolAnnotations hints) {
        boolean readOnly = settings.trustHints() && hints != null && Boolean.TRUE.equals(hints.readOnlyHint());
        return readOnly ? ToolSafety.READ : ToolSafety.MIXED;
    }

    @Override
    public String source() {
        return server.name();
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Json run(ToolContext context, Json.Obj arguments) throws Exception {
        McpSchema.CallToolResult result =
                server.call(context.call().callId(), remoteName, arguments, context.progress());
        Json content = content(result);
        if (Boolean.TRUE.equals(result.isError())) {
            throw new ToolFailure("the server reports an error", content);
        }
        return content;
    }

    private static Json content(McpSchema.CallToolResult result) {
        List<Json> parts = new ArrayList<>();
        for (McpSchema.Content part : result.content()) {
            parts.add(
                    part instanceof McpSchema.TextContent text
                            ? Json.Obj.EMPTY.with("type", "text").with("text", JavaJson.value(text.text()))
                            : Json.Obj.EMPTY.with("type", part.type()));
        }
        Json.Obj content = Json.Obj.EMPTY.with("content", Json.of(parts));
        return result.structuredContent() == null
                ? content
                : content.with("structured", JavaJson.value(result.structuredContent()));
    }
}
