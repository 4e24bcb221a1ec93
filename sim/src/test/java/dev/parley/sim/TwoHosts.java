package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening.Opened;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.record.EpochFence;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Past;
import dev.parley.session.record.Records;
import dev.parley.session.record.RoomStates;
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

/** Two hosts that share one authority, one fence and one record, in one world on virtual time. */
final class TwoHosts implements AutoCloseable {
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

    final VirtualTime time;
    final Scenario scenario;
    final String session;
    final Runelog log;
    final InProcessAuthority authority;
    final SessionHost a;
    final SessionHost b;
    /** What left a host, by its name. */
    final List<String> outputs = new ArrayList<>();
    /** What the fence before the record refused. */
    final List<String> refused = new ArrayList<>();
    /** Whether hosts hear of it when a session is taken from them. */
    boolean told;
    /** Whether the authority can be reached by a host that wants to renew a lease. */
    boolean reachable = true;
    /** How often a conversation was taken up from a snapshot. */
    int fromSnapshots;
    /** Whether what is taken up from a snapshot is held against the whole record. */
    boolean compares;
    /** How long the disk takes to answer. */
    long diskMs;

    TwoHosts() throws Exception {
        this(new MemoryDisk());
    }

    TwoHosts(MemoryDisk disk) throws Exception {
        this(disk, ScenarioReader.yaml(WORLD), LEASE_MS);
    }

    TwoHosts(MemoryDisk disk, Scenario world, long leaseMs) throws IOException {
        this(disk, world, leaseMs, Long.MAX_VALUE);
    }

    /** @param keepEvery after how many runes hosts keep a snapshot */
    TwoHosts(MemoryDisk disk, Scenario world, long leaseMs, long keepEvery) throws IOException {
        scenario = world;
        time = new VirtualTime(world.start().toEpochMilli());
        session = scenario.conversation();
        log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)));
        EpochFence fence = new EpochFence((draft, newest) ->
                refused.add(draft.kind() + " under " + draft.envelope().leaseEpoch() + ", not " + newest));
        Records records = slow(new RunelogRecords(log, true, fence, keepEvery));
        PlacementLog decisions = new PlacementLog(records.journal(PlacementLog.CONVERSATION, 0, event -> {}), time);
        authority = new InProcessAuthority(SESSIONS, leaseMs, "voice@1.0.0", decisions);
        PlacementLog.epochs(records.read(PlacementLog.CONVERSATION)).forEach(authority::takeUp);
        a = host("a", records);
        b = host("b", records);
    }

    private SessionHost host(String name, Records records) {
        HostListener listener = new HostListener() {
            @Override
            public void over(String over, SessionHost.Ending ending) {
                if (ending.fault() != null) {
                    throw new AssertionError(name + " failed", ending.fault());
                }
            }

            @Override
            public void unkept(String of, Throwable why) {
                throw new AssertionError("no snapshot of " + of, why);
            }
        };
        return new SessionHost(
                name,
                new SessionHost.Parts(
                        new Distant(authority, () -> told, () -> reachable),
                        records,
                        new InlineSeats(time, time),
                        time,
                        Runnable::run,
                        listener));
    }

    private Records slow(Records records) {
        return new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                Journal journal = records.journal(conversation, epoch, door);
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

            @Override
            public Past takeUp(String conversation) {
                Past past = records.takeUp(conversation);
                assertEquals(List.of(), past.refused());
                fromSnapshots += past.rooms() == null ? 0 : 1;
                if (past.rooms() != null && compares) {
                    SamePast.check(past, records.read(conversation), scenario);
                }
                return past;
            }

            @Override
            public long keepEvery() {
                return records.keepEvery();
            }

            @Override
            public Hash keep(String conversation, RoomStates rooms) {
                return records.keep(conversation, rooms);
            }
        };
    }

    /** A session in the scripted world, which notes what leaves the host. */
    SessionHost.Wanted wanted(String name, String host) {
        return new SessionHost.Wanted(
                name,
                new SessionCreated(
                        name, null, List.of("ana", "dora"), null, null, null, null, null, null, null, Json.Obj.EMPTY),
                scenario.settings(),
                Map.of(),
                place -> {
                    ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
                    return new ConversationLoop.Ports(
                            ports.time(),
                            ports.timers(),
                            ports.journal(),
                            ProvidersAround.noting(
                                    ports.providers(),
                                    (call, request) -> outputs.add(
                                            host + " asks " + call.modality().spelled())),
                            noting(host, ports.tools()),
                            ports.people());
                });
    }

    private ToolShelf noting(String runtime, ToolShelf tools) {
        return new ToolShelf() {
            @Override
            public @Nullable Listing listing(String tool) {
                return tools.listing(tool);
            }

            @Override
            public void start(ToolCall call, long deadlineMs) {
                outputs.add(runtime + " runs " + call.tool());
                tools.start(call, deadlineMs);
            }

            @Override
            public void cancel(String callId) {
                tools.cancel(callId);
            }
        };
    }

    void openOnA() {
        assertInstanceOf(Opened.class, a.open(wanted(session, "a")).join());
    }

    /** Moves the session to the other host, without a word to the first unless it is told. */
    Opened moveToB() {
        return moveTo("b");
    }

    Opened moveTo(String name) {
        PlacementLease lease =
                host(name.equals("a") ? "b" : "a").move(session, name).orElseThrow();
        return assertInstanceOf(
                Opened.class, host(name).takeOver(lease, wanted(session, name)).join());
    }

    SessionHost host(String name) {
        return name.equals("a") ? a : b;
    }

    void until(long atMs) {
        time.advanceTo(atMs * 1_000_000);
    }

    /** The voices of the scenario speak to the first host. */
    void voicesOnA() {
        for (Scenario.Voice voice : scenario.voices()) {
            SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), SessionEvent.VoiceKind.SPEECH, voice.by());
            time.atMs(voice.fromMs(), Rank.USER, () -> a.offer(session, began));
            time.atMs(voice.toMs(), Rank.USER, () -> a.offer(session, new SessionEvent.VoiceEnded(voice.id())));
        }
    }

    List<Rune> recorded() {
        return new RunelogRecords(log, true).read(session);
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
