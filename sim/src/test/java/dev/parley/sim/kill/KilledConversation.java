package dev.parley.sim.kill;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.record.Journal;
import dev.parley.session.record.RunelogJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * One conversation in a process of its own, on a real disk, which says so and stands still at a given moment, there to be
 * killed. What it has recorded up to that moment is on disk.
 */
final class KilledConversation {
    /** What both processes know of the conversation; the script of each is put below it. */
    static final String WORLD = """
            name: killed
            seed: 3
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
            user:
              - {at_ms: 100, override: {action: ENABLE_OVERRIDE, forced_captions: true}, by: ana}
            """;

    /** Where the process stands still, and what was said to it before. */
    enum Moment {
        THINKING("tell me", "provider.call"),
        SPEAKING("tell me", "playback.progress"),
        TOOL_RUNS("measure", "control.muted"),
        APPROVAL_PENDING("order", "control.muted"),
        BETWEEN_TURNS("short", "control.muted");

        private final String words;
        private final String kind;

        Moment(String words, String kind) {
            this.words = words;
            this.kind = kind;
        }

        private boolean isAt(Rune rune) {
            return rune.kind().equals(kind) && (this != SPEAKING || played(rune) >= 4000);
        }

        private static long played(Rune rune) {
            var played = rune.payload().number("played_ms");
            return played == null ? 0 : played.longValue();
        }
    }

    private KilledConversation() {}

    public static void main(String[] args) throws Exception {
        Moment moment = Moment.valueOf(args[1]);
        try (Runelog log = open(Path.of(args[0]))) {
            Journal journal = RunelogJournal.inStep(log);
            ScenarioRun.into(script(moment), new Journal() {
                @Override
                public Rune append(RuneDraft draft) {
                    Rune rune = journal.append(draft);
                    if (moment.isAt(rune)) {
                        log.commit();
                        standStill(moment);
                    }
                    return rune;
                }

                @Override
                public boolean isDurable(long eventId) {
                    return journal.isDurable(eventId);
                }
            });
            System.out.println("ended");
        }
    }

    private static Scenario script(Moment moment) throws Exception {
        return ScenarioReader.yaml(WORLD + "  - {at_ms: 1000, types: \"" + moment.words + "\", by: ana}\n"
                + "  - {at_ms: 5000, mutes: true}\n");
    }

    static Runelog open(Path directory) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new VirtualTime(0), RandomSource.seeded(1));
        return Runelog.open(new RealDisk(directory), settings);
    }

    private static void standStill(Moment moment) {
        System.out.println("standing still: " + moment);
        System.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
