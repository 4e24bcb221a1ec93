package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.session.event.SessionEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
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
    /** There is one voice; the configuration says which. */
    static final String VOICE = "parley";

    private static final int INSTRUCTIONS_MAX = 32_768;
    private static final long SILENCE_MS_MAX = 60_000;
    /** What a client may say about a session. All else stays what it is here, and is shown as that. */
    private static final Set<String> FREE = Set.of("instructions", "output_modalities", "tools", "tracing");

    private static final BigDecimal SLOWEST = new BigDecimal("0.25");
    private static final BigDecimal FASTEST = new BigDecimal("1.5");
    private static final Json.Obj TRANSCRIBED = Json.Obj.EMPTY.with("model", "parley");

    /**
     * What holds before a client has said anything.
     *
     * @param silenceMs after which somebody has finished
     * @param speaks whether there is a voice
     */
    static SessionConfig initial(String id, String model, long silenceMs, boolean speaks) {
        Json.Obj input = Json.Obj.EMPTY
                .with("format", AudioFormat.PCM.json())
                .with("transcription", TRANSCRIBED)
                .with("noise_reduction", Json.Null.NULL)
                .with("turn_detection", detection("server_vad", silenceMs));
        Json.Obj output = Json.Obj.EMPTY
                .with("format", AudioFormat.PCM.json())
                .with("voice", VOICE)
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
                .with("max_output_tokens", AnswerBounds.ENDLESS)
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
                : common.with("prefix_padding_ms", 300)
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
            } else if (FREE.contains(name)) {
                changed = changed.with(name, kept(name, value));
            }
        }
        SessionConfig merged = new SessionConfig(AnswerBounds.merged(changed, update));
        merged.check(speaks);
        return merged;
    }

    /** What is kept of a field: what was read of it, and is short enough. */
    private static Json kept(String name, Json value) throws BadEvent {
        return switch (name) {
            case "tools" -> DeclaredTools.of(value).json();
            case "tracing" -> Metadata.tracing(value);
            default -> value;
        };
    }

    /** What of this update was read, given what came of it: nothing that a session does not know is kept until it begins. */
    static Json.Obj read(Json.Obj update, Json.Obj effective) {
        Json.Obj read = Json.Obj.EMPTY;
        for (Map.Entry<String, Json> field : update.fields().entrySet()) {
            Json came = effective.get(field.getKey());
            if (came != null) {
                boolean isPart = field.getValue() instanceof Json.Obj && came instanceof Json.Obj;
                read = read.with(field.getKey(), isPart ? read((Json.Obj) field.getValue(), (Json.Obj) came) : came);
            }
        }
        return read;
    }

    private static Json.Obj audio(Json.Obj before, Json.Obj update, long silenceMs) throws BadEvent {
        Json.Obj changed = before;
        for (String side : List.of("input", "output")) {
            @Nullable Json given = update.get(side);
            if (given != null) {
                Json.Obj fields = object(given, "session.audio." + side);
                Json.Obj present = part(changed, side);
                for (Map.Entry<String, Json> field : fields.fields().entrySet()) {
                    present = heard(present, side + "." + field.getKey(), field.getValue(), silenceMs);
                }
                changed = changed.with(side, present);
            }
        }
        return changed;
    }

    /** One field of how a client is heard or spoken to. */
    private static Json.Obj heard(Json.Obj before, String path, Json value, long silenceMs) throws BadEvent {
        return switch (path) {
            case "input.format", "output.format" ->
                before.with(
                        "format", AudioFormat.of(value, "session.audio." + path).json());
            case "input.transcription" ->
                before.with("transcription", value instanceof Json.Null ? value : TRANSCRIBED);
            case "input.turn_detection" ->
                before.with(
                        "turn_detection",
                        value instanceof Json.Null
                                ? value
                                : detection(
                                        part(before, "turn_detection"),
                                        object(value, "session.audio.input.turn_detection"),
                                        silenceMs));
            case "output.speed" -> {
                if (!(value instanceof Json.Num(BigDecimal rate)) || !isWithin(rate, SLOWEST, FASTEST)) {
                    throw BadEvent.value("session.audio.output.speed", "from " + SLOWEST + " to " + FASTEST);
                }
                yield before.with("speed", value);
            }
            default -> before;
        };
    }

    /** What is said about the same kind of detection stays. */
    private static Json.Obj detection(Json.Obj before, Json.Obj given, long silenceMs) throws BadEvent {
        String type = given.text("type") == null ? before.text("type") : given.text("type");
        if (type == null || !(type.equals("server_vad") || type.equals("semantic_vad"))) {
            throw BadEvent.value("session.audio.input.turn_detection.type", "'server_vad' or 'semantic_vad'");
        }
        Json.Obj detection = type.equals(before.text("type")) ? before : detection(type, silenceMs);
        for (String name : List.of("create_response", "interrupt_response")) {
            Boolean flag = given.flag(name);
            detection = flag == null ? detection : detection.with(name, flag);
        }
        for (String name : List.of("prefix_padding_ms", "silence_duration_ms")) {
            BigDecimal ms = number(given, name, BigDecimal.valueOf(SILENCE_MS_MAX));
            detection = ms == null ? detection : detection.with(name, new Json.Num(ms));
        }
        BigDecimal _ = number(given, "threshold", BigDecimal.ONE);
        return detection;
    }

    private static @Nullable BigDecimal number(Json.Obj detection, String name, BigDecimal most) throws BadEvent {
        Json given = detection.get(name);
        if (given == null || given instanceof Json.Null) {
            return null;
        }
        if (!(given instanceof Json.Num(BigDecimal number)) || !isWithin(number, BigDecimal.ZERO, most)) {
            throw BadEvent.value("session.audio.input.turn_detection." + name, "from 0 to " + most);
        }
        return number;
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
        if (!bounds().equals(before.bounds())) {
            changes.add(bounds().asEvent(false));
        }
        if (speed().compareTo(before.speed()) != 0) {
            changes.add(new SessionEvent.SpeechPaced(speed()));
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
    }

    private static boolean isWithin(BigDecimal value, BigDecimal least, BigDecimal most) {
        return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    /** What the client wants of every answer. */
    AnswerBounds bounds() {
        return AnswerBounds.of(json);
    }

    private BigDecimal speed() {
        BigDecimal speed = part(audio(), "output").number("speed");
        return speed == null ? BigDecimal.ONE : speed.stripTrailingZeros();
    }

    /** Whether the client is told what a voice has said. */
    boolean transcribes() {
        return part(audio(), "input").get("transcription") instanceof Json.Obj;
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
        return DeclaredTools.of(json.get("tools")).offers();
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
