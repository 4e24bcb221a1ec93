package dev.parley.app.talk;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.session.people.SessionHousehold;

/** A tool that is a command of the house: what comes of it is told to the command machine. */
record GovernedTool(Tool tool, SessionHousehold house, String person) implements Tool {

    @Override
    public ToolSpec spec() {
        return tool.spec();
    }

    @Override
    public Json run(ToolContext context, Json.Obj arguments) throws Exception {
        boolean success = false;
        try {
            Json result = tool.run(context, arguments);
            success = true;
            return result;
        } finally {
            house.executed(person, spec().name(), success);
        }
    }
}
