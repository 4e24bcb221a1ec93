package dev.parley.session.listen;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks, where there is somebody to ask, whether the person has finished or only pauses. Somebody who has not is given more
 * time, but not for ever; where nobody can be asked, or no answer comes, silence alone decides.
 */
final class EndOfTurn implements ProviderDesk.Answer {
    private static final String LANGUAGE = "en";
    private static final int SAMPLE_RATE_HZ = 16_000;
    private static final long HEARD_MS_MAX = 8_000;

    /** How much longer somebody is waited for who seems to go on. */
    private static final long PATIENCE_MS = 1_500;

    private final ProviderDesk desk;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Runnable finished;
    private final Deque<AudioFrame> heard = new ArrayDeque<>();
    private long heardMs;
    private String words = "";
    private boolean agreed;
    private ProviderDesk.@Nullable Ticket asked;
    private @Nullable Timer patience;

    /** @param finished is run when the person has finished after all */
    EndOfTurn(ProviderDesk desk, LoopClock clock, Recorder recorder, Runnable finished) {
        this.desk = desk;
        this.clock = clock;
        this.recorder = recorder;
        this.finished = finished;
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

    /** Whether these words are complete as far as is known; the first time it is asked. */
    boolean agrees(String said) {
        if (!desk.has(Modality.END_OF_TURN) || (agreed && said.equals(words))) {
            return true;
        }
        if (!said.equals(words)) {
            forget();
            words = said;
            ProviderDesk.Ticket ticket =
                    desk.ask(new ProviderRequest.JudgeEnd(List.of(), said, LANGUAGE, SAMPLE_RATE_HZ), 0, 0, this);
            asked = ticket;
            heard.forEach(ticket::feed);
            ticket.finishInput();
        }
        return agreed;
    }

    /** Somebody goes on speaking, or the words are in a turn: what was judged no longer counts. */
    void forget() {
        words = "";
        agreed = false;
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
            recorder.data(
                    "turn.end_scored",
                    0,
                    Json.Obj.EMPTY
                            .with("method", scored.method())
                            .with("score", scored.scorePermille())
                            .with("complete", scored.complete()));
            if (scored.complete()) {
                agree();
            } else {
                patience = clock.after(PATIENCE_MS, Rank.TIMER, this::agree);
            }
        }
    }

    private void agree() {
        agreed = true;
        heard.clear();
        heardMs = 0;
        finished.run();
    }

    @Override
    public void startedOver() {}

    @Override
    public void completed() {
        if (patience == null && !agreed) {
            agree();
        }
    }

    @Override
    public void exhausted(String reason) {
        agree();
    }
}
