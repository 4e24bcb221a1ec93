package dev.parley.bench.session;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.port.Journal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How many conversations two carriers bear, each with a spoken turn every ten seconds: voice, transcript, model, agent,
 * episode, speech, everything recorded and durable. What counts is how late an event of the person is taken in and
 * recorded. There are no audio frames in it yet: {@code pipeline.sessions} measures those, without conversations.
 */
public final class LiveBench implements Bench {
    private static final int FIRST = 250;
    private static final int LIMIT = 1_000;
    private static final int MAX = 8_000;
    private static final int REFUSALS_MAX = 4;
    private static final long STAGGER_MS = 37;
    private static final long TURN_MS = 10_000;
    private static final long TURNS = 60;
    private static final long DELAY_MS_MAX = 20;
    private static final long LONGEST_MICROS = 60_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Recorder delays = new Recorder(LONGEST_MICROS, 2);

    @Override
    public String name() {
        return "session.live";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        Path folder = BenchHost.folder();
        int millis = quick ? 5_000 : 15_000;
        int held = 0;
        double heldMs = 0;
        double cpu = 0;
        try (BenchHost live = new BenchHost(folder)) {
            int opened = 0;
            int wanted = FIRST;
            boolean inTime = true;
            while (inTime && opened < MAX) {
                boolean all = true;
                while (opened < wanted && all) {
                    all = live.open(talkative(opened, opened * STAGGER_MS % TURN_MS), REFUSALS_MAX);
                    opened += all ? 1 : 0;
                }
                BenchHost.rest(2_000);
                delays.getIntervalHistogram();
                BenchHost.rest(millis);
                Histogram seen = delays.getIntervalHistogram();
                double p99 = seen.getValueAtPercentile(99) / 1_000.0;
                inTime = all && p99 <= DELAY_MS_MAX;
                if (inTime) {
                    held = opened;
                    heldMs = p99;
                    cpu = live.carriers.loadPermille() / 10.0;
                }
                wanted = opened + Math.max(FIRST, opened / 3);
            }
        } finally {
            BenchHost.delete(folder);
        }
        return List.of(
                new Result(name(), held, "conversations", LIMIT, "the number wanted on two cores; no audio frames yet"),
                new Result(name() + ".delay", heldMs, "ms p99", DELAY_MS_MAX, "the limit, until a person is heard"),
                new Result(name() + ".load", cpu, "% of the carriers", 85, "where admission refuses"));
    }

    /** A person who speaks every ten seconds for ten minutes, from this moment of the first ten seconds on. */
    private SessionHost.Wanted talkative(int number, long firstMs) {
        StringBuilder yaml = new StringBuilder("name: live " + number + "\nseed: 1\nuser:\n");
        for (long turn = 0; turn < TURNS; turn++) {
            long from = firstMs + turn * TURN_MS;
            yaml.append("  - {from_ms: " + from + ", to_ms: " + (from + 1_500) + ", says: \"what is it like\"}\n");
        }
        yaml.append(
                "agent:\n  - {when: \"what\", says: \"It is sunny and warm, as it was yesterday.\", audio_ms: 4000}\n");
        Scenario scenario = BenchHost.scenario(yaml.toString());
        long origin = BenchHost.CLOCK.monotonicNanos();
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, origin);
        return new SessionHost.Wanted(
                plain.session(),
                plain.what(),
                plain.settings(),
                plain.edges(),
                place -> world(scenario, origin, place));
    }

    private ConversationLoop.Ports world(Scenario scenario, long origin, SessionHost.Place place) {
        Clocked journal = new Clocked(place.journal());
        for (Scenario.Voice voice : scenario.voices()) {
            long due = origin + voice.fromMs() * NANOS_PER_MILLI;
            place.timers().at(due, 0, () -> {
                journal.dueNanos = due;
                place.door().accept(new SessionEvent.VoiceBegan(voice.id(), VoiceKind.SPEECH, ""));
            });
            place.timers()
                    .at(
                            origin + voice.toMs() * NANOS_PER_MILLI,
                            0,
                            () -> place.door().accept(new SessionEvent.VoiceEnded(voice.id())));
        }
        SessionHost.Place watched = place.with(journal);
        return ScenarioRun.world(scenario, origin, watched);
    }

    /** Measures from when the person was due to the first rune after that. On the loop's thread. */
    private final class Clocked implements Journal {
        private final Journal journal;
        private long dueNanos;

        private Clocked(Journal journal) {
            this.journal = journal;
        }

        @Override
        public Rune append(RuneDraft draft) {
            Rune rune = journal.append(draft);
            if (dueNanos != 0) {
                long micros = (System.nanoTime() - dueNanos) / 1_000;
                delays.recordValue(Math.clamp(micros, 0, LONGEST_MICROS));
                dueNanos = 0;
            }
            return rune;
        }

        @Override
        public boolean isDurable(long eventId) {
            return journal.isDurable(eventId);
        }
    }
}
