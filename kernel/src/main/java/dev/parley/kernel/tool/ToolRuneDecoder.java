package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads the event back out of a rune. Empty for a refusal, for a result that only repeats what the event before it
 * decided, and for a rune of another family. A rune whose fields are missing or of another kind is corrupt.
 */
public final class ToolRuneDecoder {
    private ToolRuneDecoder() {}

    public static Optional<ToolEvent> decode(ToolRune rune) {
        String name = rune.payload().text("event");
        if (name == null || !rune.kind().startsWith("tool.") || rune.kind().equals("tool.refused")) {
            return Optional.empty();
        }
        return Optional.of(event(name, new Fields(rune.payload())));
    }

    private static ToolEvent event(String name, Fields fields) {
        String id = fields.text("call_id");
        long atMs = fields.whole("at_ms");
        return switch (name) {
            case "CallProposed" ->
                new ToolEvent.CallProposed(
                        ToolCall.of(id, fields.text("tool"), fields.object("arguments").fields, fields.whole("epoch")),
                        atMs);
            case "PolicyDecided" ->
                new ToolEvent.PolicyDecided(
                        id,
                        Ruling.valueOf(upper(fields.text("ruling"))),
                        terms(fields.object("terms")),
                        fields.text("reason"),
                        atMs);
            case "ApprovalAnswered" ->
                new ToolEvent.ApprovalAnswered(
                        id,
                        fields.flag("approved"),
                        new Approver(fields.text("by"), Approver.Standing.valueOf(upper(fields.text("standing")))),
                        fields.text("arguments_sha256"),
                        atMs);
            case "ApprovalTimedOut" -> new ToolEvent.ApprovalTimedOut(id, atMs);
            case "SandboxAdmitted" -> new ToolEvent.SandboxAdmitted(id, atMs);
            case "SandboxViolated" -> new ToolEvent.SandboxViolated(id, fields.text("violation"), atMs);
            case "DispatchRequested" ->
                new ToolEvent.DispatchRequested(
                        id,
                        permit(id, fields.object("permit")),
                        fields.text("arguments_sha256"),
                        fields.whole("epoch"),
                        atMs);
            case "ProgressReported" -> new ToolEvent.ProgressReported(id, fields.value("progress"), atMs);
            case "ResultArrived" ->
                new ToolEvent.ResultArrived(
                        id, Ending.valueOf(upper(fields.text("status"))), fields.answer(), fields.text("reason"), atMs);
            case "DeadlinePassed" -> new ToolEvent.DeadlinePassed(id, atMs);
            case "CancelRequested" -> new ToolEvent.CancelRequested(id, fields.text("reason"), atMs);
            case "ProcessLost" -> new ToolEvent.ProcessLost(id, atMs);
            default -> throw new IllegalArgumentException("no tool event is called " + name);
        };
    }

    private static ToolTerms terms(Fields fields) {
        return new ToolTerms(
                ToolSafety.valueOf(fields.text("safety")),
                fields.whole("timeout_ms"),
                fields.whole("approval_timeout_ms"),
                fields.whole("permit_ttl_ms"),
                fields.flag("cancel_on_interrupt"));
    }

    private static Permit permit(String callId, Fields fields) {
        return new Permit(
                fields.text("permit_id"),
                callId,
                fields.text("tool"),
                fields.text("arguments_sha256"),
                fields.whole("epoch"),
                fields.whole("expires_at_ms"));
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    /** A payload whose fields must be there. */
    private record Fields(Json.Obj fields) {
        Json value(String key) {
            Json value = fields.get(key);
            if (value == null) {
                throw new IllegalArgumentException("a tool rune lacks " + key);
            }
            return value;
        }

        /** What the tool answered; nobody knows it any more where only its digest was kept. */
        Json answer() {
            return fields.get("content_sha256") == null ? value("content") : Json.Null.NULL;
        }

        String text(String key) {
            if (value(key) instanceof Json.Str(String text)) {
                return text;
            }
            throw otherKind(key);
        }

        long whole(String key) {
            if (value(key) instanceof Json.Num(var number)) {
                return number.longValueExact();
            }
            throw otherKind(key);
        }

        boolean flag(String key) {
            if (value(key) instanceof Json.Bool(boolean flag)) {
                return flag;
            }
            throw otherKind(key);
        }

        Fields object(String key) {
            if (value(key) instanceof Json.Obj object) {
                return new Fields(object);
            }
            throw otherKind(key);
        }

        private static IllegalArgumentException otherKind(String key) {
            return new IllegalArgumentException("a tool rune has another kind of value under " + key);
        }
    }
}
