package dev.parley.session.episode;

import dev.parley.kernel.event.ControlEvents.ProviderSwitched;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.ConversationReadmitted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Permit;
import dev.parley.session.port.People;
import dev.parley.session.record.Gist;
import dev.parley.session.record.Past;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The episodes of one conversation: every answer has one behind it. */
public final class Episodes {
    private static final int NOTICED_MAX = 16;

    private final EpisodeLedger ledger;
    private final Settings settings;
    private final People people;
    private final List<Json.Obj> noticed = new ArrayList<>();
    private @Nullable Episode present;
    private @Nullable String damage;

    public Episodes(Recorder recorder, LoopClock clock, Settings settings, People people) {
        this.ledger = new EpisodeLedger(recorder, clock);
        this.settings = settings;
        this.people = people;
        recorder.listen(event -> {
            if (event instanceof ProviderSwitched && present != null) {
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

    /**
     * Goes on after what was recorded. If events of it were lost, the next answer begins with an integrity alert and does
     * nothing; once an alert about it was recorded it is known.
     */
    public void takeUp(Past past) {
        long next = past.rooms() == null ? past.runes().getFirst().eventId() : past.after() + 1;
        for (Rune rune : past.runes()) {
            boolean after = rune.eventId() > past.after();
            if ((after && rune.eventId() > next) || EventCatalogue.is(rune, ConversationReadmitted.class)) {
                damage = "events before " + rune.eventId() + " are lost";
            } else if (Gist.isIntegrityAlert(rune)) {
                damage = null;
            }
            next = after ? rune.eventId() + 1 : next;
        }
    }

    /** What was lost of the record and nobody was told yet; once. */
    @Nullable
    String takeDamage() {
        String lost = damage;
        damage = null;
        return lost;
    }

    /** A call has settled after its turn: the next answer begins with it. */
    void notice(Json.Obj lateResult) {
        if (noticed.size() < NOTICED_MAX) {
            noticed.add(lateResult);
        }
    }

    List<Json.Obj> takeNoticed() {
        List<Json.Obj> all = List.copyOf(noticed);
        noticed.clear();
        return all;
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
