package dev.parley.session.speak;

import dev.parley.kernel.json.Json;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;

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

    private static Json.Obj described(Line line) {
        return Json.Obj.EMPTY.with("reply", line.number);
    }

    void started(Line line, Playback playback, boolean again) {
        Json.Obj what = described(line);
        recorder.data(
                again ? "playback.resumed" : "playback.started",
                turn,
                playback.audioMs() == Playback.OPEN ? what : what.with("audio_ms", playback.audioMs()));
        if (!again && line.manner.captions()) {
            recorder.data("caption", turn, what.with("pii_text", line.reply.says()));
        }
    }

    /** A long reply shows that it goes on, so that the watch for stuck turns sees it. */
    void followed(Line line, Output output) {
        line.progress = clock.after(everyMs, Rank.TIMER, () -> {
            Playback playback = line.playback;
            if (playback != null) {
                long played = Math.min(playback.playedMs(clock.nowMs()), output.playedMs());
                recorder.telemetry("playback.progress", turn, described(line).with("played_ms", played));
                followed(line, output);
            }
        });
    }

    void stopped(Line line, String kind, Playback playback) {
        recorder.data(kind, turn, described(line).with("played_ms", playback.playedMs()));
    }

    /** @param counts whether the voice can say how many words were heard */
    void ended(Line line, Playback ended, boolean counts) {
        Json.Obj what = described(line)
                .with("from_ms", ended.fromMs())
                .with("to_ms", ended.stoppedMs())
                .with("played_ms", ended.playedMs())
                .with("audio_ms", ended.audioMs() == Playback.OPEN ? line.voice.lengthMs() : ended.audioMs())
                .with("interrupted", !ended.isWhole());
        long words = counts && !ended.isWhole() ? line.voice.wordsHeard(ended.playedMs()) : Line.UNKNOWN;
        recorder.data("playback.ended", turn, words == Line.UNKNOWN ? what : what.with("words", words));
    }
}
