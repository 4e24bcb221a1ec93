package dev.parley.app.config;

import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.session.HostBounds;
import dev.parley.transport.ServerSpec;
import dev.parley.transport.ServerSpec.ClientTools;
import dev.parley.transport.ServerSpec.Jwt;
import dev.parley.transport.ServerSpec.Limits;
import dev.parley.transport.ServerSpec.OnJournalHalt;
import dev.parley.transport.ServerSpec.Role;
import dev.parley.transport.ServerSpec.Tls;
import dev.parley.transport.ServerSpec.Twilio;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.telemetry.Post;
import dev.parley.transport.telemetry.TelemetrySpec;
import dev.parley.transport.telemetry.TelemetrySpec.Hook;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the part of a configuration that only a server uses. */
final class ServerReader {
    private static final List<String> ROLES = List.of("client", "operator", "auditor", "admin");

    private static final long BUDGET_BYTES_MIN = 1 << 20;
    private static final long BUDGET_BYTES_MAX = 1L << 40;

    private final Path folder;
    private final List<String> residents;

    /** @param residents whom a key may speak for */
    ServerReader(Path folder, List<String> residents) {
        this.folder = folder;
        this.residents = residents;
    }

    ServerSpec read(YamlMap top) {
        return new ServerSpec(
                top.optional("bind", ServerSpec.DEFAULT.bind(), YamlValue::text),
                top.optional("tls").map(this::tls).orElse(null),
                top.optional("keys", List.of(), this::keys),
                top.optional("twilio").map(ServerReader::twilio).orElse(null),
                top.optional("jwt").map(this::jwt).orElse(null),
                top.optional("origins", List.of(), ConfigurationReader::texts),
                top.optional("public_url").map(YamlValue::text).orElse(null),
                top.optional("requests_per_second", ServerSpec.DEFAULT.requestsPerSecond(), value ->
                        (int) value.whole(1, 1_000_000)),
                top.optional("client_tools", ServerSpec.DEFAULT.clientTools(), ServerReader::clientTools),
                new TelemetrySpec(
                        top.optional("webhooks", List.of(), ServerReader::webhooks),
                        top.optional("traces").map(ServerReader::traces).orElse(null),
                        top.optional("agent")
                                .map(agent -> agent.map().optional("model", "", YamlValue::text))
                                .orElse("")),
                top.optional("limits", Limits.DEFAULT, ServerReader::limits),
                top.optional(
                        "on_journal_halt",
                        OnJournalHalt.EXIT,
                        value -> OnJournalHalt.valueOf(
                                value.oneOf(List.of("exit", "stay")).toUpperCase(Locale.ROOT))),
                List.of());
    }

    private static Limits limits(YamlValue value) {
        YamlMap fields = value.map()
                .only(List.of(
                        "connections",
                        "idle_seconds",
                        "body_bytes",
                        "header_bytes",
                        "message_bytes",
                        "queue_bytes",
                        "messages_per_second",
                        "evict_seconds",
                        "disk_seconds",
                        "budget_bytes",
                        "key_bytes",
                        "address_bytes",
                        "key_sockets",
                        "message_seconds",
                        "conversations",
                        "key_conversations",
                        "address_connections"));
        Limits usual = Limits.DEFAULT;
        return new Limits(
                fields.optional("connections", usual.connections(), each -> (int) each.whole(1, 1_000_000)),
                fields.optional("idle_seconds", usual.idleSeconds(), each -> (int) each.whole(1, 86_400)),
                fields.optional("body_bytes", usual.bodyBytes(), each -> (int) each.whole(1_024, 64 << 20)),
                fields.optional("header_bytes", usual.headerBytes(), each -> (int) each.whole(1_024, 1 << 20)),
                fields.optional("message_bytes", usual.messageBytes(), each -> (int) each.whole(1_024, 16 << 20)),
                fields.optional("queue_bytes", usual.queueBytes(), each -> (int) each.whole(1_024, 4 << 20)),
                fields.optional(
                        "messages_per_second", usual.messagesPerSecond(), each -> (int) each.whole(1, 1_000_000)),
                fields.optional("evict_seconds", usual.evictSeconds(), each -> (int) each.whole(0, 86_400)),
                fields.optional("disk_seconds", usual.diskSeconds(), each -> (int) each.whole(1, 3_600)),
                budget(fields),
                bounds(fields));
    }

    /** What is not said for a key is its usual part of what there may be in all. */
    private static HostBounds bounds(YamlMap fields) {
        int all = fields.optional("conversations", HostBounds.USUAL.conversations(), ServerReader::conversations);
        return new HostBounds(
                all, fields.optional("key_conversations", HostBounds.ofOwner(all), ServerReader::conversations));
    }

    private static int conversations(YamlValue value) {
        return (int) value.whole(1, 10_000_000);
    }

    /** What is not said for a key or an address is its usual part of what there is for all. */
    private static BudgetSpec budget(YamlMap fields) {
        long bytes = fields.optional("budget_bytes", BudgetSpec.DEFAULT.bytes(), ServerReader::budgetBytes);
        return new BudgetSpec(
                bytes,
                fields.optional("key_bytes", BudgetSpec.ofKey(bytes), ServerReader::budgetBytes),
                fields.optional("address_bytes", BudgetSpec.ofAddress(bytes), ServerReader::budgetBytes),
                fields.optional("key_sockets", BudgetSpec.KEY_SOCKETS, each -> (int) each.whole(1, 1_000_000)),
                fields.optional("message_seconds", BudgetSpec.MESSAGE_SECONDS, each -> (int) each.whole(1, 3_600)),
                fields.optional("address_connections", BudgetSpec.HALF, each -> (int) each.whole(1, 1_000_000)));
    }

    private static long budgetBytes(YamlValue value) {
        return value.whole(BUDGET_BYTES_MIN, BUDGET_BYTES_MAX);
    }

    private static ClientTools clientTools(YamlValue value) {
        YamlMap fields = value.map().only(List.of("safety", "approval"));
        ClientTools none = ClientTools.DEFAULT;
        return new ClientTools(
                fields.optional(
                        "safety",
                        none.safety(),
                        found -> ToolSafety.valueOf(found.oneOf(List.of("READ", "WRITE", "MIXED")))),
                fields.optional(
                        "approval",
                        none.needsApproval(),
                        found -> found.oneOf(List.of("none", "required")).equals("required")));
    }

    private static List<Hook> webhooks(YamlValue value) {
        List<Hook> hooks = new ArrayList<>();
        for (YamlValue item : value.items()) {
            YamlMap fields = item.map().only(List.of("url", "secret_env", "kinds", "sees", "tries"));
            Post.Spec usual = Post.Spec.USUAL;
            hooks.add(new Hook(
                    address(fields.required("url")),
                    fields.required("secret_env").text(),
                    fields.optional("kinds", Hook.AUDIT, ConfigurationReader::texts),
                    fields.optional("sees", Visibility.INTERNAL, ServerReader::visibility),
                    new Post.Spec(
                            fields.optional("tries", usual.tries(), each -> (int) each.whole(1, 20)),
                            usual.firstPauseMs())));
        }
        return hooks;
    }

    private static Visibility visibility(YamlValue value) {
        return Visibility.valueOf(
                value.oneOf(List.of("public", "internal", "secret")).toUpperCase(Locale.ROOT));
    }

    private static URI traces(YamlValue value) {
        return address(value.map().only(List.of("url")).required("url"));
    }

    private static URI address(YamlValue value) {
        try {
            URI address = new URI(value.text());
            if (List.of("http", "https").contains(String.valueOf(address.getScheme())) && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw value.bad("this is no address: " + e.getReason());
        }
        throw value.bad("an address begins with http:// or https:// and names a host");
    }

    private Tls tls(YamlValue value) {
        YamlMap fields = value.map().only(List.of("port", "cert", "key"));
        return new Tls(
                (int) fields.required("port").whole(0, 65_535),
                file(fields.required("cert")),
                file(fields.required("key")));
    }

    private List<ServerSpec.Key> keys(YamlValue value) {
        List<ServerSpec.Key> keys = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (YamlValue item : value.items()) {
            YamlMap fields = item.map().only(List.of("key", "role", "people"));
            YamlValue key = fields.required("key");
            if (!known.add(key.text())) {
                throw key.bad("this key is given twice");
            }
            Role role = Role.valueOf(fields.required("role").oneOf(ROLES).toUpperCase(Locale.ROOT));
            keys.add(new ServerSpec.Key(key.text(), role, fields.optional("people", List.of(), this::people)));
        }
        return keys;
    }

    private List<String> people(YamlValue value) {
        for (YamlValue person : value.items()) {
            if (!residents.contains(person.text())) {
                throw person.bad("nobody in the household is called '" + person.text() + "'; known are " + residents);
            }
        }
        return ConfigurationReader.texts(value);
    }

    private static Twilio twilio(YamlValue value) {
        return new Twilio(
                value.map().only(List.of("token_env")).required("token_env").text());
    }

    private Jwt jwt(YamlValue value) {
        YamlMap fields = value.map().only(List.of("issuer", "audience", "jwks_file", "secret_env"));
        if (fields.has("jwks_file") == fields.has("secret_env")) {
            throw fields.bad("exactly one of 'jwks_file' and 'secret_env' is needed");
        }
        @Nullable Path keys = fields.optional("jwks_file").map(this::file).orElse(null);
        @Nullable
        String secret = fields.optional("secret_env").map(YamlValue::text).orElse(null);
        return new Jwt(
                fields.required("issuer").text(), fields.required("audience").text(), keys, secret);
    }

    private Path file(YamlValue value) {
        return folder.resolve(value.text());
    }
}
