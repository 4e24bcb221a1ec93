package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result object of a scenario, made from its runes alone. */
public final class ScenarioResult {
    private final Json.Obj json;

    private ScenarioResult(Json.Obj json) {
        this.json = json;
    }

    public static ScenarioResult of(String name, List<Rune> runes, @Nullable Json expect) {
        Map<String, Json> observed = new LinkedHashMap<>();
        observed.put("duration_ms", Json.of(runes.isEmpty() ? 0 : Moments.at(runes.getLast())));
        observed.put("agent_states", AgentStates.of(runes));
        observed.put("playbacks", Playbacks.of(runes));
        observed.put("history", HistoryView.of(runes));
        observed.put("turns", TurnsView.of(runes));
        observed.put("tools", ToolsView.tools(runes));
        observed.put("approvals", ToolsView.approvals(runes));
        observed.put("provider_switches", ControlView.switches(runes));
        observed.put("drops", ControlView.drops(runes));
        observed.put("control", ControlView.signals(runes));
        observed.put("violations", ControlView.violations(runes));
        observed.put("log_sha256", Json.of(logHash(runes)));
        Json.Obj facts = new Json.Obj(observed).with("name", name);
        List<String> failures = expect == null ? List.of() : Expectation.failures(expect, facts);
        Map<String, Json> all = new LinkedHashMap<>();
        all.put("name", Json.of(name));
        all.put("ok", Json.of(failures.isEmpty()));
        all.put("failures", Json.texts(failures));
        all.putAll(observed);
        return new ScenarioResult(new Json.Obj(all));
    }

    public Json.Obj json() {
        return json;
    }

    public boolean isOk() {
        return Boolean.TRUE.equals(json.flag("ok"));
    }

    public List<String> failures() {
        return json.get("failures") instanceof Json.Arr arr
                ? arr.items().stream().map(item -> ((Json.Str) item).value()).toList()
                : List.of();
    }

    /** SHA-256 over the canonical bytes of the runes, in order. */
    public static String logHash(List<Rune> runes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Rune rune : runes) {
                digest.update(rune.canonical());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
