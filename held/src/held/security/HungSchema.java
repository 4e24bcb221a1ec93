package held.security;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolSafety;
import java.nio.file.Files;
import java.nio.file.Path;

/** Calls one tool with the schema of one file and the arguments of another, and prints what became of the call. */
public final class HungSchema {
    private HungSchema() {}

    public static void main(String[] args) throws Exception {
        Json.Obj schema = (Json.Obj) JsonDecoder.decode(Files.readString(Path.of(args[0])));
        Tool tool = new Tool() {
            @Override
            public ToolSpec spec() {
                return new ToolSpec("peek", "d", schema, ToolSafety.READ);
            }

            @Override
            public Json run(ToolContext context, Json.Obj arguments) {
                return Json.of("ran");
            }
        };
        ToolWiring wiring = ToolWiring.of(
                ToolCatalogue.of(tool), ToolPolicy.of(ToolMode.FULL_ACCESS), new MemoryRecorder(), new ThreadTimers());
        System.out.println("calling");
        System.out.println(new ToolRouter("c", wiring)
                .call(CallOrigin.NONE, "c1", "peek", Files.readString(Path.of(args[1])))
                .join()
                .status());
        System.exit(0);
    }
}
