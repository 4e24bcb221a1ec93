package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.provider.Modality;
import dev.parley.session.event.Reply;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Resident;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.Rank;
import dev.parley.session.turn.ConversationPipeline;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as it is scripted: who is there, what they do and when, and how providers and tools behave.
 *
 * @param given the pipeline that the scenario brings, or null for the standard one
 * @param expect what the result should show, or null
 * @param source the scenario as it was written, without its expectations: recorded, it can be run again from the record
 */
public record Scenario(
        String name,
        long seed,
        Instant start,
        Settings settings,
        Latencies latencies,
        List<Resident> people,
        Map<Modality, List<String>> providers,
        List<Voice> voices,
        List<Step> steps,
        List<Rule> rules,
        Map<String, ScriptedTool> tools,
        List<Fault> faults,
        List<ClockJump> clockJumps,
        Map<String, EdgeOverride> edges,
        @Nullable ConversationPipeline given,
        @Nullable Json expect,
        Json.Obj source) {

    /** How long scripted providers take. */
    public record Latencies(
            long sttFinalMs, long llmFirstMs, long llmTotalMs, long ttsFirstMs, long providerTimeoutMs) {
        public static final Latencies DEFAULTS = new Latencies(200, 100, 300, 200, 2000);
    }

    /** A stretch of voice; noise says nothing. */
    public record Voice(String id, long fromMs, long toMs, String says, boolean noise, String by) {}

    /** Something that happens at one moment. */
    public record Step(long atMs, Rank rank, SessionEvent event) {}

    /**
     * What the model answers: to words that contain {@code when}, or after a call has settled.
     *
     * @param deltas how the answer is written bit by bit; empty if it comes in one piece
     * @param agent the agent that answers so; empty for every agent
     * @param fails whether the model throws instead of answering
     */
    public record Rule(
            @Nullable String when,
            @Nullable String whenResult,
            Reply reply,
            List<Delta> deltas,
            String agent,
            boolean fails) {
        public Rule {
            deltas = List.copyOf(deltas);
        }

        boolean isOf(String other) {
            return agent.isEmpty() || agent.equals(other);
        }

        boolean answersWords(String text) {
            return when != null && whenResult == null && text.contains(when);
        }

        boolean answersResults(List<String> settled) {
            return whenResult != null && settled.stream().anyMatch(this::isResult);
        }

        private boolean isResult(String call) {
            return call.equals(whenResult) || call.replaceFirst("#\\d+$", "").equals(whenResult);
        }
    }

    /**
     * A bit of an answer, so long after the model was asked.
     *
     * @param call the call that is complete at this moment; empty for a bit of text
     */
    public record Delta(long atMs, String text, String call) {}

    /** The first rule that answers, or one with an empty reply. */
    public Rule answer(String text, List<String> settled, String agent) {
        return new AgentScript(rules, List.of()).answer(text, settled, agent);
    }

    /** A tool that behaves as told. */
    public record ScriptedTool(
            long takesMs,
            Json returns,
            String safety,
            boolean needsApproval,
            long timeoutMs,
            boolean cancelOnInterrupt,
            boolean fails,
            boolean ignoresCancel,
            boolean personal,
            boolean sendsOut) {}

    /** How a provider fails. */
    public enum Failure {
        TIMEOUT,
        OVERLOAD,
        DISCONNECT,
        ERROR
    }

    /** Something that goes wrong with a provider for a while. A null failure only ignores cancels. */
    public record Fault(
            long atMs,
            long untilMs,
            Modality kind,
            String name,
            @Nullable Failure failure) {
        public static final long FOREVER = Long.MAX_VALUE;

        public boolean covers(Modality otherKind, String otherName, long nowMs) {
            return kind == otherKind && name.equals(otherName) && atMs <= nowMs && nowMs < untilMs;
        }
    }

    /** The clock on the wall is set forward or back; time itself goes on. */
    public record ClockJump(long atMs, long byMs) {}

    /** What the turns run by. */
    public ConversationPipeline pipeline() {
        return given == null ? ConversationPipeline.standard(buffers()) : given;
    }

    /** The edges that behave otherwise than in the standard pipeline. */
    public Map<String, BufferSpec> buffers() {
        Map<String, BufferSpec> buffers = new LinkedHashMap<>();
        edges.forEach((edge, override) -> buffers.put(edge, override.spec()));
        return buffers;
    }

    /** The conversation's id: the same for the same name and seed, on every machine. */
    public String conversation() {
        StringBuilder slug = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            boolean upper = c >= 'A' && c <= 'Z';
            if (plain || upper) {
                slug.append(upper ? (char) (c + ('a' - 'A')) : c);
            } else if (!slug.isEmpty() && slug.charAt(slug.length() - 1) != '-') {
                slug.append('-');
            }
        }
        String readable = slug.toString().replaceAll("-$", "");
        return (readable.isEmpty() ? "scenario" : readable) + "-" + Long.toUnsignedString(identity(), 36);
    }

    /** FNV-1a over name and seed. */
    private long identity() {
        long hash = 0xcbf29ce484222325L;
        for (byte b : (name + "\u0000" + seed).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
