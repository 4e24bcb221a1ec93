package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.timeline.EventTimeline;
import dev.parley.replay.timeline.ReplayCursor;
import dev.parley.runelog.RuneArchive;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation folded again, every verdict derived from the record alone.
 *
 * @param runes what was folded
 * @param position how far that went on the timeline
 * @param report what the record leads to
 * @param divergence the first event that differs, or null
 */
public record Replayed(
        List<Rune> runes,
        EventTimeline timeline,
        long position,
        Json.Obj report,
        @Nullable Divergence divergence) {
    /**
     * Folds up to this event, {@link Long#MAX_VALUE} for all of them.
     *
     * @param folder where it was recorded, with what it copies from others
     */
    public static Replayed of(RecordedConversation recorded, RuneArchive folder, long to) {
        List<Rune> runes = recorded.provable().stream()
                .filter(rune -> rune.eventId() <= to)
                .toList();
        EventTimeline timeline = EventTimeline.of(runes);
        ReplayCursor cursor = timeline.cursor();
        Replay replay = recorded.replay();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = cursor.step().map(replay::accept).orElse(false);
        }
        if (to == Long.MAX_VALUE && recorded.fault() == null) {
            replay.finish();
        }
        Divergence found = recorded.isHeadless() ? null : replay.divergence();
        if (found == null && recorded.fault() != null && to == Long.MAX_VALUE) {
            found = damaged(recorded.isHeadless() ? List.of() : runes, recorded.fault());
        }
        if (found == null) {
            found = BookSources.first(folder, runes);
        }
        return new Replayed(runes, timeline, cursor.position(), replay.report(recorded.name()), found);
    }

    private static Divergence damaged(List<Rune> sound, String fault) {
        long first = sound.isEmpty() ? 1 : sound.getLast().eventId() + 1;
        return new Divergence(first, Divergence.Kind.ORDERING, "log", "event " + first, fault);
    }

    /** For programs: what was found, and the state that the record leads to. */
    public Json.Obj toJson() {
        Json.Obj all = report.with("verified", divergence == null);
        return divergence == null ? all : all.with("divergence", divergence.toJson());
    }
}
