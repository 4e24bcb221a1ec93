package dev.parley.session.speak;

import dev.parley.kernel.event.PlaybackEvents.PlaybackPaused;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStalled;
import dev.parley.kernel.event.PlaybackEvents.PlaybackSuspended;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Segment;
import dev.parley.session.listen.Voices;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.Collection;
import java.util.function.Function;

/**
 * Speaks the replies of one turn, one after the other. A reply that may be interrupted does not begin, and does not go
 * on, while anyone is voiced; a protected one takes no notice (ruling A14). Only audio that was played counts.
 */
public final class Speech {
    /** What is heard, and what is made ready meanwhile. */
    private static final int LINES_AHEAD = 2;

    private static final String HALTED = "halted";

    private final long turn;
    private final Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Output output;
    private final SpeechStreams streams;
    private final Voices voices;
    private final Progress progress;
    private final PlaybackScribe scribe;
    private final Recital recital;
    private final Lines lines;
    private boolean suspended;
    /** Since when nothing of this turn is heard, or {@link Playback#NEVER}. */
    private long hushedAtMs = Playback.NEVER;

    public Speech(
            long turn,
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            Output output,
            SpeechStreams streams,
            Voices voices,
            boolean suspended,
            Recital recital,
            Progress progress) {
        this.turn = turn;
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.output = output;
        this.streams = streams;
        this.voices = voices;
        this.suspended = suspended;
        this.recital = recital;
        this.lines = new Lines(recital, output);
        this.progress = progress;
        this.scribe =
                new PlaybackScribe(turn, recorder, clock, settings.bounds().stuckTurnMs());
    }

    public void say(long number, Reply reply, Voice voice) {
        Utterance whole = new Utterance(number, reply, voice, null, Say.SAY);
        if (recital.isOver()) {
            begin(whole, false);
        } else {
            recital.add(whole);
            advance();
        }
    }

    /** Whether this reply must be said piece by piece, by {@link #recite}. */
    public boolean isDelicate(Reply reply) {
        return recital.concerns(reply.says());
    }

    /** Says a reply piece by piece: what carries a fact is judged when its time has come. */
    public void recite(long number, Reply reply, Function<Reply, Voice> voices) {
        recital.add(number, reply, voices);
        advance();
    }

    /** Says the next sentence of a reply that is still being written, after all that waits to be said. */
    public void recite(long number, Sentence sentence, Function<Reply, Voice> voices) {
        recital.add(number, sentence, voices);
        advance();
    }

    /** The reply is written to its end, and no more sentences of it come. */
    public void written(long number) {
        recital.written(number);
    }

    private void advance() {
        while (lines.isEmpty() || (lines.size() < LINES_AHEAD && recital.mayPrepare())) {
            Utterance next = recital.take();
            recital.takeAltered().forEach(progress::withheld);
            if (next == null) {
                return;
            }
            begin(next, false);
        }
    }

    /**
     * This reply is said whole or not at all: half a question is none.
     *
     * @param instead what is said in its place, empty for nothing
     */
    public void undivided(long number, String instead) {
        recital.undivided(number, instead);
    }

    /**
     * Nothing of it is made before its stream may begin.
     *
     * @param first whether it is said before what is made ready already
     */
    private void begin(Utterance utterance, boolean first) {
        boolean later = lines.continues(utterance);
        Line line = lines.begin(utterance, streams, first);
        if (!streams.mayBegin(turn, line.number, line.reply.interruptible(), later)) {
            line.refuse();
            clock.after(0, Rank.PROVIDER, this::attempt);
            return;
        }
        make(line);
    }

    private void make(Line line) {
        line.voice.speakFor(turn, line.manner, new LineVoice(this, line, output.streams(), progress));
    }

    /** What was made and not heard is gone, and another provider makes it again. */
    void lost(Line line) {
        line.ready = false;
        stop(line, PlaybackStalled::new);
        if (line == lines.peek()) {
            output.lost();
        }
    }

    void ready(Line line, long audioMs) {
        if (audioMs != Playback.OPEN) {
            line.audioMs = audioMs;
        }
        line.ready = true;
        if (line == lines.peek()) {
            attempt();
        }
        progress.moved();
    }

    void made(Line line, long audioMs) {
        line.audioMs = audioMs;
        if (line.playback != null) {
            line.playback = line.playback.made(audioMs);
        }
        progress.moved();
    }

    /** Begins or goes on with the present reply, if nothing stands in the way. */
    private void attempt() {
        Line line = lines.peek();
        if (line != null && line.isRefused()) {
            progress.failed(HALTED);
            return;
        }
        if (line != null && lines.retunes(line, streams)) {
            make(line);
            return;
        }
        if (line == null || !line.ready || suspended || line.isPlaying()) {
            return;
        }
        Playback playback = admitted(line);
        if (playback.playableMs() == 0) {
            finish(line);
        } else if (line.isClear(voices, output.streams(), clock, this::attempt)) {
            if (recital.isOutdated(line.utterance, playback.hasBegun())) {
                withdraw(line);
            } else if (line.covered) {
                play(line, playback);
            } else {
                cover(line);
            }
        }
    }

    /** Asks whether the reply may be heard, and waits, once, until the disk knows the answer (ruling X9). */
    private void cover(Line line) {
        if (line.asked) {
            return;
        }
        line.asked = true;
        if (!streams.mayPlay(turn, line.number)) {
            progress.failed(HALTED);
            return;
        }
        line.verdict = recorder.cause();
        recorder.release(() -> {
            line.covered = true;
            attempt();
        });
    }

    /** Somebody may have come who may not hear what is being said: it is taken back in the middle of a word. */
    public void reconsider() {
        Line line = lines.peek();
        if (line != null && line.isPlaying() && recital.isOutdated(line.utterance, true)) {
            hush();
            withdraw(line);
        }
    }

    /** What was decided about it no longer holds: it is judged again, in its place, and not heard as it is. */
    private void withdraw(Line line) {
        lines.remove(line);
        line.drop();
        streams.cut(turn, line.number, line.hasBegun(), new Cut.BySystem());
        end(line);
        output.flush(turn);
        Utterance again = recital.again(line.utterance);
        recital.takeAltered().forEach(progress::withheld);
        if (again != null) {
            begin(again, true);
        } else {
            advance();
            attempt();
        }
        progress.moved();
    }

    /** A reply's audio is offered to the output when its turn has come. */
    private Playback admitted(Line line) {
        Playback playback = line.playback;
        if (playback == null) {
            long audioMs = line.audioMs == Line.UNKNOWN ? Playback.OPEN : line.audioMs;
            long playable = audioMs == 0 ? 0 : output.admit(turn, audioMs, line.reply.says());
            if (audioMs > 0) {
                output.take(line.number, line.voice, () -> finish(line));
            }
            playback = Playback.of(audioMs, playable);
            line.playback = playback;
        }
        return playback;
    }

    private void play(Line line, Playback playback) {
        boolean again = playback.hasBegun();
        recorder.because(again ? 0 : line.verdict);
        hushedAtMs = Playback.NEVER;
        line.paused = false;
        line.held = false;
        line.playback = playback.started(clock.nowMs());
        scribe.heard(line, playback);
        output.started(turn);
        if (!output.streams()) {
            line.end = clock.after(playback.remainingMs(), Rank.COMMIT, () -> finish(line));
        }
        scribe.followed(line, output);
    }

    private void stop(Line line, PlaybackScribe.Stop stop) {
        Playback playback = line.playback;
        line.cancelTimers();
        if (playback != null && playback.isPlaying()) {
            line.playback = stopped(playback);
            output.stopped(turn, line.playback.playedMs());
            scribe.stopped(line, stop, line.playback);
        }
    }

    /** How much was played is known by an output that plays frames; else it is the pace. */
    private Playback stopped(Playback playback) {
        long knownMs = output.hush();
        Playback stopped = playback.stopped(hushedAtMs == Playback.NEVER ? clock.nowMs() : hushedAtMs);
        return output.streams() ? stopped.heard(knownMs) : stopped;
    }

    private void finish(Line line) {
        lines.remove(line);
        line.voice.release();
        if (line.hasBegun()) {
            streams.ended(turn, line.number);
        } else {
            streams.cut(turn, line.number, false, new Cut.BySystem());
        }
        end(line);
        tellHeard(line);
        lines.goOnAfter(line);
        advance();
        lines.fellSilent();
        attempt();
        progress.moved();
    }

    /** A reply in pieces was heard when its last piece was, unless something of it was left out. */
    private void tellHeard(Line line) {
        Utterance.Piece piece = line.utterance.piece();
        boolean whole = line.playback != null && line.hasBegun() && line.playback.isWhole();
        long reply = piece == null ? line.number : piece.of();
        if (whole && (piece == null || recital.isSaid(reply))) {
            progress.heard(reply, line.reply.says());
        }
    }

    private void end(Line line) {
        line.cancelTimers();
        Playback playback = line.playback;
        if (playback == null || !playback.hasBegun()) {
            return;
        }
        Playback ended = playback.isPlaying() ? stopped(playback) : playback;
        line.playback = ended;
        output.stopped(turn, ended.playedMs());
        scribe.ended(line, ended, output.streams());
    }

    /** Ends everything at once: what plays falls silent, what waits never plays. */
    public void cut(Cut cut) {
        output.hush();
        Collection<Long> unsaid = lines.unsaid();
        for (Line line : lines) {
            line.drop();
            streams.cut(turn, line.number, line.hasBegun(), cut);
            end(line);
        }
        if (!lines.isEmpty()) {
            output.flush(turn);
        }
        lines.clear();
        recital.cancel();
        unsaid.forEach(reply -> recorder.write(new SpeechCutOff(reply), turn));
    }

    /** Falls silent, before anything else happens; the caller ends or pauses what played, and no more counts as played. */
    public void hush() {
        output.hush();
        hushedAtMs = hushedAtMs == Playback.NEVER ? clock.nowMs() : hushedAtMs;
    }

    /** Stops what plays, with all audio that was handed over, before the calls that make more of it are closed. */
    public void fallSilent() {
        output.silence();
        lines.forEach(Line::cancelTimers);
        lines.forEach(Line::drop);
        lines.clear();
        recital.cancel();
    }

    /** Pauses what plays because of this voice, or prolongs the pause. Nothing is left to pause at the end of the audio. */
    public void pause(Segment segment) {
        Line line = lines.peek();
        if (line != null && line.hasBegun() && !line.isPlayedOut(clock.nowMs())) {
            segment.markPausing();
            line.paused = true;
            stop(line, PlaybackPaused::new);
        }
    }

    /** After a voice that stopped at this moment, a reply that it paused or held back waits for the silence to last. */
    public void voiceStopped(Segment segment, long atMs) {
        Line line = lines.peek();
        if (line == null || !(line.paused || line.held)) {
            return;
        }
        boolean pausedIt = line.paused && segment.isPausing();
        long silenceMs = settings.hearing().vadSilenceMs()
                + (pausedIt ? settings.hearing().falseInterruptionMs() : 0);
        line.clearAtMs = Math.max(line.clearAtMs, atMs + silenceMs);
        line.retryWhenClear(clock, this::attempt);
    }

    /** Nothing plays until {@link #resume}. */
    public void suspend() {
        suspended = true;
        Line line = lines.peek();
        if (line != null) {
            stop(line, PlaybackSuspended::new);
        }
    }

    public void resume() {
        suspended = false;
        attempt();
    }

    /** Words that were waited for have come and do not end the turn. */
    public void goOn() {
        attempt();
    }

    /** Whoever this was only listened: a pause because of them is over at once. */
    public void goOnAfter(Segment segment) {
        Line line = lines.peek();
        if (line != null && segment.isPausing()) {
            line.clearAtMs = clock.nowMs();
        }
        attempt();
    }

    /** What is being said and made ready. */
    public Lines lines() {
        return lines;
    }
}
