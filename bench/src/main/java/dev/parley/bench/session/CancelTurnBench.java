package dev.parley.bench.session;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * 500 conversations speak, frame by frame, and each is stopped at a time of its own. What counts is the time from the stop at
 * the door of the host to the silence: the far end was told to throw away what it had not played, and no frame follows.
 */
public final class CancelTurnBench implements Bench {
    private static final int SESSIONS = 500;
    private static final double MS_MAX = 5;
    private static final long LONGEST_MICROS = 60_000_000L;

    /** A tone of seven minutes. */
    private static final String STORY = "a very long story ".repeat(400);

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
        List<Speaker> speakers = new ArrayList<>();
        try (BenchHost live = new BenchHost(folder)) {
            for (int i = 0; i < SESSIONS; i++) {
                speakers.add(speaker(live, i));
            }
            for (int round = 0; round <= rounds; round++) {
                speakAll(live, speakers);
                if (round == 1) {
                    delays.reset();
                }
                for (Speaker speaker : speakers) {
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
        long after = speakers.stream()
                .mapToLong(speaker -> speaker.caller.framesAfterFlush.get())
                .sum();
        return List.of(
                new Result(
                        name(),
                        seen.getValueAtPercentile(99) / 1_000.0,
                        "ms p99",
                        MS_MAX,
                        "the limit, from stop to silence"),
                new Result(name() + ".median", seen.getValueAtPercentile(50) / 1_000.0, "ms p50", MS_MAX, "the same"),
                new Result(name() + ".after", after, "frames", 1, "none may follow"));
    }

    private void speakAll(BenchHost live, List<Speaker> speakers) {
        for (Speaker speaker : speakers) {
            speaker.caller.listenAgain();
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

    private Speaker speaker(BenchHost live, int number) {
        Speaker speaker = new Speaker(number);
        live.openSurely(speaker.caller.wanted(speaker.session));
        return speaker;
    }

    /** Notes when a conversation begins to speak, and how long after a stop it was silent. */
    private final class Speaker {
        private final String session;
        private final FrameCaller caller;
        private volatile long askedNanos;

        private Speaker(int number) {
            session = "speaker-" + number;
            caller = new FrameCaller(
                    BenchHost.scenario("name: speaker " + number + """

                            seed: 1
                            settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1, provider_timeout_ms: 60000}
                            agent:
                              - {when: "speak", says: "%s"}
                            """.formatted(STORY)),
                    List.of(),
                    nanos -> {},
                    this::around);
        }

        private Journal around(Journal journal) {
            return new Journal() {
                @Override
                public Rune append(RuneDraft draft) {
                    Rune rune = journal.append(draft);
                    if (rune.kind().equals("playback.started")) {
                        speaking.incrementAndGet();
                    } else if (rune.kind().equals("playback.ended")) {
                        long micros = (caller.flushedNanos - askedNanos) / 1_000;
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
