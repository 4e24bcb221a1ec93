package dev.parley.session.media;

import dev.parley.kernel.event.PipelineEvents.VadUnavailable;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.listen.VoiceSource;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Finds utterances in the frames. A voice detector says where somebody is voiced; pauses within an utterance are bridged. The
 * last frames before a voice are kept and come first, because a detector is sure only after the first sound. All times are
 * places on the media line, so that it does not matter when a frame arrived.
 */
final class VoiceGate implements ProviderDesk.Answer, VoiceSource {
    /** The detector's own patience: long enough for the gap between two sounds, too short for one between two words. */
    private static final int GAP_MS = 60;

    private static final int PRE_ROLL_FRAMES = 15;

    /** Frames may come in a burst, and as many as one run takes before the detector's answer to the first of them. */
    private static final int KEPT_FRAMES = PRE_ROLL_FRAMES + FrameDoor.SLOTS;

    private static final long MICROS_PER_MS = 1_000;
    private static final long FRAME_MICROS = Frame.MS * MICROS_PER_MS;

    /** After a detector failed for good another call is made, but not for every frame. */
    private static final long DEAF_MICROS = 1_000_000;

    private final ProviderDesk desk;
    private final Recorder recorder;
    private final FramePool pool;
    private long silenceMicros;
    private final Utterances utterances;
    private final @Nullable Frame[] before = new @Nullable Frame[KEPT_FRAMES];
    private ProviderDesk.@Nullable Ticket detector;
    private int first;
    private int held;
    private boolean open;
    private boolean released;
    private boolean voiced;
    private boolean pauseTold;
    private long heardMicros;
    private long preRollMicros;
    private long silentSinceMicros;
    private long deafUntilMicros;

    /** Who hears of utterances. On the loop, in order. */
    interface Utterances {
        /** Runs this on the loop after whatever it does now. */
        void execute(Runnable action);

        void began(long fromMicros, long agoMs);

        void heard(AudioFrame frame);

        /** Nobody is heard for a moment; the voice may go on. */
        void paused();

        /** The voice goes on after a pause. */
        void wentOn();

        void ended(long toMicros, long agoMs);
    }

    VoiceGate(ProviderDesk desk, Recorder recorder, FramePool pool, long silenceMs, Utterances utterances) {
        this.desk = desk;
        this.recorder = recorder;
        this.pool = pool;
        this.silenceMicros = silenceMs * MICROS_PER_MS;
        this.utterances = utterances;
    }

    @Override
    public void waitFor(long silenceMs) {
        silenceMicros = silenceMs * MICROS_PER_MS;
    }

    /** Lets the detector hear a frame, which stays the caller's. */
    void detect(Frame frame) {
        if (frame.voiced != Frame.Voiced.DETECTED) {
            return;
        }
        if (detector == null && frame.mediaMicros >= deafUntilMicros && desk.has(Modality.VAD)) {
            deafUntilMicros = Long.MAX_VALUE;
            utterances.execute(
                    () -> detector = desk.ask(new ProviderRequest.DetectVoice(Frame.RATE_HZ, GAP_MS), 0, 0, this));
        }
        ProviderDesk.Ticket ticket = detector;
        if (ticket != null) {
            ticket.feed(frame.lent);
        }
    }

    /** Takes a frame over: to the recogniser while somebody speaks, else to those that are kept. */
    void take(Frame frame) {
        heardMicros = frame.mediaMicros + FRAME_MICROS;
        Frame.Voiced given = frame.voiced;
        if (given != Frame.Voiced.DETECTED && !open) {
            forget();
            began(frame.mediaMicros);
        }
        pass(frame);
        if (given == Frame.Voiced.LAST) {
            stopped(heardMicros);
            open = false;
            utterances.ended(heardMicros, 0);
        }
    }

    private void pass(Frame frame) {
        if (open && released) {
            utterances.heard(frame.lent);
            pool.give(frame);
        } else {
            keep(frame);
        }
    }

    /** Ends an utterance after which the silence has lasted, and tells of a pause that may become one. */
    void settle() {
        if (!open || voiced) {
            return;
        }
        long silentMicros = heardMicros - silentSinceMicros;
        if (silentMicros >= silenceMicros) {
            endVoice();
        } else if (!pauseTold && silentMicros >= Settings.Hearing.JUDGED_AFTER_MS * MICROS_PER_MS) {
            pauseTold = true;
            if (desk.has(Modality.END_OF_TURN)) {
                utterances.paused();
            }
        }
    }

    @Override
    public void endVoice() {
        if (open && !voiced) {
            open = false;
            utterances.ended(silentSinceMicros, agoMs(silentSinceMicros));
        }
    }

    /** What the far end calls a voice has no other beginning. */
    private void forget() {
        while (held > 0) {
            held--;
            Frame frame = before[(first + held) % KEPT_FRAMES];
            if (frame != null) {
                pool.give(frame);
            }
        }
    }

    private void keep(Frame frame) {
        if (held == KEPT_FRAMES) {
            Frame oldest = before[first];
            first = (first + 1) % KEPT_FRAMES;
            held--;
            if (oldest != null) {
                pool.give(oldest);
            }
        }
        before[(first + held) % KEPT_FRAMES] = frame;
        held++;
    }

    @Override
    public boolean isVoiced() {
        return voiced;
    }

    /** Forgets what it heard; a voice that goes on begins anew. */
    void close() {
        if (detector != null) {
            detector.cancel();
            detector = null;
        }
        deafUntilMicros = Long.MAX_VALUE;
    }

    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.VoiceStarted(ProviderInvocation _, long mediaMs) -> began(mediaMs * MICROS_PER_MS);
            case ProviderEvent.VoiceStopped(ProviderInvocation _, long mediaMs) -> stopped(mediaMs * MICROS_PER_MS);
            default -> {}
        }
    }

    private void began(long fromMicros) {
        voiced = true;
        pauseTold = false;
        if (open) {
            utterances.wentOn();
            return;
        }
        open = true;
        released = false;
        preRollMicros = fromMicros - (PRE_ROLL_FRAMES - 1) * FRAME_MICROS;
        utterances.began(fromMicros, agoMs(fromMicros));
        utterances.execute(this::release);
    }

    /** The utterance is known now, and gets what was kept for it. */
    private void release() {
        released = true;
        while (held > 0) {
            Frame frame = before[first];
            before[first] = null;
            first = (first + 1) % KEPT_FRAMES;
            held--;
            if (frame != null && frame.mediaMicros >= preRollMicros) {
                utterances.heard(frame.lent);
            }
            if (frame != null) {
                pool.give(frame);
            }
        }
    }

    private void stopped(long atMicros) {
        voiced = false;
        silentSinceMicros = atMicros;
        settle();
    }

    private long agoMs(long micros) {
        return Math.max(0, heardMicros - micros) / MICROS_PER_MS;
    }

    /** Another detector takes over and knows nothing of the voice. */
    @Override
    public void startedOver() {
        if (voiced) {
            stopped(heardMicros);
        }
    }

    @Override
    public void completed() {
        lostDetector("completed");
    }

    @Override
    public void exhausted(String reason) {
        lostDetector(reason);
    }

    private void lostDetector(String reason) {
        startedOver();
        detector = null;
        deafUntilMicros = heardMicros + DEAF_MICROS;
        recorder.offer(new VadUnavailable(reason), 0);
    }
}
