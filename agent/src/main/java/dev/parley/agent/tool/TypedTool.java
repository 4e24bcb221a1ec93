package dev.parley.agent.tool;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.ToolSafety;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A tool whose arguments are a Java record and whose answer is anything that reads as JSON. */
public final class TypedTool<A extends Record> implements Tool {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final ToolSpec spec;
    private final Class<A> type;
    private final Body<A> body;

    /** What the tool does. */
    @FunctionalInterface
    public interface Body<A extends Record> {
        Object run(ToolContext context, A arguments) throws Exception;
    }

    private TypedTool(ToolSpec spec, Class<A> type, Body<A> body) {
        this.spec = spec;
        this.type = type;
        this.body = body;
    }

    public static <A extends Record> TypedTool<A> reads(String name, String description, Class<A> type, Body<A> body) {
        return of(new ToolSpec(name, description, RecordSchema.of(type), ToolSafety.READ), type, body);
    }

    public static <A extends Record> TypedTool<A> writes(String name, String description, Class<A> type, Body<A> body) {
        return of(new ToolSpec(name, description, RecordSchema.of(type), ToolSafety.WRITE), type, body);
    }

    private static <A extends Record> TypedTool<A> of(ToolSpec spec, Class<A> type, Body<A> body) {
        return new TypedTool<>(spec, type, body);
    }

    /** The same tool, with arguments that the sandbox is to judge as paths. */
    public TypedTool<A> withPaths(String... arguments) {
        return of(spec.withPaths(arguments), type, body);
    }

    /** The same tool, with arguments that the sandbox is to judge as addresses. */
    public TypedTool<A> withAddresses(String... arguments) {
        return of(spec.withAddresses(arguments), type, body);
    }

    /** The same tool, whose answers tell this much about who asked. */
    public TypedTool<A> answering(Sensitivity value) {
        return of(spec.answering(value), type, body);
    }

    /** The same tool, with the words in which a person is asked about a call of it. */
    public TypedTool<A> phrased(String value) {
        return of(spec.phrased(value), type, body);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Json run(ToolContext context, Json.Obj arguments) throws Exception {
        Object answer = body.run(context, MAPPER.readValue(arguments.canonical(), type));
        return answer instanceof Json json ? json : JsonDecoder.decode(MAPPER.writeValueAsString(answer));
    }
}
