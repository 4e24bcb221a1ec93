package dev.parley.app.talk;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.session.people.SessionHousehold;

/** A tool of the house: what it answers is known to the house, and what comes of a command to the command machine. */
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
            house.learned(new Knowledge(person, spec().name(), spec().answers(), result));
            success = true;
            return result;
        } finally {
            if (house.knows(spec().name())) {
                house.executed(person, spec().name(), success);
            }
        }
    }
}
