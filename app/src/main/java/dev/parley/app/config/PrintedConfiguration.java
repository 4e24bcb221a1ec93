package dev.parley.app.config;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.session.people.Resident;
import dev.parley.session.turn.ConversationPipeline;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as it counts, with everything that the file does not say. Keys are shown as the digests under which the record
 * and the log know them, and PINs not at all.
 */
public final class PrintedConfiguration {
    private static final int DIGEST_CHARACTERS = 16;
    private static final Set<String> SECRETS = Set.of("key", "apiKey", "secret", "token", "password");

    private PrintedConfiguration() {}

    public static Json.Obj of(Configuration configuration) {
        return (Json.Obj) printed(configuration);
    }

    private static Json printed(@Nullable Object value) {
        return switch (value) {
            case null -> Json.Null.NULL;
            case Json json -> json;
            case Boolean flag -> Json.of(flag);
            case Long unlimited when unlimited == Long.MAX_VALUE -> Json.of("unlimited");
            case Number number -> new Json.Num(new BigDecimal(number.toString()));
            case Optional<?> maybe -> printed(maybe.orElse(null));
            case Enum<?> word -> Json.of(word.name().toLowerCase(Locale.ROOT));
            case List<?> list ->
                Json.of(list.stream().map(PrintedConfiguration::printed).toList());
            case Map<?, ?> map -> printed(map);
            case Catalogue commands -> commands.toJson();
            case ConversationPipeline pipeline ->
                Json.of(pipeline.graph().spec().name());
            case Record record -> printed(record);
            default -> Json.of(value.toString());
        };
    }

    private static Json printed(Map<?, ?> map) {
        Map<String, Json> fields = new LinkedHashMap<>();
        map.forEach((key, value) -> fields.put(String.valueOf(key), printed(value)));
        return new Json.Obj(fields);
    }

    private static Json printed(Record record) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = component.getName();
            boolean isPin = record instanceof Resident && name.equals("pin");
            boolean isKey = component.getType() == String.class && SECRETS.contains(name);
            Object value = value(record, component);
            if (!isPin) {
                fields.put(snake(name), isKey ? Json.of(digest(String.valueOf(value))) : printed(value));
            }
        }
        return fields.isEmpty()
                ? Json.of(record.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                : new Json.Obj(fields);
    }

    private static @Nullable Object value(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static String snake(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    private static String digest(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
