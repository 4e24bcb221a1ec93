package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.ConnectionGate;
import dev.parley.transport.budget.ConnectionLimit;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.OpenSockets;
import dev.parley.transport.socket.SocketUpgrader;
import dev.parley.transport.telemetry.Telemetry;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The server over one Parley: starts, listens, and closes without losing anything that was acknowledged. */
public final class Server implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final System.Logger LOG = System.getLogger(Server.class.getName());
    private static final String KEY_ENV = "PARLEY_KEY";
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String TLS = "tls";
    private static final long LOOK_EVERY_MS = 2_000;

    /**
     * Connections are counted by {@link ConnectionGate} alone. Helidon's own count leaks a place for every TLS handshake that fails and
     * for every connection that was refused, so that a bound of its own would close the port for good.
     */
    private static final int UNBOUNDED = -1;

    /** What the system may keep for a client that does not read; more would be speech that a cut cannot take back. */
    private static final int SEND_BUFFER_BYTES = 16 << 10;

    /**
     * What the system keeps of a client's sound until it is read: two seconds. By itself Helidon asks for 4 KiB; then a client that is
     * 200 ms away cannot send as fast as it speaks, and one that was not read for a moment hardly catches up.
     */
    private static final int RECEIVE_BUFFER_BYTES = 64 << 10;

    /** Without a delay: else a stop waits behind a frame of sound until the client's next packet acknowledges that. */
    private static final SocketOptions OPTIONS = SocketOptions.builder()
            .socketSendBufferSize(SEND_BUFFER_BYTES)
            .tcpNoDelay(true)
            .build();

    private final Parley parley;
    private final TakenUp takenUp;
    private final WebServer http;
    private final OpenSockets sockets = new OpenSockets();
    private final @Nullable Certificates certificates;
    private final Telemetry telemetry;
    private final String bind;
    private final @Nullable String generatedKey;
    private final SlowClients.Answered answered;
    private final OpenStreams streams = new OpenStreams();
    private final ServerWatch watch;
    private final ConnectionGate gate;
    private volatile boolean running = true;

    /**
     * Listens, and takes up what an earlier process left open.
     *
     * @param port 0 for one that is free
     * @throws IOException with a sentence for whoever started it
     */
    public static Server start(Parley parley, ServerSpec spec, int port, Map<String, String> environment)
            throws IOException {
        return start(parley, spec, port, environment, Analyst.NOBODY);
    }

    /** The same, with somebody who looks back at what was decided. */
    public static Server start(
            Parley parley, ServerSpec spec, int port, Map<String, String> environment, Analyst analyst)
            throws IOException {
        AudioLines lines =
                new AudioLines(parley, TimeUnit.SECONDS.toMillis(spec.limits().evictSeconds()));
        TakenUp takenUp = new TakenUp(parley, lines);
        Server server = new Server(parley, lines, takenUp, spec, port, environment, analyst);
        takenUp.begin();
        return server;
    }

    private Server(
            Parley parley,
            AudioLines lines,
            TakenUp takenUp,
            ServerSpec spec,
            int port,
            Map<String, String> environment,
            Analyst analyst)
            throws IOException {
        this.parley = parley;
        this.takenUp = takenUp;
        this.bind = spec.bind();
        this.answered = new SlowClients.Answered(spec.limits().idleSeconds());
        ConnectionLimit connections =
                ConnectionLimit.of(spec.limits().connections(), spec.limits().headerBytes());
        int wanted = spec.limits().connections();
        boolean isFarLess = connections.connections() < wanted / 2;
        boolean isConfigured = wanted != ServerSpec.Limits.DEFAULT.connections();
        if ((isConfigured || isFarLess) && !connections.lowered().isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, connections.lowered());
        }
        BudgetSpec bounds = spec.limits().budget().within(connections.connections());
        this.gate = new ConnectionGate(
                OPTIONS,
                new ConnectionGate.Bounds(connections.connections(), bounds.addressConnections(), Rates::network),
                Problem.tooManyConnections());
        ByteBudget budget = new ByteBudget(bounds);
        parley.boundWaitingText(budget::waitingText);
        List<ServerSpec.Key> keys = new ArrayList<>(spec.keys());
        String fromEnvironment = environment.get(KEY_ENV);
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            keys.add(new ServerSpec.Key(
                    fromEnvironment, ServerSpec.Role.ADMIN, keys.isEmpty() ? spec.owners() : List.of()));
        }
        ServerSpec.Jwt jwt = spec.jwt();
        Tokens tokens = jwt == null ? null : Tokens.of(jwt, environment::get, parley.clock());
        this.generatedKey = keys.isEmpty() && tokens == null ? Callers.generate("pk-") : null;
        if (generatedKey != null) {
            keys.add(new ServerSpec.Key(generatedKey, ServerSpec.Role.ADMIN, spec.owners()));
        }
        SystemTime time = new SystemTime();
        ClientSecrets secrets = new ClientSecrets(parley.clock(), budget);
        Meters meters = new Meters(parley, sockets, budget, gate);
        this.telemetry = Telemetry.over(parley, spec.telemetry(), environment::get, meters.registry());
        Callers callers = new Callers(keys, tokens, secrets);
        Door door = new Door(
                callers,
                new Rates(spec.requestsPerSecond(), time),
                spec.origins(),
                Set.of(RealtimePath.PATH, NativePath.PATH),
                spec.limits(),
                meters,
                answered,
                budget);
        ConversationAccess access = new ConversationAccess(parley);
        DiskWait disk = DiskWait.of(spec.limits(), parley.record()::isHalted);
        Desk desk = Desk.of(parley, access, telemetry::recorded, disk);
        SocketPaths paths = new SocketPaths(
                Map.of(
                        RealtimePath.PATH,
                        new RealtimePath(parley, door, secrets, spec.clientTools(), disk),
                        TwilioPath.PATH,
                        TwilioPath.of(parley, spec, environment::get, disk),
                        NativePath.PATH,
                        new NativePath(desk, door, lines, () -> running)),
                spec.limits(),
                budget,
                door);
        ConversationsApi conversations = new ConversationsApi(desk, meters, streams, lines);
        Analyst bounded = FewAtATime.of(analyst);
        RecordApi record = new RecordApi(desk, bounded);
        HttpRouting.Builder routing = routing(door, meters);
        paths.register(routing);
        routing.post(ClientSecretsApi.PATH, new ClientSecretsApi(parley, secrets)::create)
                .post(RecordApi.WHAT_IF, record::whatIf)
                .register(
                        "/v1/conversations",
                        conversations,
                        new PeopleApi(desk),
                        new StreamsApi(desk, bounded),
                        new TakeoverApi(desk),
                        record)
                .any((_, _) -> {
                    throw Problem.notFound();
                });
        this.http = listening(spec, port, paths, routing);
        ServerSpec.Tls tls = spec.tls();
        checkFree(port);
        checkFree(tls == null ? 0 : tls.port());
        try {
            http.start();
            if (!http.isRunning()) {
                throw new IOException("cannot listen at " + bind + ":" + port);
            }
            this.certificates = tls == null
                    ? null
                    : Certificates.watch(tls, LOOK_EVERY_MS, changed -> http.reloadTls(TLS, changed));
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new IOException("cannot listen at " + bind + ":" + port + ": " + cause(e), e);
        }
        int messageSeconds = spec.limits().budget().messageSeconds();
        this.watch = ServerWatch.start(
                new ServerWatch.Parts(parley.record()::haltedBecause, spec.onJournalHalt(), this::listeningAt, _ -> {
                    sockets.closeLate(System.nanoTime(), messageSeconds);
                    gate.closeLateHandshakes(System.nanoTime(), spec.limits().idleSeconds());
                    secrets.forgetExpired();
                }));
    }

    private List<InetSocketAddress> listeningAt() {
        List<InetSocketAddress> all = new ArrayList<>();
        if (running) {
            all.add(new InetSocketAddress(bind, http.port()));
        }
        if (running && http.hasTls(TLS)) {
            all.add(new InetSocketAddress(bind, http.port(TLS)));
        }
        return all;
    }

    /** Completes with a sentence when this server can do its work no longer, and the process has to end. */
    public CompletableFuture<String> failure() {
        return watch.failure();
    }

    /** A server that cannot listen only logs it and stands there, so somebody else asks before. */
    private void checkFree(int port) throws IOException {
        if (port == 0) {
            return;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(bind, port));
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at " + bind + ":" + port + ": " + e.getMessage()
                            + "; is another server running there? Choose another port with --port",
                    e);
        }
    }

    private HttpRouting.Builder routing(Door door, Meters meters) {
        HttpRouting.Builder routing = HttpRouting.builder()
                .addFilter(door)
                .error(Problem.class, Server::refuse)
                .error(
                        Throwable.class,
                        (_, response, _) ->
                                send(response, new Problem(500, "internal_fault", "something went wrong here")))
                .get(
                        "/healthz",
                        (_, response) -> vital(response, "ok", !parley.record().isHalted()))
                .get(
                        "/readyz",
                        (_, response) -> vital(
                                response, "ready", running && !parley.record().isHalted()))
                .get("/openapi.json", (_, response) -> document(response))
                .get("/metrics", (request, response) -> metrics(meters, request, response))
                .get("/asyncapi.json", (_, response) -> sent(response, SocketDocument.BYTES));
        Page.register(routing);
        return routing;
    }

    private WebServer listening(ServerSpec spec, int port, SocketPaths paths, HttpRouting.Builder routing)
            throws IOException {
        ServerConnectionSelector http = Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        .maxHeadersSize(spec.limits().headerBytes())
                        .addReceiveListener(new RequestFraming(answered))
                        .build())
                .addUpgrader(new SocketUpgrader(paths, sockets))
                .build();
        ServerConnectionSelector protocol = new SlowClients(http, answered);
        Duration idle = Duration.ofSeconds(spec.limits().idleSeconds());
        WebServerConfig.Builder listening = WebServer.builder()
                .connectionOptions(gate)
                .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
                .host(bind)
                .port(port)
                .routing(routing)
                .directHandlers(BrokenRequests.answered())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(protocol)
                .maxTcpConnections(UNBOUNDED)
                .idleConnectionTimeout(idle)
                .idleConnectionPeriod(LOOK_EVERY)
                .shutdownGracePeriod(GRACE)
                .shutdownHook(false);
        ServerSpec.Tls tls = spec.tls();
        if (tls != null) {
            io.helidon.common.tls.Tls certificate = Certificates.read(tls);
            listening.putSocket(
                    TLS,
                    socket -> socket.host(bind)
                            .connectionOptions(gate)
                            .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
                            .port(tls.port())
                            .tls(certificate)
                            .directHandlers(BrokenRequests.answered())
                            .protocolsDiscoverServices(false)
                            .addConnectionSelector(protocol)
                            .maxTcpConnections(UNBOUNDED)
                            .idleConnectionTimeout(idle)
                            .idleConnectionPeriod(LOOK_EVERY)
                            .shutdownGracePeriod(GRACE));
            listening.routing(TLS, routing.copy());
        }
        return listening.build();
    }

    private static String cause(Throwable thrown) {
        Throwable deepest = thrown;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }

    /** A journal that has halted does not recover within the process. */
    private static void vital(ServerResponse response, String name, boolean well) {
        send(response, well ? 200 : 503, Json.Obj.EMPTY.with(name, well));
    }

    private static void document(ServerResponse response) {
        try (InputStream document = Server.class.getResourceAsStream("openapi.json")) {
            sent(response, document == null ? new byte[0] : document.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sent(ServerResponse response, byte[] json) {
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        response.send(json);
    }

    private static void metrics(Meters meters, ServerRequest request, ServerResponse response) {
        if (!Door.caller(request).mayMeasure()) {
            throw Problem.forbidden("metrics are for operators");
        }
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
        response.send(meters.text().getBytes(StandardCharsets.UTF_8));
    }

    static void send(ServerResponse response, int status, Json.Obj body) {
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        response.send(body.text().getBytes(StandardCharsets.UTF_8));
    }

    /** Where nothing more can be read, the door is told, and closes the connection. */
    static void refuse(ServerRequest request, ServerResponse response, Problem problem) {
        if (problem.code().equals(Problem.BROKEN)) {
            request.context().register(problem);
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        DiskWait disk = request.context().get(DiskWait.class).orElse(null);
        send(response, disk == null ? problem : disk.told(problem));
    }

    private static void send(ServerResponse response, Problem problem) {
        response.status(problem.status());
        response.header(HeaderNames.CONTENT_TYPE, "application/problem+json");
        response.send(problem.json().text().getBytes(StandardCharsets.UTF_8));
    }

    /** Where clients find it. */
    public String address() {
        return "http://" + bind + ":" + http.port();
    }

    /** Where clients find it over TLS; null where they do not. */
    public @Nullable String tlsAddress() {
        return http.hasTls(TLS) ? "https://" + bind + ":" + http.port(TLS) : null;
    }

    /** The key that was made because the configuration has none, or null. */
    public @Nullable String generatedKey() {
        return generatedKey;
    }

    /** Takes nobody in any more, lets answers come to their end, and closes every stream. */
    @Override
    public void close() {
        running = false;
        takenUp.close();
        watch.close();
        if (parley.record().isHalted()) {
            sockets.refuseAll(CloseCode.FAULT, DiskWait.NOT_RECORDED, DiskWait.HALTED, GRACE.toMillis() / 2);
        }
        parley.drain();
        streams.close();
        sockets.closeAll(CloseCode.GOING_AWAY, "the server stops", GRACE.toMillis() / 2);
        http.stop();
        if (certificates != null) {
            certificates.close();
        }
        telemetry.close();
    }
}
