package dev.parley.bench.session;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Journal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * 500 conversations speak, and each is stopped at a time of its own. What counts is the time from the stop at the door of
 * the host to the record of the silence, which is written after the output was flushed.
 */
public final class CancelTurnBench implements Bench {
    private static final int SESSIONS = 500;
    private static final double MS_MAX = 5;
    private static final long LONGEST_MICROS = 60_000_000L;

    private final Recorder delays = new Recorder(LONGEST_MICROS, 2);
    private final AtomicInteger speaking = new AtomicInteger();

    @Override
    public String name() {
        return "session.cancel";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        Path folder = BenchHost.folder();
        int rounds = quick ? 3 : 10;
        try (BenchHost live = new BenchHost(folder)) {
            List<Stopwatch> speakers = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                speakers.add(speaker(live, i));
            }
            for (int round = 0; round <= rounds; round++) {
                speakAll(live, speakers);
                if (round == 1) {
                    delays.reset();
                }
                for (Stopwatch speaker : speakers) {
                    BenchHost.rest(2);
                    speaker.askedNanos = System.nanoTime();
                    live.host.offer(speaker.session, new SessionEvent.StopRequested(""));
                }
                awaitSpeaking(0);
            }
        } finally {
            BenchHost.delete(folder);
        }
        Histogram seen = delays.getIntervalHistogram();
        return List.of(
                new Result(
                        name(),
                        seen.getValueAtPercentile(99) / 1_000.0,
                        "ms p99",
                        MS_MAX,
                        "the limit, from stop to silence"),
                new Result(name() + ".median", seen.getValueAtPercentile(50) / 1_000.0, "ms p50", MS_MAX, "the same"));
    }

    private void speakAll(BenchHost live, List<Stopwatch> speakers) {
        for (Stopwatch speaker : speakers) {
            live.host.offer(speaker.session, new SessionEvent.TextTyped("speak", ""));
        }
        awaitSpeaking(SESSIONS);
        BenchHost.rest(500);
    }

    private void awaitSpeaking(int many) {
        while (speaking.get() != many) {
            BenchHost.rest(5);
        }
    }

    private Stopwatch speaker(BenchHost live, int number) {
        Scenario scenario = BenchHost.scenario("name: speaker " + number + """

                seed: 1
                settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1}
                agent:
                  - {when: "speak", says: "a very long story", audio_ms: 600000}
                """);
        long origin = BenchHost.CLOCK.monotonicNanos();
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, origin);
        Stopwatch watch = new Stopwatch(plain.session());
        SessionHost.World world = place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, origin, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    watch.around(ports.journal()),
                    ports.providers(),
                    ports.tools(),
                    ports.people());
        };
        live.openSurely(new SessionHost.Wanted(plain.session(), plain.what(), plain.settings(), plain.edges(), world));
        return watch;
    }

    /** Notes when a conversation begins to speak, and how long after a stop it is silent. */
    private final class Stopwatch {
        private final String session;
        private volatile long askedNanos;

        private Stopwatch(String session) {
            this.session = session;
        }

        private Journal around(Journal journal) {
            return new Journal() {
                @Override
                public Rune append(RuneDraft draft) {
                    Rune rune = journal.append(draft);
                    if (rune.kind().equals("playback.started")) {
                        speaking.incrementAndGet();
                    } else if (rune.kind().equals("playback.ended")) {
                        long micros = (System.nanoTime() - askedNanos) / 1_000;
                        delays.recordValue(Math.clamp(micros, 0, LONGEST_MICROS));
                        speaking.decrementAndGet();
                    }
                    return rune;
                }

                @Override
                public boolean isDurable(long eventId) {
                    return journal.isDurable(eventId);
                }
            };
        }
    }
}
