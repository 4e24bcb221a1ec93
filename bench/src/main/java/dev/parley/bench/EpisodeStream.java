package dev.parley.bench;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An endless supply of valid episodes as text, made while it is read so that the stream itself needs no memory. */
final class EpisodeStream extends InputStream {
    private static final int PACKETS_PER_EPISODE = 7;

    private static final String MCP = """
            {"intent":{"summary":"keep the house in order","scope":"household"},\
            "stakes":{"impact":"LOW","irreversibility":"REVERSIBLE","uncertainty":"LOW","adversariality":"BENIGN",\
            "stakes_level":"LOW"},"quality":{"quality_tier":"PAR","satisficing_mode":false,\
            "definition_of_done":{"text":"done when reported","checks":["reported"]},\
            "verification_requirement":"OPTIONAL"},"budgets":{"token_budget":100000,"tool_call_budget":1000,\
            "time_budget_seconds":86400,"risk_budget":{"envelope":"low","max_loss":"0"}},\
            "epistemics":{"status":"OBSERVED","confidence":0.9,"calibration_note":"measured",\
            "freshness_class":"OPERATIONAL","stale_if_older_than_seconds":1800,"assumptions":[]},\
            "evidence":{"evidence_refs":[{"ref_type":"tool_output","ref_id":"tool://sensor/1",\
            "timestamp":"2026-03-01T10:00:01Z","reliability_score":0.9}],"evidence_absent_reason":null},\
            "routing":{"task_class":"LOOKUP","tools_state":"tools_ok"}}""".strip();

    private static final List<String[]> EPISODE = List.of(
            packet("ObservationPacket", 1, "{\"observation_type\":\"tool_output\",\"data\":{\"door\":\"closed\"}}"),
            packet("BeliefUpdatePacket", 2, belief()),
            packet("DecisionPacket", 3, "{\"decision_outcome\":\"ACT\",\"decision_summary\":\"as the policy says\"}"),
            packet(
                    "ToolAuthorizationToken",
                    4,
                    "{\"token_id\":\"token_1\",\"authorized_scope\":{\"tool_ids\":[\"mail_api\"],"
                            + "\"operation_types\":[\"read\",\"write\"]},\"expiry\":\"2026-03-01T11:00:00Z\","
                            + "\"max_usage_count\":10,\"usage_count\":0,\"issuer_layer\":1,\"revoked\":false}"),
            packet(
                    "TaskDirectivePacket",
                    5,
                    "{\"task_id\":\"task_1\",\"task_type\":\"tool_write\",\"execution_method\":{\"method\":\"tool\","
                            + "\"tool_id\":\"mail_api\",\"tool_params\":{\"q\":1}},\"tool_safety_class\":\"WRITE\","
                            + "\"authorization_token_id\":\"token_1\",\"timeout_seconds\":60}"),
            packet(
                    "TaskResultPacket",
                    6,
                    "{\"task_id\":\"task_1\",\"directive_packet_id\":\"pkt_#_5\",\"result_status\":\"SUCCESS\","
                            + "\"execution_metadata\":{\"execution_time_ms\":10,\"tokens_used\":5}}"),
            packet("BeliefUpdatePacket", 7, belief()),
            cut(
                    "{\"event\":\"episode_close\",\"correlation_id\":\"corr_#\",\"created_at\":\"2026-03-01T10:00:08Z\"}\n"));

    private final long episodes;
    private long episode;
    private byte[] text = new byte[0];
    private int at;

    private EpisodeStream(long episodes) {
        this.episodes = episodes;
    }

    static EpisodeStream ofPackets(long packets) {
        return new EpisodeStream((packets + PACKETS_PER_EPISODE - 1) / PACKETS_PER_EPISODE);
    }

    long episodes() {
        return episodes;
    }

    private static String belief() {
        return "{\"update_type\":\"revision\",\"belief_changes\":[{\"domain\":\"house\",\"key\":\"door\","
                + "\"new_value\":\"closed\",\"prior_value\":null}],\"evidence_integration\":[\"pkt_#_1\"]}";
    }

    private static String[] packet(String type, int number, String payload) {
        return cut("{\"header\":{\"packet_id\":\"pkt_#_" + number + "\",\"packet_type\":\"" + type
                + "\",\"created_at\":\"2026-03-01T10:00:0" + number
                + "Z\",\"layer_source\":5,\"correlation_id\":\"corr_#\"},\"mcp\":" + MCP + ",\"payload\":" + payload
                + "}\n");
    }

    /** The pieces between which the episode's number is written. */
    private static String[] cut(String line) {
        return line.split("#", -1);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (at == text.length) {
            if (episode == episodes) {
                return -1;
            }
            text = next(Long.toString(episode++));
            at = 0;
        }
        int count = Math.min(length, text.length - at);
        System.arraycopy(text, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return text.length - at;
    }

    private static byte[] next(String number) {
        StringBuilder lines = new StringBuilder(12_000);
        for (String[] pieces : EPISODE) {
            lines.append(pieces[0]);
            for (int i = 1; i < pieces.length; i++) {
                lines.append(number).append(pieces[i]);
            }
        }
        return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
