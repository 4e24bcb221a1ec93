package dev.parley.agent.tool;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of an agent, by name. Two tools of one name, or of names that are said alike, are a mistake in the wiring, not a choice at run time. */
public final class ToolCatalogue {
    private final Map<String, Entry> tools = new LinkedHashMap<>();

    /** A tool with its schema compiled. */
    public record Entry(Tool tool, ArgumentsSchema schema) {}

    public ToolCatalogue(Collection<? extends Tool> tools) {
        Map<String, String> said = new HashMap<>();
        for (Tool tool : tools) {
            ToolSpec spec = tool.spec();
            Entry entry = new Entry(tool, ArgumentsSchema.of(spec.inputSchema()));
            if (this.tools.putIfAbsent(spec.name(), entry) != null) {
                throw new IllegalArgumentException("two tools are called " + spec.name());
            }
            String earlier = said.putIfAbsent(SaidName.of(spec.name()), spec.name());
            if (earlier != null) {
                throw new IllegalArgumentException("the tools " + earlier + " and " + spec.name()
                        + " are both asked about as \"" + SaidName.of(spec.name()) + "\"; please rename one");
            }
        }
    }

    public static ToolCatalogue of(Tool... tools) {
        return new ToolCatalogue(List.of(tools));
    }

    public List<ToolSpec> specs() {
        return tools.values().stream().map(entry -> entry.tool().spec()).toList();
    }

    /** Whose tools are here that are not the house's own. */
    public List<String> sources() {
        return tools.values().stream()
                .map(entry -> entry.tool().source())
                .filter(source -> !source.isEmpty())
                .distinct()
                .toList();
    }

    /** The tool of this name, or null. */
    public @Nullable Entry find(String name) {
        return tools.get(name);
    }
}
