package dev.parley.session.listen;

import dev.parley.kernel.event.TurnEvents.EndOfTurnScored;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks, where there is somebody to ask, whether the person has finished or only pauses: once per silence, soon after it began. Whoever
 * has finished is answered then, whoever has not is given more time, but not for ever, and less after a sentence that is whole for
 * certain. Where nobody can be asked, or no answer comes, silence alone decides.
 */
final class EndOfTurn implements ProviderDesk.Answer {
    static final String LANGUAGE = "en";
    static final int SAMPLE_RATE_HZ = 16_000;
    private static final long HEARD_MS_MAX = 8_000;

    private final ProviderDesk desk;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Runnable judged;
    private final Deque<AudioFrame> heard = new ArrayDeque<>();
    private long heardMs;
    private Verdict verdict = Verdict.UNASKED;
    private boolean whole;
    private ProviderDesk.@Nullable Ticket asked;
    private @Nullable Timer patience;

    /** What is known of the present silence. */
    private enum Verdict {
        UNASKED,
        ASKED,
        GOES_ON,
        FINISHED,
        /** No answer came, or somebody who seemed to go on has not. */
        SILENCE_DECIDES
    }

    /** @param judged is run when more is known */
    EndOfTurn(ProviderDesk desk, LoopClock clock, Recorder recorder, Runnable judged) {
        this.desk = desk;
        this.clock = clock;
        this.recorder = recorder;
        this.judged = judged;
    }

    /** Keeps the last sound for whoever judges by it. */
    void heard(AudioFrame frame) {
        if (!desk.has(Modality.END_OF_TURN)) {
            return;
        }
        heard.add(frame.copy());
        heardMs += frame.durationMs();
        while (heardMs > HEARD_MS_MAX) {
            heardMs -= heard.remove().durationMs();
        }
    }

    /** Whether all that was said is a whole sentence for certain: then less time is left for more. */
    void saidWholly(boolean saidWholly) {
        whole = saidWholly;
    }

    /** Nobody was heard for a moment, after these words as far as they are known. */
    void paused(String said) {
        if (verdict == Verdict.UNASKED && desk.has(Modality.END_OF_TURN)) {
            ask(said);
        }
    }

    /** Whether these words, after which silence has lasted, are complete as far as is known. */
    boolean agrees(String said) {
        if (!desk.has(Modality.END_OF_TURN)) {
            return true;
        }
        paused(said);
        boolean waits = verdict == Verdict.ASKED || verdict == Verdict.GOES_ON;
        if (waits && patience == null) {
            long patienceMs = whole ? Settings.Hearing.WHOLE_PATIENCE_MS : Settings.Hearing.PATIENCE_MS;
            patience = clock.after(patienceMs, Rank.TIMER, this::leaveToSilence);
        }
        return !waits;
    }

    /** Whether the person has finished for certain, however short the silence is. */
    boolean isCertain() {
        return verdict == Verdict.FINISHED;
    }

    private void ask(String said) {
        verdict = Verdict.ASKED;
        ProviderDesk.Ticket ticket =
                desk.ask(new ProviderRequest.JudgeEnd(List.of(), said, LANGUAGE, SAMPLE_RATE_HZ), 0, 0, this);
        asked = ticket;
        heard.forEach(ticket::feed);
        ticket.finishInput();
    }

    /** Somebody goes on speaking, or the words are in a turn: what was judged no longer counts. */
    void forget() {
        know(Verdict.UNASKED);
    }

    private void know(Verdict known) {
        verdict = known;
        if (asked != null) {
            asked.cancel();
            asked = null;
        }
        if (patience != null) {
            patience.cancel();
            patience = null;
        }
    }

    @Override
    public void reported(ProviderEvent event) {
        if (event instanceof ProviderEvent.EndScored scored) {
            recorder.write(new EndOfTurnScored(scored.method(), scored.scorePermille(), scored.complete()), 0);
            verdict = scored.complete() ? Verdict.FINISHED : Verdict.GOES_ON;
            if (scored.complete()) {
                heard.clear();
                heardMs = 0;
            }
            judged.run();
        }
    }

    private void leaveToSilence() {
        know(Verdict.SILENCE_DECIDES);
        judged.run();
    }

    @Override
    public void startedOver() {}

    @Override
    public void completed() {
        if (verdict == Verdict.ASKED) {
            leaveToSilence();
        }
    }

    @Override
    public void exhausted(String reason) {
        leaveToSilence();
    }
}
