package dev.parley.app.record;

import dev.parley.app.io.BadInput;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.timeline.EventTimeline;
import dev.parley.replay.timeline.ReplayCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The moments of a conversation, one after the other, as a replay passes them: each with its events, control before data before
 * telemetry.
 */
public final class Steps {
    private static final int NANOS_PER_MS = 1_000_000;

    private final EventTimeline timeline;
    private final long beganNanos;
    private final long after;
    private final long upTo;

    /**
     * @param turn of which turn alone, 0 for all
     * @param lane of which lane alone, null for all
     * @param after only what comes after this event id
     * @param upTo the event id at which the replay ended
     */
    public Steps(EventTimeline whole, long turn, @Nullable String lane, long after, long upTo) {
        EventTimeline ofTurn = turn == 0 ? whole : whole.turn(turn);
        this.timeline = lane == null ? ofTurn : ofTurn.lane(lane(lane));
        this.beganNanos = whole.runes().isEmpty()
                ? 0
                : whole.runes().getFirst().envelope().monotonicNanos();
        this.after = after;
        this.upTo = upTo;
    }

    private static Lane lane(String written) {
        return Arrays.stream(Lane.values())
                .filter(lane -> spelled(lane).equals(written))
                .findFirst()
                .orElseThrow(() -> new BadInput("--lane is control, data or telemetry, not '" + written + "'"));
    }

    private static String spelled(Lane lane) {
        return lane.name().toLowerCase(Locale.ROOT);
    }

    private List<List<Rune>> moments() {
        List<List<Rune>> moments = new ArrayList<>();
        ReplayCursor cursor = timeline.cursor();
        cursor.seek(after);
        while (!cursor.isAtEnd()) {
            List<Rune> moment = cursor.stepMoment().stream()
                    .filter(rune -> rune.eventId() <= upTo)
                    .toList();
            if (!moment.isEmpty()) {
                moments.add(moment);
            }
        }
        return moments;
    }

    private long nanos(List<Rune> moment) {
        return moment.getFirst().envelope().monotonicNanos() - beganNanos;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (List<Rune> moment : moments()) {
            lines.add(String.format(Locale.ROOT, "%.3f s", nanos(moment) / 1e9));
            moment.forEach(
                    rune -> lines.add("  " + spelled(rune.lane()) + " [" + rune.eventId() + "] " + RuneText.of(rune)));
        }
        return lines;
    }

    /** One object for each moment. */
    public List<Json.Obj> objects() {
        return moments().stream()
                .map(moment -> Json.Obj.EMPTY
                        .with("at_ms", nanos(moment) / NANOS_PER_MS)
                        .with(
                                "events",
                                Json.of(moment.stream().map(Steps::event).toList())))
                .toList();
    }

    private static Json event(Rune rune) {
        return Json.Obj.EMPTY
                .with("event_id", rune.eventId())
                .with("lane", spelled(rune.lane()))
                .with("turn", rune.turn())
                .with("kind", rune.kind());
    }
}
