package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.session.event.SessionEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a session is held, as its client sees it: everything that is in force, whoever has said it.
 *
 * @param json as it is sent
 */
record SessionConfig(Json.Obj json) {
    private static final int TOOLS_MAX = 128;
    private static final int INSTRUCTIONS_MAX = 32_768;
    private static final long SILENCE_MS_MAX = 60_000;
    private static final BigDecimal TOKENS_MAX = BigDecimal.valueOf(4_096);
    private static final Set<Json> CHOICES = Set.of(Json.of("none"), Json.of("auto"), Json.of("required"));
    private static final Set<String> FIXED = Set.of("id", "object", "type", "model", "expires_at");

    /**
     * What holds before a client has said anything.
     *
     * @param silenceMs after which somebody has finished
     * @param speaks whether there is a voice
     */
    static SessionConfig initial(String id, String model, long silenceMs, boolean speaks) {
        Json.Obj input = Json.Obj.EMPTY
                .with("format", AudioFormat.PCM.json())
                .with("transcription", Json.Obj.EMPTY.with("model", "parley"))
                .with("noise_reduction", Json.Null.NULL)
                .with("turn_detection", detection("server_vad", silenceMs));
        Json.Obj output = Json.Obj.EMPTY
                .with("format", AudioFormat.PCM.json())
                .with("voice", "parley")
                .with("speed", 1);
        return new SessionConfig(Json.Obj.EMPTY
                .with("type", "realtime")
                .with("object", "realtime.session")
                .with("id", id)
                .with("model", model)
                .with("instructions", "")
                .with("output_modalities", Json.texts(List.of(speaks ? "audio" : "text")))
                .with("audio", Json.Obj.EMPTY.with("input", input).with("output", output))
                .with("tools", Json.of(List.of()))
                .with("tool_choice", "auto")
                .with("max_output_tokens", "inf")
                .with("tracing", Json.Null.NULL)
                .with("truncation", "auto")
                .with("include", Json.Null.NULL)
                .with("prompt", Json.Null.NULL));
    }

    private static Json.Obj detection(String type, long silenceMs) {
        Json.Obj common =
                Json.Obj.EMPTY.with("type", type).with("create_response", true).with("interrupt_response", true);
        return type.equals("semantic_vad")
                ? common.with("eagerness", "auto")
                : common.with("threshold", new Json.Num(new BigDecimal("0.5")))
                        .with("prefix_padding_ms", 300)
                        .with("silence_duration_ms", silenceMs)
                        .with("idle_timeout_ms", Json.Null.NULL);
    }

    /** The same with what a client has said on top. Only the fields that are there change. */
    SessionConfig merged(Json.Obj update, long silenceMs, boolean speaks) throws BadEvent {
        String type = update.text("type");
        if (type != null && !type.equals("realtime")) {
            throw BadEvent.value("session.type", "sessions here are of type 'realtime'");
        }
        Json.Obj changed = json;
        for (Map.Entry<String, Json> field : update.fields().entrySet()) {
            String name = field.getKey();
            Json value = field.getValue();
            if (name.equals("audio")) {
                changed = changed.with(name, audio(part(changed, name), object(value, "session.audio"), silenceMs));
            } else if (!FIXED.contains(name)) {
                changed = changed.with(name, value);
            }
        }
        SessionConfig merged = new SessionConfig(changed);
        merged.check(speaks);
        return merged;
    }

    private static Json.Obj audio(Json.Obj before, Json.Obj update, long silenceMs) throws BadEvent {
        Json.Obj changed = before;
        for (String side : List.of("input", "output")) {
            @Nullable Json given = update.get(side);
            if (given != null) {
                changed = changed.with(
                        side, side(part(changed, side), object(given, "session.audio." + side), silenceMs));
            }
        }
        return changed;
    }

    private static Json.Obj side(Json.Obj before, Json.Obj update, long silenceMs) throws BadEvent {
        Json.Obj changed = before;
        for (Map.Entry<String, Json> field : update.fields().entrySet()) {
            Json value = field.getValue();
            changed = changed.with(
                    field.getKey(),
                    field.getKey().equals("turn_detection") && value instanceof Json.Obj given
                            ? detection(part(before, "turn_detection"), given, silenceMs)
                            : value);
        }
        return changed;
    }

    /** What is said about the same kind of detection stays. */
    private static Json.Obj detection(Json.Obj before, Json.Obj given, long silenceMs) throws BadEvent {
        String type = given.text("type") == null ? before.text("type") : given.text("type");
        if (type == null || !(type.equals("server_vad") || type.equals("semantic_vad"))) {
            throw BadEvent.value("session.audio.input.turn_detection.type", "'server_vad' or 'semantic_vad'");
        }
        Json.Obj detection = type.equals(before.text("type")) ? before : detection(type, silenceMs);
        for (Map.Entry<String, Json> field : given.fields().entrySet()) {
            detection = detection.with(field.getKey(), field.getValue());
        }
        return detection;
    }

    /** What the conversation is told that began with the other one. */
    List<SessionEvent> changesSince(SessionConfig before, long usualSilenceMs) {
        List<SessionEvent> changes = new ArrayList<>();
        long silenceMs = silenceMs(usualSilenceMs);
        if (silenceMs != before.silenceMs(usualSilenceMs) || interrupts() != before.interrupts()) {
            changes.add(new SessionEvent.ListeningChanged(silenceMs, interrupts()));
        }
        if (answers() != before.answers()) {
            changes.add(new SessionEvent.AnswersHeld(!answers()));
        }
        if (!instructions().equals(before.instructions())) {
            changes.add(new SessionEvent.Instructed(instructions(), false));
        }
        return changes;
    }

    private String instructions() {
        String text = json.text("instructions");
        return text == null ? "" : text;
    }

    /** What an agent is told by this object; empty where it says nothing. */
    static String instructions(Json.Obj from, String param) throws BadEvent {
        Json told = from.get("instructions");
        if (told == null || told instanceof Json.Null) {
            return "";
        }
        if (!(told instanceof Json.Str(String text)) || text.length() > INSTRUCTIONS_MAX) {
            throw BadEvent.value(param + "instructions", "a text of at most " + INSTRUCTIONS_MAX + " characters");
        }
        return text;
    }

    private void check(boolean speaks) throws BadEvent {
        String _ = instructions(json, "session.");
        inputFormat();
        outputFormat();
        isSpoken(json, "session.", speaks);
        tools();
        checkAnswers();
        Json.@Nullable Obj detection = detection();
        if (detection != null) {
            BigDecimal threshold = detection.number("threshold");
            if (detection.get("threshold") != null && !isWithin(threshold, BigDecimal.ZERO, BigDecimal.ONE)) {
                throw BadEvent.value("session.audio.input.turn_detection.threshold", "from 0 to 1");
            }
            BigDecimal silence = detection.number("silence_duration_ms");
            if (silence != null
                    && (silence.signum() < 0 || silence.compareTo(BigDecimal.valueOf(SILENCE_MS_MAX)) > 0)) {
                throw BadEvent.value(
                        "session.audio.input.turn_detection.silence_duration_ms", "from 0 to " + SILENCE_MS_MAX);
            }
        }
    }

    /** What a client hears back of these has to be what the protocol knows. */
    private void checkAnswers() throws BadEvent {
        BigDecimal tokens = json.number("max_output_tokens");
        boolean counted = tokens != null
                && isWithin(tokens, BigDecimal.ONE, TOKENS_MAX)
                && tokens.stripTrailingZeros().scale() <= 0;
        if (!counted && !"inf".equals(json.text("max_output_tokens"))) {
            throw BadEvent.value("session.max_output_tokens", "'inf' or from 1 to " + TOKENS_MAX);
        }
        Json choice = json.get("tool_choice");
        boolean known = choice instanceof Json.Obj named
                ? named.text("type") != null
                : choice != null && CHOICES.contains(choice);
        if (!known) {
            throw BadEvent.value("session.tool_choice", "'none', 'auto', 'required' or a tool");
        }
    }

    private static boolean isWithin(@Nullable BigDecimal value, BigDecimal least, BigDecimal most) {
        return value != null && value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    /** Whether answers are spoken, by what this object says; where it says nothing, null. */
    static @Nullable Boolean isSpoken(Json.Obj from, String param, boolean speaks) throws BadEvent {
        Json given = from.get("output_modalities");
        if (given == null) {
            return null;
        }
        if (given.equals(Json.texts(List.of("text")))) {
            return false;
        }
        if (!given.equals(Json.texts(List.of("audio")))) {
            throw BadEvent.value(param + "output_modalities", "[\"audio\"] or [\"text\"]");
        }
        if (!speaks) {
            throw new BadEvent("no_voice", "there is no voice here; answers are text", param + "output_modalities");
        }
        return true;
    }

    boolean isSpoken() {
        return json.get("output_modalities") instanceof Json.Arr(List<Json> items) && items.contains(Json.of("audio"));
    }

    AudioFormat inputFormat() throws BadEvent {
        return AudioFormat.of(part(audio(), "input").get("format"), "session.audio.input.format");
    }

    AudioFormat outputFormat() throws BadEvent {
        return AudioFormat.of(part(audio(), "output").get("format"), "session.audio.output.format");
    }

    String voice() {
        return String.valueOf(part(audio(), "output").get("voice"));
    }

    private Json.Obj audio() {
        return part(json, "audio");
    }

    /** How voices are detected; null where the client does it itself. */
    Json.@Nullable Obj detection() {
        return part(audio(), "input").get("turn_detection") instanceof Json.Obj detection ? detection : null;
    }

    long silenceMs(long usual) {
        Json.Obj detection = detection();
        BigDecimal given = detection == null ? null : detection.number("silence_duration_ms");
        return given == null ? usual : given.longValue();
    }

    long paddingMs() {
        Json.Obj detection = detection();
        BigDecimal given = detection == null ? null : detection.number("prefix_padding_ms");
        return given == null ? 0 : given.longValue();
    }

    boolean interrupts() {
        Json.Obj detection = detection();
        return detection != null && !Boolean.FALSE.equals(detection.flag("interrupt_response"));
    }

    /** Whether whoever has finished is answered without being asked for it. */
    boolean answers() {
        Json.Obj detection = detection();
        return detection != null && !Boolean.FALSE.equals(detection.flag("create_response"));
    }

    List<Model.ToolOffer> tools() throws BadEvent {
        if (!(json.get("tools") instanceof Json.Arr(List<Json> items)) || items.size() > TOOLS_MAX) {
            throw BadEvent.value("session.tools", "a list of at most " + TOOLS_MAX + " tools");
        }
        List<Model.ToolOffer> offers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Json item : items) {
            String name = item instanceof Json.Obj tool ? tool.text("name") : null;
            if (!(item instanceof Json.Obj tool)
                    || name == null
                    || !"function".equals(tool.text("type"))
                    || !name.matches("[A-Za-z0-9_.-]{1,64}")
                    || !names.add(name)) {
                throw BadEvent.value("session.tools", "each has type 'function' and a name of its own");
            }
            String description = tool.text("description");
            Json.Obj schema =
                    tool.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY.with("type", "object");
            offers.add(new Model.ToolOffer(name, description == null ? "" : description, schema));
        }
        return offers;
    }

    private static Json.Obj object(Json value, String param) throws BadEvent {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw BadEvent.value(param, "an object");
    }

    private static Json.Obj part(Json.Obj of, String key) {
        return of.get(key) instanceof Json.Obj part ? part : Json.Obj.EMPTY;
    }
}
