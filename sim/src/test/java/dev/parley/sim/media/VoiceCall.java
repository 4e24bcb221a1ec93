package dev.parley.sim.media;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.record.Journal;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * A call in sound on virtual time, through the code that a live one runs: every 20 ms the device at the far end gives a frame
 * of the person's voice and plays one of the agent's.
 */
final class VoiceCall implements AudioChannel {
    private static final int FRAME_MS = 20;

    final VirtualTime time;
    final MemoryJournal journal = new MemoryJournal();
    final List<String> kept = new ArrayList<>();
    /** What the person heard, 20 ms each; null for silence. */
    final List<byte[]> heard = new ArrayList<>();

    private final Map<Modality, List<GuardedProvider>> voices = new EnumMap<>(Modality.class);
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private final List<long[]> bursts = new ArrayList<>();
    private final VirtualSession session;
    private FrameDoor door = new FrameDoor(() -> {});
    private long tick;
    private long played;
    long framesTaken;
    long framesTakenWhenFlushed;
    int flushes;
    boolean takesNothing;
    boolean knowsWhatItPlayed = true;
    boolean reportsLater;
    boolean forgets;
    int queuedMax;
    /** What the record throws instead of taking anything in; null while its disk is there. */
    Supplier<RuntimeException> diskGone = () -> null;

    /** Called with everything that is about to be recorded. */
    Consumer<RuneDraft> whenRecorded = _ -> {};
    /** Called when the far end is told to throw away what it has not played. */
    Runnable whenFlushed = () -> {};

    long aheadMs = 200;
    /** Called with every frame that leaves the conversation. */
    Runnable whenFrameLeaves = () -> {};
    /** The order in which frames reach the door: how many ticks each is late; -1 for lost. */
    LongUnaryOperator lateTicks = n -> 0;

    VoiceCall(String yaml, String... words) {
        this(scenario(yaml), List.of(words));
    }

    /** A call in the world of a scenario. Its voices are sound here; what they say is told one utterance after the other. */
    VoiceCall(Scenario scenario, List<String> words) {
        time = new VirtualTime(scenario.start().toEpochMilli());
        speakWith(Modality.VAD, StandIn.level());
        speakWith(Modality.STT, StandIn.script(words));
        speakWith(Modality.TTS, StandIn.tone());
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, 0);
        SessionHost.World world = place -> {
            door = place.frames();
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
            AudioSink sink = (track, micros, pcm) -> kept.add(track + " " + micros / 1000);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    ports.providers().with(voices),
                    ports.tools(),
                    ports.people(),
                    null,
                    place.media(this, sink));
        };
        session = new VirtualSession(
                time,
                new SessionHost.Wanted(plain.session(), plain.what(), plain.settings(), plain.pipeline(), world),
                (_, _) -> disk(),
                List.of());
    }

    /** The record, as long as its disk is there. */
    private Journal disk() {
        return new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                RuntimeException gone = diskGone.get();
                if (gone != null) {
                    throw gone;
                }
                whenRecorded.accept(draft);
                return journal.append(draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                return journal.isDurable(eventId);
            }
        };
    }

    private static Scenario scenario(String yaml) {
        try {
            return ScenarioReader.yaml("name: call\nseed: 1\n" + yaml);
        } catch (BadScenario e) {
            throw new IllegalArgumentException(e);
        }
    }

    void speakWith(Modality modality, Provider... providers) {
        List<GuardedProvider> guarded = new ArrayList<>();
        for (Provider provider : providers) {
            guarded.add(GuardedProvider.of(provider, new CircuitBreaker(Integer.MAX_VALUE, 1)));
        }
        voices.put(modality, guarded);
    }

    /** Somebody who judges the end of a turn after 50 ms. */
    Provider judge(int scorePermille) {
        return judge(Script.endScore(scorePermille, 50));
    }

    /** Somebody who is asked for the end of a turn and fails. */
    Provider silentJudge() {
        return judge(Script.failing(Outcome.error(false, "no judgement"), 50));
    }

    private Provider judge(Script script) {
        ProviderProfile profile = new ProviderProfile(
                "judge",
                Modality.END_OF_TURN,
                false,
                true,
                0,
                new ProviderProfile.Timeouts(1_000, 1_000),
                ProviderProfile.Limits.NONE);
        return new ScriptedProvider(profile, request -> script, time, time);
    }

    /** Somebody is loud from here to there. */
    VoiceCall burst(long fromMs, long toMs) {
        bursts.add(new long[] {fromMs, toMs});
        return this;
    }

    void at(long ms, Runnable action) {
        time.atMs(ms, Rank.USER, action);
    }

    void offer(SessionEvent event) {
        session.offer(event);
    }

    /** Holds the call for so long, and hangs up. */
    VoiceCall hold(long ms) {
        session.open();
        long ticks = ms / FRAME_MS;
        next(ticks);
        time.advanceTo(ms * 1_000_000);
        session.end();
        return this;
    }

    /** The device gives frames as fast as they are taken, up to this place on its line. */
    void hurry(long toMs) {
        while (tick * FRAME_MS < toMs && door.offer(tick, microphone(tick * FRAME_MS), 0, time.monotonicNanos())) {
            tick++;
        }
    }

    private void next(long ticks) {
        time.atMs(tick * FRAME_MS, Rank.USER, () -> {
            device();
            if (tick < ticks) {
                next(ticks);
            }
        });
    }

    private void device() {
        queuedMax = Math.max(queuedMax, queue.size());
        byte[] out = queue.poll();
        if (!forgets) {
            heard.add(out);
        }
        played += out == null ? 0 : FRAME_MS;
        long number = tick++;
        long late = lateTicks.applyAsLong(number);
        byte[] pcm = microphone(number * FRAME_MS);
        if (late == 0) {
            door.offer(number, pcm, 0, time.monotonicNanos());
        } else if (late > 0) {
            time.atMs((number + late) * FRAME_MS, Rank.USER, () -> door.offer(number, pcm, 0, time.monotonicNanos()));
        }
    }

    private byte[] microphone(long fromMs) {
        byte[] pcm = new byte[Frame.BYTES];
        boolean loud = bursts.stream().anyMatch(burst -> burst[0] <= fromMs && fromMs < burst[1]);
        for (int i = 0; loud && i < pcm.length; i += 2) {
            pcm[i + 1] = (byte) (i % 4 == 0 ? 32 : -32);
        }
        return pcm;
    }

    // --- the far end

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        if (takesNothing) {
            return false;
        }
        whenFrameLeaves.run();
        framesTaken++;
        queue.add(pcm.clone());
        return true;
    }

    @Override
    public void flush() {
        queue.clear();
        flushes++;
        framesTakenWhenFlushed = framesTaken;
        whenFlushed.run();
    }

    @Override
    public long playedMs() {
        return knowsWhatItPlayed ? played : UNKNOWN;
    }

    @Override
    public boolean reports() {
        return reportsLater;
    }

    @Override
    public long aheadMs() {
        return aheadMs;
    }

    @Override
    public String speaker() {
        return "ana";
    }

    int queued() {
        return queue.size();
    }

    // --- what came of it

    List<Rune> runes(String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).toList();
    }

    Rune rune(String kind) {
        return runes(kind).getFirst();
    }

    static long number(Rune rune, String key) {
        return rune.payload().number(key) == null
                ? 0
                : rune.payload().number(key).longValue();
    }

    /** The control signals that begin so, in order. */
    List<String> signals(String prefix) {
        return journal.runes().stream()
                .map(rune -> rune.payload().text("signal"))
                .filter(signal -> signal != null && signal.startsWith(prefix))
                .toList();
    }

    long keptFrames(String track) {
        return kept.stream().filter(frame -> frame.startsWith(track)).count();
    }

    long keptFromMs(String track) {
        return keptMs(track).min().orElseThrow();
    }

    long keptToMs(String track) {
        return keptMs(track).max().orElseThrow();
    }

    private LongStream keptMs(String track) {
        return kept.stream()
                .filter(frame -> frame.startsWith(track))
                .mapToLong(frame -> Long.parseLong(frame.substring(track.length() + 1)));
    }

    long agentFramesHeard() {
        return heard.stream().filter(Objects::nonNull).count();
    }

    /** The times in which the agent was heard, as "from-to" in milliseconds. */
    List<String> agentHeard() {
        List<String> stretches = new ArrayList<>();
        int from = -1;
        for (int i = 0; i <= heard.size(); i++) {
            boolean sounds = i < heard.size() && heard.get(i) != null;
            if (sounds && from < 0) {
                from = i;
            } else if (!sounds && from >= 0) {
                stretches.add(from * FRAME_MS + "-" + i * FRAME_MS);
                from = -1;
            }
        }
        return stretches;
    }
}
