package dev.parley.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compiled schema of a tool's arguments. A schema is the tool's own and may be hostile: to compile it and to check arguments
 * by it takes bounded work, and what it makes uncheckable does not fit. A {@code format} says what a text means and checks
 * nothing.
 */
public final class ArgumentsSchema {
    private static final List<Dialect> DIALECTS = Stream.of(
                    Dialects.getDraft202012(),
                    Dialects.getDraft201909(),
                    Dialects.getDraft7(),
                    Dialects.getDraft6(),
                    Dialects.getDraft4())
            .map(dialect -> Dialect.builder(dialect)
                    .keywords(BoundedKeyword.all(dialect.getKeywords().values()))
                    .build())
            .toList();

    // Messages are recorded, so they may not follow the locale of the machine.
    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .regularExpressionFactory(LinearPattern::of)
            .formatAssertionsEnabled(false)
            .locale(Locale.ENGLISH)
            .build();

    /** What may be checked on the thread of all conversations: a fraction of a millisecond's work. */
    static final int STEPS_AT_ONCE = 2_000;

    private static final int CHARS_AT_ONCE = 4_000;

    private final @Nullable Schema schema;
    private final String flaw;

    private ArgumentsSchema(@Nullable Schema schema, String flaw) {
        this.schema = schema;
        this.flaw = flaw;
    }

    /**
     * What a check has come to.
     *
     * @param mismatch what does not fit, or null
     */
    public record Checked(@Nullable String mismatch) {}

    /** A schema of its own, which shares no names with other schemas. */
    public static ArgumentsSchema of(Json.Obj schema) {
        try {
            return CheckingWork.within(() -> {
                SchemaRegistry registry =
                        SchemaRegistry.withDialects(DIALECTS, builder -> builder.schemaRegistryConfig(CONFIG));
                Schema compiled = registry.getSchema(schema.canonical());
                compiled.initializeValidators();
                return new ArgumentsSchema(compiled, "");
            });
        } catch (RuntimeException | StackOverflowError broken) {
            return new ArgumentsSchema(null, flaw(broken));
        }
    }

    /** What does not fit, or null. */
    public @Nullable String mismatch(Json.Obj arguments) {
        if (schema == null) {
            return flaw;
        }
        try {
            List<Error> errors = CheckingWork.within(() -> schema.validate(arguments.canonical(), InputFormat.JSON));
            return errors.isEmpty() ? null : errors.getFirst().toString();
        } catch (RuntimeException | StackOverflowError broken) {
            return flaw(broken);
        }
    }

    /**
     * The same for arguments that take few steps to check, as those of most tools do. Empty for longer ones, and where checking
     * throws: those are to be checked by {@link #mismatch} on a thread that holds up no conversation.
     */
    public Optional<Checked> atOnce(Json.Obj arguments) {
        if (schema == null) {
            return Optional.of(new Checked(flaw));
        }
        String written = arguments.canonical();
        if (written.length() > CHARS_AT_ONCE) {
            return Optional.empty();
        }
        try {
            List<Error> errors = CheckingWork.within(STEPS_AT_ONCE, () -> schema.validate(written, InputFormat.JSON));
            return Optional.of(
                    new Checked(errors.isEmpty() ? null : errors.getFirst().toString()));
        } catch (RuntimeException | StackOverflowError notAtOnce) {
            return Optional.empty();
        }
    }

    private static String flaw(Throwable broken) {
        Throwable cause = broken;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String why = cause instanceof IllegalArgumentException || cause instanceof CheckingWork.Exhausted
                ? cause.getMessage()
                : cause.getClass().getSimpleName();
        return "the schema cannot be applied: " + why;
    }
}
