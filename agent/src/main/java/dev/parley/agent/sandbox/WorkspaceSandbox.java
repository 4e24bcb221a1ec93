package dev.parley.agent.sandbox;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.SandboxViolation;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges every declared path and address of a call against one workspace and one list of addresses. */
public record WorkspaceSandbox(Workspace workspace, NetworkRules network) implements CallSandbox {

    @Override
    public @Nullable String violation(ToolSpec spec, Json.Obj arguments) {
        try {
            for (String name : spec.pathArguments()) {
                for (String path : texts(name, arguments.get(name))) {
                    workspace.judge(path);
                }
            }
            for (String name : spec.addressArguments()) {
                for (String address : texts(name, arguments.get(name))) {
                    network.admit(address);
                }
            }
            return null;
        } catch (SandboxViolation violation) {
            return violation.getMessage();
        } catch (IOException unreadable) {
            return "the path cannot be judged: " + unreadable.getMessage();
        }
    }

    private static List<String> texts(String name, @Nullable Json value) throws SandboxViolation {
        return switch (value) {
            case null -> List.of();
            case Json.Str(String text) -> List.of(text);
            case Json.Arr(List<Json> items) -> {
                for (Json item : items) {
                    if (!(item instanceof Json.Str)) {
                        throw new SandboxViolation(name + " holds something that is not a text");
                    }
                }
                yield items.stream().map(item -> ((Json.Str) item).value()).toList();
            }
            case Json.Null _ -> List.of();
            case Json.Bool _, Json.Num _, Json.Obj _ ->
                throw new SandboxViolation(name + " is neither a text nor a list of texts");
        };
    }
}
