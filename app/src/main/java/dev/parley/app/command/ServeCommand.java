package dev.parley.app.command;

import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.config.PrintedConfiguration;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.FolderAnalyst;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.talk.ConfiguredAgents;
import dev.parley.app.talk.HousePhrases;
import dev.parley.kernel.json.Json;
import dev.parley.runelog.fault.LogFault;
import dev.parley.transport.Server;
import dev.parley.transport.budget.ConnectionLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley serve}: conversations over HTTP. */
@Command(
        name = "serve",
        description = {
            "Serve conversations over HTTP: REST under /v1, and the record of each as a stream of events.",
            "Prints its address when it is ready, and a key if the configuration has none. SIGTERM ends it in good"
                    + " order."
        },
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {
    /** As whom operators take over where the configuration names no human. */
    private static final String OPERATOR = "attendant";

    /** Why it ends where it is told to. */
    private static final String STOPPED = "";

    private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

    private final Streams streams;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Where it listens; 0 for a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "Where conversations are recorded (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Who may connect, who answers and with which tools, as YAML; see docs/configuration.md.")
    private @Nullable Path config;

    @Option(names = "--json", description = "Print the ready line as JSON.")
    private boolean json;

    @Option(
            names = "--print-config",
            description = "Print the configuration as it counts, without secrets, as JSON, and start nothing.")
    private boolean printConfig;

    public ServeCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > 65_535) {
            throw new BadInput("--port is a number from 0 to 65535, not " + port);
        }
        checkFiles();
        Configuration read = config == null ? Configuration.DEFAULT : ConfigurationReader.read(config);
        if (printConfig) {
            streams.out().println(PrintedConfiguration.of(read).text());
            streams.out().flush();
            return ExitCode.ACCEPTED;
        }
        // A script or a model of somebody else's may be asked how to stop something: only the house takes that for a
        // stop.
        Configuration configuration = read.agent() instanceof AgentSpec.Household ? HousePhrases.forVoices(read) : read;
        ServerLog.use(configuration.log(), streams.err());
        CompletableFuture<String> ended = new CompletableFuture<>();
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ended.complete(STOPPED);
            await(closed);
        }));
        try {
            String failure = serve(configuration, ended);
            if (!failure.equals(STOPPED)) {
                tell(failure);
                return ExitCode.FAULT;
            }
        } finally {
            closed.countDown();
        }
        return ExitCode.ACCEPTED;
    }

    /** Serves until it is stopped or cannot go on, closes everything, and returns why. */
    private String serve(Configuration configuration, CompletableFuture<String> ended) throws InterruptedException {
        String failure = STOPPED;
        try (ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), data);
                Parley parley = open(new ConfiguredAgents(configuration, shelf));
                Server server = start(parley, configuration)) {
            parley.recordFindings().forEach(found -> streams.err().println("parley: " + data + ": " + found));
            announce(server);
            var _ = server.failure().thenAccept(ended::complete);
            failure = ended.get();
            if (!failure.equals(STOPPED)) {
                endAnyway(failure);
            }
        } catch (ExecutionException | RuntimeException e) {
            // With a halted journal not everything can be closed; what it has acknowledged is on disk.
            if (failure.equals(STOPPED)) {
                throw e instanceof RuntimeException fault ? fault : new IllegalStateException(e);
            }
        }
        return failure;
    }

    private void tell(String failure) {
        streams.err()
                .println("parley: " + failure + "; the process ends with exit code " + ExitCode.FAULT
                        + ", so that it is started again");
    }

    /** A process that cannot do its work ends, also where something in it does not come to its end. */
    private void endAnyway(String failure) {
        Thread.ofPlatform().daemon().name("parley-end").start(() -> {
            try {
                Thread.sleep(ENDS_WITHIN);
            } catch (InterruptedException e) {
                return;
            }
            tell(failure);
            Runtime.getRuntime().halt(ExitCode.FAULT);
        });
    }

    /** Before anything else is opened: with too few files everything fails, and names whatever it could not open. */
    private static void checkFiles() {
        try {
            ConnectionLimit.checkFiles();
        } catch (IOException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Parley open(ConfiguredAgents agents) {
        Configuration configuration = agents.configuration();
        agents.voice().damaged().forEach(fault -> streams.err().println("parley: " + fault));
        try {
            Duration evicted =
                    Duration.ofSeconds(configuration.server().limits().evictSeconds());
            ParleyBuilder parts = agents.into(Parley.in(data))
                    .evictingAfter(evicted)
                    .within(configuration.server().limits().bounds());
            boolean named = !configuration.settings().roster().humans().isEmpty();
            return (named ? parts : parts.human(OPERATOR)).open();
        } catch (IOException | LogFault e) {
            throw RecordFolder.unusable(data, e);
        }
    }

    private Server start(Parley parley, Configuration configuration) {
        try {
            return Server.start(
                    parley,
                    configuration.server().ownedBy(configuration.house().owners()),
                    port,
                    System.getenv(),
                    new FolderAnalyst(data));
        } catch (IOException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private void announce(Server server) {
        String key = server.generatedKey();
        String tls = server.tlsAddress();
        if (json) {
            streams.out()
                    .println(Json.Obj.EMPTY
                            .with("address", server.address())
                            .with("tls", tls == null ? Json.Null.NULL : Json.of(tls))
                            .with("key", key == null ? Json.Null.NULL : Json.of(key))
                            .text());
        } else {
            streams.out()
                    .println("Parley listens at " + server.address()
                            + (key == null
                                    ? ""
                                    : " with the key " + key + "; its page: " + server.address() + "/#key=" + key));
        }
        streams.out().flush();
    }
}
