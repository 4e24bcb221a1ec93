package dev.parley.app.config;

import dev.parley.app.config.ToolsSpec.McpSpec;
import dev.parley.app.config.ToolsSpec.WorkspaceSpec;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads which tools a configuration puts beside those of its agent. */
final class ToolsReader {
    private final Path folder;

    ToolsReader(Path folder) {
        this.folder = folder;
    }

    ToolsSpec read(YamlMap top) {
        for (String key : List.of("commands", "network")) {
            if (top.has(key) && !top.has("workspace")) {
                throw top.required(key).bad("needs a 'workspace'");
            }
        }
        return new ToolsSpec(
                top.optional("mcp", List.of(), ToolsReader::servers),
                top.optional("workspace").map(this::workspace).orElse(null),
                top.optional("commands", List.of(), ConfigurationReader::texts),
                top.optional("network", List.of(), ToolsReader::addresses));
    }

    private WorkspaceSpec workspace(YamlValue value) {
        YamlMap fields = value.map().only(List.of("root", "write", "keep"));
        return new WorkspaceSpec(
                folder.resolve(fields.required("root").text()),
                fields.optional("write", false, YamlValue::flag),
                fields.optional("keep", WorkspaceSpec.KEEP_USUALLY, ToolsReader::keep));
    }

    private static int keep(YamlValue value) {
        return (int) value.whole(0, WorkspaceSpec.KEEP_MAX);
    }

    private static List<String> addresses(YamlValue value) {
        for (YamlValue item : value.items()) {
            if (!item.text().matches("[A-Za-z0-9.-]+:[0-9]{1,5}")) {
                throw item.bad("an address is host:port, such as example.org:443");
            }
        }
        return ConfigurationReader.texts(value);
    }

    private static List<McpSpec> servers(YamlValue value) {
        List<McpSpec> servers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : value.items()) {
            YamlMap fields = item.map().only(List.of("name", "command", "confined", "trust_hints", "tools", "phrases"));
            YamlValue name = fields.required("name");
            if (!name.text().matches("[A-Za-z0-9-]{1,32}")) {
                throw name.bad("a server's name has letters, digits and -");
            }
            if (!names.add(name.text())) {
                throw name.bad("there is a server '" + name.text() + "' already");
            }
            List<String> command = ConfigurationReader.texts(fields.required("command"));
            if (command.isEmpty()) {
                throw fields.required("command").bad("expected a program and its arguments, found an empty list");
            }
            servers.add(new McpSpec(
                    name.text(),
                    command,
                    fields.optional("confined", false, YamlValue::flag),
                    fields.optional("trust_hints", false, YamlValue::flag),
                    fields.optional("tools", Map.of(), ToolsReader::rulings),
                    fields.optional("phrases", Map.of(), ToolsReader::phrases)));
        }
        return servers;
    }

    private static Map<String, String> phrases(YamlValue value) {
        Map<String, String> phrases = new LinkedHashMap<>();
        value.map().fields().forEach((tool, phrase) -> phrases.put(tool, phrase.text()));
        return phrases;
    }

    private static Map<String, Ruling> rulings(YamlValue value) {
        Map<String, Ruling> rulings = new LinkedHashMap<>();
        value.map().fields().forEach((tool, ruling) -> {
            String word = ruling.oneOf(List.of("allow", "ask", "deny"));
            rulings.put(tool, Ruling.valueOf(word.toUpperCase(Locale.ROOT)));
        });
        return rulings;
    }
}
