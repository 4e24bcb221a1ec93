package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionRuntime;
import dev.parley.session.SessionRuntime.Opening.Opened;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.EpochFence;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.place.Tenancy;
import dev.parley.session.port.Journal;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.port.Records;
import dev.parley.session.port.Tools;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two runtimes that share one authority, one fence and one record, in one world on virtual time. */
final class TwoRuntimes implements AutoCloseable {
    static final long LEASE_MS = 60_000;
    static final int SESSIONS = 2;

    private static final String WORLD = """
            name: moved
            seed: 5
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
            agent:
              - {when: "tell me", says: "one two three four five six seven eight nine ten", audio_ms: 10000}
              - {when: "measure", calls: [{id: c1, tool: measure}]}
              - {when: "order", calls: [{id: c1, tool: order}]}
              - {when: "short", says: "well", audio_ms: 1000}
              - {when_result: c1, says: "done", audio_ms: 1000}
            tools:
              measure: {takes_ms: 9000, returns: {size: 1}}
              order: {takes_ms: 100, returns: {ordered: tea}, approval: required}
            """;

    final VirtualTime time = new VirtualTime(0);
    final Scenario scenario;
    final String session;
    final Runelog log;
    final InProcessAuthority authority;
    final SessionRuntime a;
    final SessionRuntime b;
    /** What left a runtime, by its name. */
    final List<String> outputs = new ArrayList<>();
    /** What the fence before the record refused. */
    final List<String> refused = new ArrayList<>();
    /** Whether runtimes hear of it when a session is taken from them. */
    boolean told;
    /** How long the disk takes to answer. */
    long diskMs;

    TwoRuntimes() throws Exception {
        this(new MemoryDisk());
    }

    TwoRuntimes(MemoryDisk disk) throws Exception {
        this(disk, ScenarioReader.yaml(WORLD), LEASE_MS);
    }

    TwoRuntimes(MemoryDisk disk, Scenario world, long leaseMs) throws IOException {
        scenario = world;
        session = scenario.conversation();
        log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)));
        Records records = slow(new RunelogRecords(log, true));
        PlacementLog decisions = new PlacementLog(records.journal(PlacementLog.CONVERSATION, event -> {}), time);
        authority = new InProcessAuthority(SESSIONS, leaseMs, "voice@1.0.0", decisions);
        PlacementLog.epochs(records.read(PlacementLog.CONVERSATION)).forEach(authority::takeUp);
        EpochFence fence = new EpochFence((draft, newest) ->
                refused.add(draft.kind() + " under " + draft.envelope().leaseEpoch() + ", not " + newest));
        SessionRuntime.Parts shared = new SessionRuntime.Parts(authority, decisions, fence, records, time);
        a = new SessionRuntime("a", shared, this::hear);
        b = new SessionRuntime("b", shared, this::hear);
    }

    private void hear(Runnable news) {
        if (told) {
            news.run();
        }
    }

    private Records slow(Records records) {
        return new Records() {
            @Override
            public Journal journal(String conversation, Consumer<SessionEvent> door) {
                Journal journal = records.journal(conversation, door);
                return new Journal() {
                    @Override
                    public Rune append(dev.parley.kernel.rune.RuneDraft draft) {
                        return journal.append(draft);
                    }

                    @Override
                    public boolean isDurable(long eventId) {
                        if (diskMs > 0) {
                            time.afterMs(
                                    diskMs, Rank.PROVIDER, () -> door.accept(new SessionEvent.RecordKept(eventId)));
                        }
                        return diskMs == 0;
                    }
                };
            }

            @Override
            public List<Rune> read(String conversation) {
                return records.read(conversation);
            }
        };
    }

    /** The scripted world around the loops of one runtime, which notes what leaves it. */
    SessionRuntime.Assembly world(String runtime) {
        return (Tenancy tenancy, Journal journal, Consumer<SessionEvent> door) -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, time, journal, door);
            return new ConversationLoop(
                    tenancy,
                    scenario.settings(),
                    Map.of(),
                    new ConversationLoop.Ports(
                            time,
                            time,
                            journal,
                            noting(runtime, ports.providers()),
                            noting(runtime, ports.tools()),
                            ports.people()));
        };
    }

    private Providers noting(String runtime, Providers providers) {
        return new Providers() {
            @Override
            public List<String> names(ProviderKind kind) {
                return providers.names(kind);
            }

            @Override
            public void start(Call call) {
                outputs.add(runtime + " asks " + call.kind().printed());
                providers.start(call);
            }

            @Override
            public void cancel(long callId) {
                providers.cancel(callId);
            }

            @Override
            public void release(long callId) {
                providers.release(callId);
            }
        };
    }

    private Tools noting(String runtime, Tools tools) {
        return new Tools() {
            @Override
            public @Nullable Listing listing(String tool) {
                return tools.listing(tool);
            }

            @Override
            public void start(String callId, String tool, Json.Obj args) {
                outputs.add(runtime + " runs " + tool);
                tools.start(callId, tool, args);
            }

            @Override
            public void cancel(String callId) {
                tools.cancel(callId);
            }
        };
    }

    ConversationLoop openOnA() {
        return assertInstanceOf(Opened.class, a.open(session, Json.Obj.EMPTY, world("a")))
                .loop();
    }

    /** Moves the session to the other runtime, without a word to the first. */
    Opened moveToB() {
        return moveTo("b");
    }

    Opened moveTo(String name) {
        PlacementLease lease =
                authority.migrate(session, name, time.monotonicNanos()).orElseThrow();
        return assertInstanceOf(Opened.class, runtime(name).takeOver(lease, world(name)));
    }

    SessionRuntime runtime(String name) {
        return name.equals("a") ? a : b;
    }

    void until(long atMs) {
        time.advanceTo(atMs * 1_000_000);
    }

    List<Rune> recorded() {
        return new RunelogRecords(log, true).read(session);
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
