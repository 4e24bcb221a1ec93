package dev.parley.agent.sandbox;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The file and command tools that ship with the product. */
public final class WorkspaceTools {
    private WorkspaceTools() {}

    /** A file or directory in the workspace. */
    public record Place(String path) {}

    /** A file and what is to stand in it. */
    public record Text(String path, String content) {}

    /** A program and its arguments. */
    public record Command(List<String> argv) {}

    public static List<Tool> files(Workspace workspace) {
        return List.of(
                TypedTool.reads(
                                "read_file",
                                "Reads a text file of the workspace.",
                                Place.class,
                                (_, place) -> Map.of(
                                        "content", new String(workspace.read(place.path()), StandardCharsets.UTF_8)))
                        .withPaths("path"),
                TypedTool.reads(
                                "list_directory",
                                "Lists a directory of the workspace.",
                                Place.class,
                                (_, place) -> Map.of("names", workspace.list(place.path())))
                        .withPaths("path"),
                TypedTool.writes("write_file", "Writes a text file of the workspace.", Text.class, (_, text) -> {
                            byte[] content = text.content().getBytes(StandardCharsets.UTF_8);
                            workspace.write(text.path(), content);
                            return Map.of("bytes", content.length);
                        })
                        .withPaths("path"),
                TypedTool.writes("delete_file", "Deletes a file of the workspace.", Place.class, (_, place) -> {
                            workspace.delete(place.path());
                            return Map.of("deleted", place.path());
                        })
                        .withPaths("path"));
    }

    public static Tool command(CommandRunner runner) {
        return TypedTool.writes(
                "run_command",
                "Runs a listed program in the workspace, without a shell and without a network.",
                Command.class,
                (context, command) -> runner.run(command.argv(), context.cancel()));
    }
}
