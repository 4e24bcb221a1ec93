package dev.parley.agent.sandbox;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.SandboxViolation;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCall;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges every declared path and address of a call against one workspace and one list of addresses.
 *
 * @param history keeps the workspace before tools change it, null if nothing is kept
 */
public record WorkspaceSandbox(
        Workspace workspace, NetworkRules network, @Nullable WorkspaceHistory history) implements CallSandbox {

    public WorkspaceSandbox(Workspace workspace, NetworkRules network) {
        this(workspace, network, null);
    }

    @Override
    public boolean keeps(ToolSpec spec) {
        return history != null && spec.safety().changesTheWorld();
    }

    @Override
    public WorkspaceCheckpointed keep(ToolCall call) throws IOException {
        if (history == null) {
            return CallSandbox.super.keep(call);
        }
        WorkspaceHistory.Kept kept = history.keep("before " + call.tool() + " " + call.callId());
        return new WorkspaceCheckpointed(kept.digest().hex(), kept.files(), kept.bytes(), call.callId());
    }

    @Override
    public @Nullable String violation(ToolSpec spec, Json.Obj arguments) {
        try {
            judge(spec, arguments);
            return null;
        } catch (SandboxViolation violation) {
            return violation.getMessage();
        } catch (IOException unreadable) {
            return "the path cannot be judged: " + unreadable.getMessage();
        }
    }

    @Override
    public InetSocketAddress reach(String url) throws SandboxViolation {
        NetworkRules.Admitted admitted = network.admit(url);
        return new InetSocketAddress(admitted.address(), admitted.port());
    }

    /** A declared name is judged wherever it occurs, not only at the top: a list of files is a list of paths. */
    private void judge(ToolSpec spec, Json value) throws SandboxViolation, IOException {
        switch (value) {
            case Json.Obj object -> {
                for (Map.Entry<String, Json> field : object.fields().entrySet()) {
                    judge(spec, field.getKey(), field.getValue());
                }
            }
            case Json.Arr(List<Json> items) -> {
                for (Json item : items) {
                    judge(spec, item);
                }
            }
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {}
        }
    }

    private void judge(ToolSpec spec, String name, Json value) throws SandboxViolation, IOException {
        boolean isPath = spec.pathArguments().contains(name);
        boolean isAddress = spec.addressArguments().contains(name);
        if (!isPath && !isAddress) {
            judge(spec, value);
            return;
        }
        for (String text : texts(name, value)) {
            if (isPath) {
                workspace.judge(text);
            }
            if (isAddress) {
                network.admit(text);
            }
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
