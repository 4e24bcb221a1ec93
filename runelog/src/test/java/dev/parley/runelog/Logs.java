package dev.parley.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;

/** What the tests of the log share. */
final class Logs {
    /** A clock that stands still. */
    static final TimeSource STILL = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private Logs() {}

    static RunelogSettings inline() {
        return RunelogSettings.inline(STILL, RandomSource.seeded(1)).withAlarm(fault -> {});
    }

    static RunelogSettings manual() {
        return inline().withCommitter(RunelogSettings.Committer.MANUAL);
    }

    static RunelogSettings loop() {
        return RunelogSettings.standard(STILL, RandomSource.seeded(1));
    }

    static RuneDraft draft(String conversation, long n) {
        return RuneDraft.of(conversation, "test.counted", Json.Obj.EMPTY.with("n", n))
                .withSchemaVersion(1);
    }

    static List<Long> ids(List<Rune> runes) {
        return runes.stream().map(Rune::eventId).toList();
    }
}
