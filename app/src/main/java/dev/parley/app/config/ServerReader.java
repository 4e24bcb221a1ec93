package dev.parley.app.config;

import dev.parley.kernel.tool.ToolSafety;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.transport.ServerSpec;
import dev.parley.transport.ServerSpec.ClientTools;
import dev.parley.transport.ServerSpec.Jwt;
import dev.parley.transport.ServerSpec.Role;
import dev.parley.transport.ServerSpec.Tls;
import dev.parley.transport.ServerSpec.Twilio;
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

    private final Path folder;

    ServerReader(Path folder) {
        this.folder = folder;
    }

    ServerSpec read(YamlMap top) {
        return new ServerSpec(
                top.optional("bind", ServerSpec.DEFAULT.bind(), YamlValue::text),
                top.optional("tls").map(this::tls).orElse(null),
                top.optional("keys", List.of(), ServerReader::keys),
                top.optional("twilio").map(ServerReader::twilio).orElse(null),
                top.optional("jwt").map(this::jwt).orElse(null),
                top.optional("origins", List.of(), ConfigurationReader::texts),
                top.optional("public_url").map(YamlValue::text).orElse(null),
                top.optional("requests_per_second", ServerSpec.DEFAULT.requestsPerSecond(), value ->
                        (int) value.whole(1, 1_000_000)),
                top.optional("client_tools", ServerSpec.DEFAULT.clientTools(), ServerReader::clientTools),
                List.of());
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

    private Tls tls(YamlValue value) {
        YamlMap fields = value.map().only(List.of("port", "cert", "key"));
        return new Tls(
                (int) fields.required("port").whole(0, 65_535),
                file(fields.required("cert")),
                file(fields.required("key")));
    }

    private static List<ServerSpec.Key> keys(YamlValue value) {
        List<ServerSpec.Key> keys = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (YamlValue item : value.items()) {
            YamlMap fields = item.map().only(List.of("key", "role", "people"));
            YamlValue key = fields.required("key");
            if (!known.add(key.text())) {
                throw key.bad("this key is given twice");
            }
            Role role = Role.valueOf(fields.required("role").oneOf(ROLES).toUpperCase(Locale.ROOT));
            keys.add(new ServerSpec.Key(
                    key.text(), role, fields.optional("people", List.of(), ConfigurationReader::texts)));
        }
        return keys;
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
