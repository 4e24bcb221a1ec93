package dev.parley.transport.telemetry;

import dev.parley.kernel.json.Json;
import dev.parley.transport.telemetry.TurnStages.Stage;
import dev.parley.transport.telemetry.TurnStages.Turn;
import java.net.URI;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Turns as OpenTelemetry traces, sent over HTTP as OTLP in JSON: a span per turn with a span for each of its stages below it,
 * named as the GenAI conventions name them. All the names are here, because they still change. No words are sent.
 */
final class Traces implements AutoCloseable {
    private static final int INTERNAL = 1;
    private static final int CLIENT = 3;
    private static final int ERROR = 2;
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;
    private static final String OPERATION = "gen_ai.operation.name";
    private static final String PROVIDER = "gen_ai.provider.name";
    private static final String ITSELF = "parley";
    /** What the record calls a provider that is the program itself. */
    private static final String OWN = "own";

    private final Courier<Turn> courier;
    private final String model;
    private final RandomGenerator random = RandomGenerator.getDefault();

    /** @param model what the model that answers is called; empty for as its provider is */
    Traces(URI url, String model, Post.Spec spec) {
        this.model = model;
        this.courier = new Courier<>(
                "traces",
                url,
                spec,
                turn -> new Post.Letter(
                        "application/json", Map.of(), request(turn).text()));
    }

    void offer(Turn turn) {
        courier.offer(turn);
    }

    Courier<Turn> courier() {
        return courier;
    }

    private Json.Obj request(Turn turn) {
        Json.Obj service = Json.Obj.EMPTY.with("attributes", Json.of(List.of(attribute("service.name", "parley"))));
        Json.Obj scope = Json.Obj.EMPTY
                .with("scope", Json.Obj.EMPTY.with("name", "dev.parley"))
                .with("spans", Json.of(spans(turn)));
        return Json.Obj.EMPTY.with(
                "resourceSpans",
                Json.of(List.of(Json.Obj.EMPTY.with("resource", service).with("scopeSpans", Json.of(List.of(scope))))));
    }

    private List<Json> spans(Turn turn) {
        String trace = id(TRACE_BYTES);
        String root = id(SPAN_BYTES);
        List<Json> spans = new ArrayList<>();
        Json.Obj whole = span(turn, trace, root, "invoke_agent parley", INTERNAL, turn.fromNanos(), turn.toNanos());
        spans.add(told(
                whole,
                isGood(turn.reason()),
                List.of(
                        attribute(OPERATION, "invoke_agent"),
                        attribute(PROVIDER, ITSELF),
                        attribute("gen_ai.agent.name", "parley"),
                        attribute("gen_ai.conversation.id", turn.conversation()),
                        attribute("parley.turn", Long.toString(turn.number())),
                        attribute("parley.turn.reason", turn.reason()))));
        for (Stage stage : turn.stages()) {
            spans.add(stage(turn, stage, trace, root));
        }
        return spans;
    }

    private static boolean isGood(String reason) {
        return switch (reason) {
            case "completed", "empty", "interrupted", "cancelled", "disconnected", "drained" -> true;
            default -> false;
        };
    }

    private Json.Obj stage(Turn turn, Stage stage, String trace, String root) {
        List<Json> about = new ArrayList<>();
        String provider = provider(stage);
        if (!provider.isEmpty()) {
            about.add(attribute(PROVIDER, provider));
        }
        String name = switch (stage.name()) {
            case "llm" -> {
                about.add(attribute(OPERATION, "chat"));
                about.add(attribute("gen_ai.output.type", "text"));
                String asked = model.isEmpty() ? provider : model;
                about.add(attribute("gen_ai.request.model", asked));
                yield "chat " + asked;
            }
            case "tts" -> {
                about.add(attribute(OPERATION, "text_to_speech"));
                about.add(attribute("gen_ai.output.type", "speech"));
                yield "text_to_speech";
            }
            case "stt" -> {
                about.add(attribute(OPERATION, "speech_to_text"));
                yield "speech_to_text";
            }
            case "tool" -> {
                about.add(attribute(OPERATION, "execute_tool"));
                about.add(attribute("gen_ai.tool.name", stage.about().getOrDefault("tool", "")));
                about.add(attribute("gen_ai.tool.call.id", stage.about().getOrDefault("call", "")));
                yield "execute_tool " + stage.about().getOrDefault("tool", "");
            }
            default -> "parley." + stage.name();
        };
        String outcome = stage.about().getOrDefault("outcome", "success");
        boolean isGood = outcome.equals("success");
        if (!isGood) {
            about.add(attribute("error.type", outcome));
        }
        int kind = stage.name().equals("llm") ? CLIENT : INTERNAL;
        Json.Obj span = span(turn, trace, id(SPAN_BYTES), name, kind, stage.fromNanos(), stage.toNanos());
        return told(span.with("parentSpanId", root), isGood, about);
    }

    /** Who did the work of a stage; empty for one that is no call of a provider. */
    private static String provider(Stage stage) {
        String name = stage.about().getOrDefault("provider", "");
        return name.equals(OWN) ? ITSELF : name;
    }

    private static Json.Obj span(
            Turn turn, String trace, String id, String name, int kind, long fromNanos, long toNanos) {
        long wallNanos = TimeUnit.MILLISECONDS.toNanos(turn.endedWallMs());
        return Json.Obj.EMPTY
                .with("traceId", trace)
                .with("spanId", id)
                .with("name", name)
                .with("kind", kind)
                .with("startTimeUnixNano", Long.toString(wallNanos - (turn.toNanos() - fromNanos)))
                .with("endTimeUnixNano", Long.toString(wallNanos - (turn.toNanos() - toNanos)));
    }

    private static Json.Obj told(Json.Obj span, boolean isGood, List<Json> about) {
        Json.Obj all = span.with("attributes", Json.of(about));
        return isGood ? all : all.with("status", Json.Obj.EMPTY.with("code", ERROR));
    }

    private static Json attribute(String key, String value) {
        return Json.Obj.EMPTY.with("key", key).with("value", Json.Obj.EMPTY.with("stringValue", value));
    }

    private String id(int bytes) {
        byte[] id = new byte[bytes];
        random.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    @Override
    public void close() {
        courier.close();
    }
}
