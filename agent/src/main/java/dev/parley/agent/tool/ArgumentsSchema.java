package dev.parley.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled schema of a tool's arguments. */
public final class ArgumentsSchema {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final Schema schema;

    private ArgumentsSchema(Schema schema) {
        this.schema = schema;
    }

    public static ArgumentsSchema of(Json.Obj schema) {
        return new ArgumentsSchema(REGISTRY.getSchema(schema.canonical()));
    }

    /** What does not fit, or null. A schema is the tool's own and may be hostile: what it makes uncheckable does not fit. */
    public @Nullable String mismatch(Json.Obj arguments) {
        try {
            List<Error> errors = schema.validate(arguments.canonical(), InputFormat.JSON);
            return errors.isEmpty() ? null : errors.getFirst().toString();
        } catch (RuntimeException | StackOverflowError broken) {
            return "the schema cannot be applied: " + broken.getClass().getSimpleName();
        }
    }
}
