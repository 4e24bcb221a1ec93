package dev.parley.session.speak;

import dev.parley.kernel.json.Json;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;

/** Writes down what was played of the replies of one turn. */
final class PlaybackScribe {
    private static final long PROGRESS_MS = 1000;

    /** The verdict by which it is heard. */
    private static final String PLAY = "play";

    /** The stop after which it goes on, or without having gone on ends. */
    private static final String AFTER = "after";

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

    private static Json.Obj described(Line line) {
        return Json.Obj.EMPTY.with("reply", line.number);
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
        Json.Obj what = described(line);
        recorder.data("playback.started", turn, withLength(what, playback));
        if (line.manner.captions()) {
            recorder.data("caption", turn, what.with("pii_text", line.reply.says()));
        }
    }

    /** It goes on by the verdict that let it be heard, after the stop that it names. */
    private void resumed(Line line, Playback playback) {
        Json.Obj what = described(line).with(PLAY, line.verdict).with(AFTER, line.stoppedBy);
        recorder.data("playback.resumed", turn, withLength(what, playback));
        line.stoppedBy = 0;
    }

    private static Json.Obj withLength(Json.Obj what, Playback playback) {
        return playback.audioMs() == Playback.OPEN ? what : what.with("audio_ms", playback.audioMs());
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
                    recorder.telemetry(
                            "playback.progress", turn, described(line).with("played_ms", played));
                }
                followed(line, output, Math.max(shownMs, played));
            }
        });
    }

    void stopped(Line line, String kind, Playback playback) {
        line.stoppedBy = recorder.data(kind, turn, described(line).with("played_ms", playback.playedMs()))
                .eventId();
    }

    /** @param counts whether the voice can say how many words were heard */
    void ended(Line line, Playback ended, boolean counts) {
        Json.Obj what = described(line)
                .with("from_ms", ended.fromMs())
                .with("to_ms", ended.stoppedMs())
                .with("played_ms", ended.playedMs())
                .with("audio_ms", ended.audioMs() == Playback.OPEN ? line.voice.lengthMs() : ended.audioMs())
                .with("interrupted", !ended.isWhole());
        what = line.stoppedBy == 0 ? what : what.with(AFTER, line.stoppedBy);
        long words = counts && !ended.isWhole() ? line.voice.wordsHeard(ended.playedMs()) : Line.UNKNOWN;
        recorder.data("playback.ended", turn, words == Line.UNKNOWN ? what : what.with("words", words));
    }
}
