package dev.parley.transport;

import dev.parley.kernel.tool.ToolSafety;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only a server reads from a configuration.
 *
 * @param bind the address to listen at
 * @param origins the web origins that may connect beside the server's own
 * @param publicUrl the address that clients use, if it is not the one that is bound
 * @param requestsPerSecond how many requests each key may make
 * @param clientTools how tools that a client declares are governed
 * @param owners for whom the key speaks that is made where the configuration has none
 */
public record ServerSpec(
        String bind,
        @Nullable Tls tls,
        List<Key> keys,
        @Nullable Twilio twilio,
        @Nullable Jwt jwt,
        List<String> origins,
        @Nullable String publicUrl,
        int requestsPerSecond,
        ClientTools clientTools,
        List<String> owners) {
    private static final int REQUESTS_PER_SECOND = 200;

    public static final ServerSpec DEFAULT = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(),
            null,
            null,
            List.of(),
            null,
            REQUESTS_PER_SECOND,
            ClientTools.DEFAULT,
            List.of());

    /** With the usual terms for tools that a client declares. */
    public ServerSpec(
            String bind,
            @Nullable Tls tls,
            List<Key> keys,
            @Nullable Twilio twilio,
            @Nullable Jwt jwt,
            List<String> origins,
            @Nullable String publicUrl,
            int requestsPerSecond) {
        this(bind, tls, keys, twilio, jwt, origins, publicUrl, requestsPerSecond, ClientTools.DEFAULT, List.of());
    }

    public ServerSpec {
        keys = List.copyOf(keys);
        origins = List.copyOf(origins);
        owners = List.copyOf(owners);
    }

    /** The same with other terms for tools that a client declares. */
    public ServerSpec with(ClientTools terms) {
        return new ServerSpec(bind, tls, keys, twilio, jwt, origins, publicUrl, requestsPerSecond, terms, owners);
    }

    /** The same in a house of these owners. */
    public ServerSpec ownedBy(List<String> people) {
        return new ServerSpec(bind, tls, keys, twilio, jwt, origins, publicUrl, requestsPerSecond, clientTools, people);
    }

    /** How the tools that a client declares are governed. */
    public record ClientTools(ToolSafety safety, boolean needsApproval) {
        public static final ClientTools DEFAULT = new ClientTools(ToolSafety.WRITE, false);
    }

    /** A second port with TLS; certificate chain and private key are PEM files. */
    public record Tls(int port, Path cert, Path key) {}

    /** Who may connect with this secret, and for which people they may speak. */
    public record Key(String key, Role role, List<String> people) {
        public Key {
            people = List.copyOf(people);
        }

        @Override
        public String toString() {
            return "Key[" + role + ", " + people + "]";
        }
    }

    /** What a key may see and do. */
    public enum Role {
        CLIENT,
        OPERATOR,
        AUDITOR,
        ADMIN
    }

    /** @param tokenEnv the environment variable that holds the token with which calls are signed */
    public record Twilio(String tokenEnv) {}

    /** Tokens that somebody else signs; their keys are in a file, or their secret is in an environment variable. */
    public record Jwt(
            String issuer,
            String audience,
            @Nullable Path jwksFile,
            @Nullable String secretEnv) {}
}
