package dev.parley.session.episode;

import dev.parley.kernel.tool.Permit;
import dev.parley.session.Settings;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The episodes of one conversation: every answer has one behind it. */
public final class Episodes {
    private final EpisodeLedger ledger;
    private final Settings settings;
    private final People people;
    private @Nullable Episode present;

    public Episodes(Recorder recorder, LoopClock clock, Settings settings, People people) {
        this.ledger = new EpisodeLedger(recorder, clock);
        this.settings = settings;
        this.people = people;
        recorder.listen((kind, _) -> {
            if (kind.equals("control.provider_switch") && present != null) {
                present.degraded();
            }
        });
    }

    /** The episode behind the answer of this turn; one that waits for a person's answer goes on in it. */
    public Episode open(long turn, String by, String text) {
        EpisodeScribe escalated = text.isEmpty() ? null : ledger.takeWaiting();
        if (escalated != null) {
            escalated.answered(by, turn);
        }
        Episode episode = new Episode(turn, by, escalated, this);
        present = episode;
        return episode;
    }

    /** When the leave that a permit gives is over. */
    Instant expiry(Permit permit) {
        return Instant.ofEpochMilli(permit.expiresAtMs());
    }

    /** The room that decides about their packets. */
    public EpisodeLedger ledger() {
        return ledger;
    }

    public Settings settings() {
        return settings;
    }

    People people() {
        return people;
    }
}
