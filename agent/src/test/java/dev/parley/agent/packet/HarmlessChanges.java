package dev.parley.agent.packet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a changed field may leave an episode valid, and which rules may speak where it does not. */
final class HarmlessChanges {
    private static final Map<Pattern, String> REASONS = new LinkedHashMap<>();
    private static final Map<Pattern, Pattern> RULES = new LinkedHashMap<>();

    static {
        reason("^\\w+  \\+ marked field", "keys with an underscore are ignored at the top");
        reason("/(payload|mcp).* \\+ (unknown|marked) field", "payload and mcp are open to unknown fields");
        reason("/mcp/(intent|stakes|quality|routing)", "the control section is an open vocabulary and only warns");
        reason("/mcp/budgets", "a budget that is absent or still wide enough changes nothing");
        reason("/mcp/epistemics/confidence", "confidence is free between 0 and 1");
        reason("/mcp/epistemics", "the status is asked for only where a verification looks for an observation");
        reason("/mcp/evidence", "any reference, or any reason for having none, will do");
        reason("/created_at", "time may go back, with a warning");
        reason("/header/layer_source", "every layer may send every packet");
        reason("/header/packet_id", "an id that nothing refers to may be any");
        reason("^ObservationPacket /header/correlation_id", "an observation may open an episode of its own");
        reason("^IntegrityAlertPacket /header/correlation_id", "an alert may halt an episode of its own");
        reason("^ObservationPacket /payload", "what was observed is free content");
        reason(
                "/payload/(decision_summary|belief_changes|update_type|task_type|plan_id|alert_id|alert_type)",
                "free content that no rule looks at");
        reason("/payload/evidence_integration", "outside a verification a belief may rest on any packet");
        reason("/payload/task_id", "directives are closed by packet id; another task only warns");
        reason("/payload/issuer_layer", "every layer may issue a token");
        reason("/payload/revoked removed", "a token that says nothing is not revoked");
        reason(
                "/payload/max_usage_count = (1|6|7|1.0|5e0|1e400|1e999999|9007199254740991|9007199254740992|1234567890\\d+)$",
                "one use is enough");
        reason("/payload/usage_count (removed|= (1|1.0|-0.0))$", "a use is left");
        reason("/payload/execution_method/method", "every method may read");
        reason("/payload/execution_method/tool_id", "a read needs no scope");
        reason("/payload/execution_metadata", "what was used is within the budget, or not said");
        reason("/payload/tool_safety_class removed", "a directive without a class reads");
        reason("/payload/tool_safety_class = \"MIXED\"", "what may write may also read and write");
        reason("/payload/result_status = \"FAILURE\"", "outside a verification a failure closes a directive too");
        reason("/payload/top_options first = ", "there are still two options");
        reason("/payload/evidence_gaps (first )?= ", "there is still a gap");
        reason("/payload/recommended_next_step", "there is still a step");

        rules("/header/packet_id", "schema|E6\\.(unmatched|open)|E3\\.4|header\\.duplicate");
        rules("(/header)?/correlation_id", "schema|fsm\\.S\\d\\.no-row|E6\\.(unmatched|open)|E3\\.4|S4\\.4|E7");
        rules("/header|/mcp($| )|/payload($| )| \\+ unknown field|/event", "schema");
        rules("/mcp/budgets", "schema|budget");
        rules("/mcp/epistemics", "schema|S4\\.4");
        rules("/mcp", "schema|E3\\.3");
        rules("/payload/decision_outcome", "schema|fsm\\.S\\d\\.(no-row|condition)");
        rules("/payload/(tool_safety_class)", "schema|fsm\\.S[345]\\.no-row|E4\\.scope");
        rules("/payload/authorization_token_id", "schema|E4\\.2");
        rules("/payload/token_id", "schema|E4\\.2");
        rules("/payload/expiry", "schema|E4\\.3");
        rules("/payload/revoked", "schema|E4\\.4");
        rules("/payload/(usage_count|max_usage_count)", "schema|E4\\.5");
        rules("/payload/(authorized_scope|execution_method)", "schema|E4\\.scope");
        rules("/payload/directive_packet_id", "schema|E6\\.unmatched");
        rules("/payload/result_status", "schema|E3\\.3");
        rules("/payload/execution_metadata", "schema|budget");
        rules("/payload/evidence_integration", "schema|E3\\.4");
        rules("/payload/top_options", "schema|E5\\.1");
        rules("/payload/evidence_gaps", "schema|E5\\.2");
        rules("/payload/recommended_next_step", "schema|E5\\.3");
        rules("/payload/(severity|clears|recovered)", "schema|E7|E6\\.open|fsm\\.S[07]\\.no-row");
        rules("/payload", "schema");
        rules("", "schema");
    }

    private HarmlessChanges() {}

    private static void reason(String change, String text) {
        REASONS.put(Pattern.compile(change), text);
    }

    private static void rules(String change, String allowed) {
        RULES.put(Pattern.compile(change), Pattern.compile(allowed));
    }

    /** The documented reason, or null where there is none. */
    static @Nullable String reason(String type, Mutants.Mutant mutant) {
        for (Map.Entry<Pattern, String> entry : REASONS.entrySet()) {
            if (entry.getKey().matcher(type + " " + mutant.change()).find()) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** Whether all these rules have to do with the change. */
    static boolean explains(Mutants.Mutant mutant, List<String> rules) {
        for (Map.Entry<Pattern, Pattern> entry : RULES.entrySet()) {
            if (entry.getKey().matcher(mutant.change()).find()) {
                return rules.stream()
                        .allMatch(rule -> entry.getValue().matcher(rule).matches());
            }
        }
        return false;
    }
}
