package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.settings.Settings;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.SoundMeter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A telephone call as the far end of a conversation. It outlives its socket for the time of grace: a stream of the same call
 * that comes within it goes on where the other one broke off.
 */
final class TwilioCall implements FarEnd {
    private static final long LOOK_EVERY_MS = 250;

    private final TwilioEar ear = new TwilioEar(this::hear);
    private volatile @Nullable Conversation talk;
    private volatile @Nullable Line line;
    private volatile long graceMs;

    /**
     * The call's present stream.
     *
     * @param playedBeforeMs how much was played over the streams before it
     * @param sentBeforeMs how much was sent over them
     */
    private record Line(ClientSocket socket, TwilioSpeech speech, long playedBeforeMs, long sentBeforeMs) {
        /** By the marks; while none came back by what was written, whose end is never taken for played. */
        long playedMs() {
            return playedBeforeMs + (speech.isMarked() ? speech.playedMs() : Math.max(0, socket.soundMs() - Frame.MS));
        }
    }

    private static long sentMs(@Nullable Line by) {
        return by == null ? 0 : by.sentBeforeMs + by.socket.soundMs();
    }

    /** The conversation that the call is the far end of. */
    void connected(Conversation opened) {
        talk = opened;
        Thread.ofVirtual().name("parley-call-" + opened.id()).start(() -> watch(opened));
        var _ = opened.overAndKept().thenAccept(ending -> {
            Line present = line;
            if (present != null) {
                present.socket.close(CloseCode.NORMAL, ending.reason());
            }
        });
    }

    /** From now on this is the line, in place of one that broke. */
    void attach(ClientSocket socket, String stream) {
        Line before = line;
        line = new Line(socket, new TwilioSpeech(stream), before == null ? 0 : before.playedMs(), sentMs(before));
        Conversation under = talk;
        if (before != null && under != null) {
            before.socket.close(CloseCode.NORMAL, "the call goes on elsewhere");
            under.tell(new SessionEvent.Reconnected());
        }
    }

    /** This line broke. If it was the call's and no other comes in time, the conversation is over. */
    void detach(ClientSocket socket) {
        Conversation under = talk;
        if (isOn(socket) && under != null) {
            under.tell(new SessionEvent.Disconnected());
            under.hangUpAfter(graceMs, "disconnected", () -> isOn(socket));
        }
    }

    /** Something is noticed of a line; it matters if it is the call's. */
    void noticed(ClientSocket socket, SessionEvent event) {
        Conversation under = talk;
        if (isOn(socket) && under != null) {
            under.tell(event);
        }
    }

    private boolean isOn(ClientSocket socket) {
        Line present = line;
        return present != null && present.socket == socket;
    }

    /** The person has hung up. */
    void hangUp() {
        Conversation under = talk;
        if (under != null) {
            var _ = under.hangUp("disconnected");
        }
    }

    void heard(TwilioMessage.Media media) {
        ear.hear(media.timestampMs(), media.codes(), System.nanoTime());
    }

    void played(ClientSocket socket, TwilioMessage.Mark mark) {
        Line present = line;
        if (present != null && present.socket == socket) {
            present.speech.marked(mark.name());
        }
    }

    /** A conversation that is full holds the socket up; one that is over hears nothing. */
    private void hear(byte[] frame) {
        Conversation under = talk;
        if (under != null) {
            boolean _ = under.hear(frame, 0, Frame.Voiced.DETECTED, () -> true);
        }
    }

    private void watch(Conversation under) {
        try {
            while (!under.isOver()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
                ear.look(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Settings settings(Settings usual) {
        graceMs = usual.bounds().reconnectGraceMs();
        return usual;
    }

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        Line present = line;
        SoundMeter.Room room = present == null ? null : present.socket.room();
        if (present == null || room == null) {
            return false;
        }
        byte[] own = pcm.clone();
        present.socket.sound(room, () -> present.speech.spoken(own));
        return true;
    }

    @Override
    public long aheadMs() {
        return SoundMeter.AHEAD_MS;
    }

    @Override
    public void flush() {
        Line present = line;
        if (present != null) {
            present.speech.cut();
            present.socket.flush(present.speech::cleared);
        }
    }

    @Override
    public void handedOut() {
        Line present = line;
        if (present != null) {
            present.socket.afterSound(present.speech::ended);
        }
    }

    @Override
    public long playedMs() {
        Line present = line;
        return present == null ? 0 : present.playedMs();
    }

    @Override
    public long sentMs() {
        return sentMs(line);
    }

    @Override
    public void recorded(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case VoiceSegmentStarted _ -> ear.voiced(true);
            case VoiceSegmentEnded _ -> ear.voiced(false);
            default -> {}
        }
    }
}
