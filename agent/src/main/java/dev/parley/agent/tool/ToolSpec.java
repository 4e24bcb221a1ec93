package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.ToolSafety;
import java.util.List;

/**
 * What a tool says of itself. The description is shown to the model and is data: no rule reads it.
 *
 * @param inputSchema JSON Schema 2020-12 of the arguments
 * @param pathArguments arguments that name files, at whatever depth, which the sandbox judges before every run
 * @param addressArguments arguments that name URLs, at whatever depth, which the sandbox judges before every run
 * @param answers how much its answers tell about who asked; where the tool does not say, something
 * @param phrase what a call does, as it follows "May I"; {@code {name}} stands for an argument; empty for the tool's name
 */
public record ToolSpec(
        String name,
        String description,
        Json.Obj inputSchema,
        ToolSafety safety,
        List<String> pathArguments,
        List<String> addressArguments,
        Sensitivity answers,
        String phrase) {

    public ToolSpec {
        pathArguments = List.copyOf(pathArguments);
        addressArguments = List.copyOf(addressArguments);
    }

    public ToolSpec(String name, String description, Json.Obj inputSchema, ToolSafety safety) {
        this(name, description, inputSchema, safety, List.of(), List.of(), Sensitivity.PERSONAL, "");
    }

    /** Whether a call leaves the house: it names an address, or its tool is somebody else's. */
    public boolean sendsOut() {
        return !addressArguments.isEmpty();
    }

    public ToolSpec withPaths(String... arguments) {
        return new ToolSpec(
                name, description, inputSchema, safety, List.of(arguments), addressArguments, answers, phrase);
    }

    public ToolSpec answering(Sensitivity value) {
        return new ToolSpec(name, description, inputSchema, safety, pathArguments, addressArguments, value, phrase);
    }

    public ToolSpec withAddresses(String... arguments) {
        return new ToolSpec(name, description, inputSchema, safety, pathArguments, List.of(arguments), answers, phrase);
    }

    /** With the words in which a person is asked about a call. */
    public ToolSpec phrased(String value) {
        return new ToolSpec(name, description, inputSchema, safety, pathArguments, addressArguments, answers, value);
    }
}
