package dev.parley.transport;

import dev.parley.kernel.tool.ToolSafety;
import dev.parley.session.HostBounds;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.telemetry.TelemetrySpec;
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
 * @param telemetry whom the server tells about what happens
 * @param limits how much is taken at most
 * @param onJournalHalt what the process does when the journal cannot be written any more
 * @param owners for whom the one key speaks where the configuration has none: that of the environment, or one made for this run
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
        TelemetrySpec telemetry,
        Limits limits,
        OnJournalHalt onJournalHalt,
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
            TelemetrySpec.NONE,
            Limits.DEFAULT,
            OnJournalHalt.EXIT,
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
        this(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                ClientTools.DEFAULT,
                TelemetrySpec.NONE,
                Limits.DEFAULT,
                OnJournalHalt.EXIT,
                List.of());
    }

    public ServerSpec {
        keys = List.copyOf(keys);
        origins = List.copyOf(origins);
        owners = List.copyOf(owners);
    }

    /** The same with other terms for tools that a client declares. */
    public ServerSpec with(ClientTools terms) {
        return new ServerSpec(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                terms,
                telemetry,
                limits,
                onJournalHalt,
                owners);
    }

    /** The same, and others are told of what happens. */
    public ServerSpec with(TelemetrySpec others) {
        return new ServerSpec(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                clientTools,
                others,
                limits,
                onJournalHalt,
                owners);
    }

    /** The same within other limits. */
    public ServerSpec with(Limits most) {
        return new ServerSpec(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                clientTools,
                telemetry,
                most,
                onJournalHalt,
                owners);
    }

    /** The same where this is done when the journal halts. */
    public ServerSpec with(OnJournalHalt done) {
        return new ServerSpec(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                clientTools,
                telemetry,
                limits,
                done,
                owners);
    }

    /** The same in a house of these owners. */
    public ServerSpec ownedBy(List<String> people) {
        return new ServerSpec(
                bind,
                tls,
                keys,
                twilio,
                jwt,
                origins,
                publicUrl,
                requestsPerSecond,
                clientTools,
                telemetry,
                limits,
                onJournalHalt,
                people);
    }

    /** What the process does when the journal cannot be written any more, which only a new start can mend. */
    public enum OnJournalHalt {
        /** It closes what is open to the callers and ends with an exit code, so that a supervisor starts it again. */
        EXIT,
        /** It goes on, reads from the record, and refuses everything that would have to be recorded. */
        STAY
    }

    /** How the tools that a client declares are governed. */
    public record ClientTools(ToolSafety safety, boolean needsApproval) {
        public static final ClientTools DEFAULT = new ClientTools(ToolSafety.WRITE, false);
    }

    /**
     * How much is taken at most.
     *
     * @param connections at the same time, on each port
     * @param idleSeconds after which a connection is closed on which no whole request came, and none is answered
     * @param bodyBytes of a request
     * @param headerBytes of a request, all of them together
     * @param messageBytes of a message at a socket, where its path does not take less
     * @param queueBytes that wait for a client at a socket, where its path does not let less wait
     * @param messagesPerSecond at a socket, without sound
     * @param evictSeconds after which a conversation with nobody leaves memory until somebody comes; 0 for never
     * @param diskSeconds that somebody waits for the disk until they are told that nothing is recorded
     * @param budget how much memory clients may use
     * @param bounds how many conversations are in memory when another one is to begin
     */
    public record Limits(
            int connections,
            int idleSeconds,
            int bodyBytes,
            int headerBytes,
            int messageBytes,
            int queueBytes,
            int messagesPerSecond,
            int evictSeconds,
            int diskSeconds,
            BudgetSpec budget,
            HostBounds bounds) {
        public static final Limits DEFAULT =
                new Limits(20_000, 60, 1 << 20, 16 << 10, 16 << 20, 4 << 20, 500, 1_800, 30);

        /** With the usual budget and bounds. */
        public Limits(
                int connections,
                int idleSeconds,
                int bodyBytes,
                int headerBytes,
                int messageBytes,
                int queueBytes,
                int messagesPerSecond,
                int evictSeconds,
                int diskSeconds) {
            this(
                    connections,
                    idleSeconds,
                    bodyBytes,
                    headerBytes,
                    messageBytes,
                    queueBytes,
                    messagesPerSecond,
                    evictSeconds,
                    diskSeconds,
                    BudgetSpec.DEFAULT,
                    HostBounds.USUAL);
        }

        /** The same with another budget. */
        public Limits with(BudgetSpec other) {
            return new Limits(
                    connections,
                    idleSeconds,
                    bodyBytes,
                    headerBytes,
                    messageBytes,
                    queueBytes,
                    messagesPerSecond,
                    evictSeconds,
                    diskSeconds,
                    other,
                    bounds);
        }
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
