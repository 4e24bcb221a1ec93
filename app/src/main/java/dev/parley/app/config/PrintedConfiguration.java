package dev.parley.app.config;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.session.people.Resident;
import dev.parley.session.turn.ConversationPipeline;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as it counts, with everything that the file does not say. Numbers, flags and words of a fixed set are printed; text
 * is printed only where it is known to hold no secret, and is {@value #MASKED} everywhere else. So a field that is added later is
 * masked until it is listed here. Keys are shown as the digests under which the record and the log know them, PINs not at all.
 */
public final class PrintedConfiguration {
    private static final int DIGEST_CHARACTERS = 16;
    private static final String MASKED = "***";
    private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

    /** The components of records whose text is no secret. */
    private static final Set<String> SHOWN = Set.of(
            "Configuration.tools",
            "ScriptedTool.safety",
            "ToolsSpec.commands",
            "ToolsSpec.network",
            "McpSpec.name",
            "McpSpec.tools",
            "McpSpec.phrases",
            "WorkspaceSpec.root",
            "Resident.id",
            "Resident.role",
            "HouseSpec.catalogue",
            "Timeouts.lengths",
            "DeadAir.filler",
            "Cues.stopWords",
            "Cues.backchannels",
            "Member.id",
            "Member.parent",
            "Human.id",
            "VoiceSpec.recordAudio",
            "ServerSpec.bind",
            "ServerSpec.origins",
            "ServerSpec.owners",
            "Tls.cert",
            "Tls.key",
            "Key.people",
            "Jwt.issuer",
            "Jwt.audience",
            "Jwt.jwksFile",
            "Hook.kinds",
            "TelemetrySpec.model");

    /** The components that name an environment variable. What does not look like a name may be the secret itself. */
    private static final Set<String> VARIABLES = Set.of("Twilio.tokenEnv", "Jwt.secretEnv", "Hook.secretEnv");

    private PrintedConfiguration() {}

    public static Json.Obj of(Configuration configuration) {
        return (Json.Obj) printed(configuration, false);
    }

    private static Json printed(@Nullable Object value, boolean shown) {
        return switch (value) {
            case null -> Json.Null.NULL;
            case Boolean flag -> Json.of(flag);
            case Long unlimited when unlimited == Long.MAX_VALUE -> Json.of("unlimited");
            case Number number -> new Json.Num(new BigDecimal(number.toString()));
            case Optional<?> maybe -> printed(maybe.orElse(null), shown);
            case Enum<?> word -> Json.of(word.name().toLowerCase(Locale.ROOT));
            case URI address -> Json.of(origin(address));
            case List<?> list ->
                Json.of(list.stream().map(each -> printed(each, shown)).toList());
            case Map<?, ?> map -> printed(map, shown);
            case Catalogue commands -> shown ? commands.toJson() : Json.of(MASKED);
            case ConversationPipeline pipeline ->
                Json.of(pipeline.graph().spec().name());
            case Json _ -> Json.of(MASKED);
            case Record record -> printed(record);
            case String text -> Json.of(shown || text.isEmpty() ? text : MASKED);
            case Path path -> Json.of(shown ? path.toString() : MASKED);
            case Duration length -> Json.of(length.toString());
            case LocalDate _ -> Json.of(MASKED);
            default -> Json.of(value.getClass().getSimpleName());
        };
    }

    private static Json printed(Map<?, ?> map, boolean shown) {
        Map<String, Json> fields = new LinkedHashMap<>();
        map.forEach((key, value) -> fields.put(String.valueOf(key), printed(value, shown)));
        return shown || map.isEmpty() ? new Json.Obj(fields) : Json.of(MASKED);
    }

    private static Json printed(Record record) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = component.getName();
            if (!(record instanceof Resident && name.equals("pin"))) {
                fields.put(snake(name), printed(record, name, value(record, component)));
            }
        }
        return fields.isEmpty()
                ? Json.of(record.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                : new Json.Obj(fields);
    }

    private static Json printed(Record record, String name, @Nullable Object value) {
        String component = record.getClass().getSimpleName() + "." + name;
        return switch (value) {
            case String key when component.equals("Key.key") -> Json.of(digest(key));
            case String variable
            when VARIABLES.contains(component) ->
                Json.of(VARIABLE.matcher(variable).matches() ? variable : MASKED);
            case String address when component.equals("ServerSpec.publicUrl") -> Json.of(withoutSecrets(address));
            case List<?> command when component.equals("McpSpec.command") -> Json.of(program(command));
            case null, default -> printed(value, SHOWN.contains(component));
        };
    }

    /** A program, and as many masks as it has arguments. */
    private static List<Json> program(List<?> command) {
        List<Json> words = new ArrayList<>(Collections.nCopies(command.size(), Json.of(MASKED)));
        words.set(0, Json.of(String.valueOf(command.getFirst())));
        return words;
    }

    /** The server of an address. Its path may be the secret, as that of many webhooks is. */
    private static String origin(URI address) {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        String rest = String.valueOf(address.getRawPath()) + String.valueOf(address.getRawQuery());
        return address.getScheme() + "://" + address.getHost() + port + (rest.matches("/?null") ? "" : "/" + MASKED);
    }

    /** The address under which clients know this server, which is public but for what is before the host or behind the path. */
    private static String withoutSecrets(String address) {
        String bare = address.replaceFirst("(?s)[?#].*", "");
        String masked = bare.replaceFirst("(?s)^([^/]*//)?[^/]*@", "$1" + MASKED + "@");
        return bare.length() == address.length() ? masked : masked + "?" + MASKED;
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
