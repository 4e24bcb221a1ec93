package dev.parley.replay.effect;

import dev.parley.kernel.Verdict;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The time at which something was asked, which decides about ages, loans and answers that come too late. A runtime counts it
 * from one moment on by the same clock as the time of its runes, so that it is never later than the rune of its verdict, never
 * earlier than what was recorded before it was asked, and never goes back. Nobody knows how far that moment is from the wall's
 * time; every verdict narrows it down.
 */
final class DecidedAt implements Facts {
    /** What a runtime writes down as it happens, and never between a question to a room and its verdict. */
    private static final Set<String> AT_ONCE = Set.of(
            "user.words",
            "stt.final",
            "voice.began",
            "turn.started",
            "playback.started",
            "playback.ended",
            "provider.outcome",
            "tool.dispatched");

    /** No zone is put forward or back by more than this at once. */
    private static final int SUMMER_SECONDS = 7_200;

    private static final long SEASON_MS = 28L * 24 * 3_600 * 1_000;

    private static final String HOUSE = "verdict.household";

    private long happenedMs;
    private long askedMs = Long.MIN_VALUE;
    /** When the runtime before had asked last: what follows from that is of that time, whoever writes it. */
    private long inheritedMs = Long.MIN_VALUE;

    /** How far the clock of decisions is ahead of the time of runes, at least and at most. */
    private long leastAheadMs = Long.MIN_VALUE;

    private long mostAheadMs = Long.MAX_VALUE;
    private @Nullable ZoneOffset atHome;
    /** When the clocks of the house were last put forward or back. */
    private long putForwardMs = Long.MIN_VALUE;

    @Override
    public @Nullable Fault accept(Moment moment) {
        Verdict<?> verdict = moment.verdict();
        if (verdict != null) {
            return asked(moment, verdict.attestation().at());
        }
        if (AT_ONCE.contains(moment.kind())) {
            happenedMs = moment.nowMs();
        }
        return null;
    }

    private @Nullable Fault asked(Moment moment, OffsetDateTime at) {
        long atMs = at.toInstant().toEpochMilli();
        if (askedMs == Long.MIN_VALUE && atMs == inheritedMs) {
            return null;
        }
        long least = Math.max(leastAheadMs, atMs - moment.nowMs());
        long most = Math.min(mostAheadMs, atMs - happenedMs);
        if (least > most || atMs < askedMs) {
            return new Fault("a time at which it can have been asked", "asked at " + at);
        }
        leastAheadMs = least;
        mostAheadMs = most;
        askedMs = atMs;
        return moment.kind().equals(HOUSE) ? zoned(at) : null;
    }

    /** The house stays where it is; summer comes or goes, and not twice in a month. */
    private @Nullable Fault zoned(OffsetDateTime at) {
        ZoneOffset now = at.getOffset();
        ZoneOffset before = atHome;
        if (before == null || before.equals(now)) {
            atHome = now;
            return null;
        }
        long ms = at.toInstant().toEpochMilli();
        boolean isSeason = Math.abs(now.getTotalSeconds() - before.getTotalSeconds()) <= SUMMER_SECONDS
                && (putForwardMs == Long.MIN_VALUE || ms - putForwardMs >= SEASON_MS);
        atHome = now;
        putForwardMs = ms;
        return isSeason ? null : new Fault("a time of the house at " + before, "at " + now);
    }

    /** The next runtime counts from a moment of its own. */
    @Override
    public void takenOver() {
        happenedMs = 0;
        inheritedMs = askedMs == Long.MIN_VALUE ? inheritedMs : askedMs;
        askedMs = Long.MIN_VALUE;
        leastAheadMs = Long.MIN_VALUE;
        mostAheadMs = Long.MAX_VALUE;
        atHome = null;
        putForwardMs = Long.MIN_VALUE;
    }
}
