package dev.parley.session.speak;

import dev.parley.kernel.event.PlaybackEvents;
import dev.parley.kernel.event.PlaybackEvents.CaptionShown;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackProgressed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/** Writes down what was played of the replies of one turn. */
final class PlaybackScribe {
    private static final long PROGRESS_MS = 1000;

    private final long turn;
    private final Recorder recorder;
    private final LoopClock clock;
    private final long everyMs;

    /** @param stuckTurnMs after which a turn that records nothing counts as stuck */
    PlaybackScribe(long turn, Recorder recorder, LoopClock clock, long stuckTurnMs) {
        this.turn = turn;
        this.recorder = recorder;
        this.clock = clock;
        this.everyMs = Math.max(1, Math.min(PROGRESS_MS, stuckTurnMs / 2));
    }

    /** Makes the event that says why playback stopped. */
    interface Stop {
        PlaybackEvents of(long reply, long playedMs);
    }

    /** The reply begins, or goes on. */
    void heard(Line line, Playback playback) {
        if (playback.hasBegun()) {
            resumed(line, playback);
        } else {
            started(line, playback);
        }
    }

    private void started(Line line, Playback playback) {
        recorder.write(new PlaybackStarted(line.number, lengthMs(playback)), turn);
        if (line.manner.captions()) {
            recorder.write(new CaptionShown(line.number, line.reply.says()), turn);
        }
    }

    /** It goes on by the verdict that let it be heard, after the stop that it names. */
    private void resumed(Line line, Playback playback) {
        recorder.write(new PlaybackResumed(line.number, line.verdict, line.stoppedBy, lengthMs(playback)), turn);
        line.stoppedBy = 0;
    }

    /** Null while its audio is still being synthesised. */
    private static @Nullable Long lengthMs(Playback playback) {
        return playback.audioMs() == Playback.OPEN ? null : playback.audioMs();
    }

    /** A long reply shows that it goes on, so that the watch for stuck turns sees it. One that nobody takes does not. */
    void followed(Line line, Output output) {
        followed(line, output, 0);
    }

    private void followed(Line line, Output output, long shownMs) {
        line.progress = clock.after(everyMs, Rank.TIMER, () -> {
            Playback playback = line.playback;
            if (playback != null) {
                long played = Math.min(playback.playedMs(clock.nowMs()), output.playedMs());
                if (played > shownMs) {
                    recorder.offer(new PlaybackProgressed(line.number, played), turn);
                }
                followed(line, output, Math.max(shownMs, played));
            }
        });
    }

    void stopped(Line line, Stop stop, Playback playback) {
        line.stoppedBy =
                recorder.write(stop.of(line.number, playback.playedMs()), turn).eventId();
    }

    /** @param counts whether the voice can say how many words were heard */
    void ended(Line line, Playback ended, boolean counts) {
        long words = counts && !ended.isWhole() ? line.voice.wordsHeard(ended.playedMs()) : Line.UNKNOWN;
        recorder.write(
                new PlaybackEnded(
                        line.number,
                        ended.fromMs(),
                        ended.stoppedMs(),
                        ended.playedMs(),
                        ended.audioMs() == Playback.OPEN ? line.voice.lengthMs() : ended.audioMs(),
                        !ended.isWhole(),
                        line.stoppedBy == 0 ? null : line.stoppedBy,
                        words == Line.UNKNOWN ? null : words,
                        null),
                turn);
    }
}
