package held;

import dev.parley.kernel.json.Json;
import dev.parley.sim.Scenarios;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.List;

/** A scenario that was played to its end, and what can be seen of it. */
public record Played(Json.Obj json) {

    public static Played of(String yaml) {
        try {
            ScenarioResult result = Scenarios.run(ScenarioReader.yaml(yaml));
            return new Played(result.json());
        } catch (BadScenario e) {
            throw new IllegalArgumentException("line " + e.line() + ": " + e.reason(), e);
        }
    }

    /** How often a call was carried out. */
    public int runs(String call) {
        BigDecimal runs = call(call).number("runs");
        return runs == null ? 0 : runs.intValue();
    }

    public String status(String call) {
        return String.valueOf(call(call).text("status"));
    }

    private Json.Obj call(String id) {
        return list("tools").stream()
                .filter(call -> id.equals(call.text("id")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody asked for " + id));
    }

    /** How an approval was answered, "never asked" where nobody was asked. */
    public String approval(String call) {
        return list("approvals").stream()
                .filter(approval -> call.equals(approval.text("call")))
                .map(approval -> String.valueOf(approval.text("outcome")))
                .findFirst()
                .orElse("never asked");
    }

    /** What the people in the room heard the agent say. */
    public List<String> heard() {
        return list("history").stream()
                .filter(entry -> "assistant".equals(entry.text("role")))
                .map(entry -> String.valueOf(entry.text("text")))
                .toList();
    }

    public List<String> violations() {
        return list("violations").stream()
                .map(violation -> String.valueOf(violation.text("id")))
                .toList();
    }

    public List<Json.Obj> list(String key) {
        return json.get(key) instanceof Json.Arr all
                ? all.items().stream().map(Json.Obj.class::cast).toList()
                : List.of();
    }
}
