package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.Settings;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A telephone call as the far end of a conversation. It outlives its socket for the time of grace: a stream of the same call
 * that comes within it goes on where the other one broke off.
 */
final class TwilioCall implements FarEnd {
    private static final long LOOK_EVERY_MS = 250;
    private static final long FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TwilioSpeech speech = new TwilioSpeech(this::send);
    private final TwilioEar ear = new TwilioEar(this::hear);
    private volatile @Nullable Conversation talk;
    private volatile @Nullable Line line;
    private volatile long graceMs;

    /** The socket of the call's present stream. */
    record Line(ClientSocket socket, String stream) {}

    /** The conversation that the call is the far end of. */
    void connected(Conversation opened) {
        talk = opened;
        Thread.ofVirtual().name("parley-call-" + opened.id()).start(() -> watch(opened));
        var _ = opened.over().thenAccept(ending -> {
            Line present = line;
            if (present != null) {
                present.socket.close(CloseCode.NORMAL, ending.reason());
            }
        });
    }

    /** From now on this is the line, in place of one that broke. */
    void attach(Line newLine) {
        Line before = line;
        line = newLine;
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
            Thread.ofVirtual().name("parley-grace-" + under.id()).start(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(graceMs));
                if (isOn(socket)) {
                    hangUp();
                }
            });
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

    void played(TwilioMessage.Mark mark) {
        speech.marked(mark.name());
    }

    /** A conversation that is full holds the socket up; one that is over hears nothing. */
    private void hear(byte[] frame) {
        Conversation under = talk;
        while (under != null && !under.hear(frame, 0) && !under.over().isDone()) {
            LockSupport.parkNanos(FULL_NANOS);
        }
    }

    private void watch(Conversation under) {
        try {
            while (!under.over().isDone()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
                ear.look(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Json.Obj message) {
        Line present = line;
        if (present != null) {
            present.socket.send(message.with("streamSid", present.stream).text());
        }
    }

    @Override
    public Settings settings(Settings usual) {
        graceMs = usual.bounds().reconnectGraceMs();
        return usual;
    }

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        speech.play(pcm);
        return true;
    }

    @Override
    public void flush() {
        speech.clear();
    }

    @Override
    public void handedOut() {
        speech.end();
    }

    @Override
    public long playedMs() {
        return speech.playedMs();
    }

    @Override
    public void recorded(Rune rune) {
        switch (rune.kind()) {
            case "voice.began" -> ear.voiced(true);
            case "voice.ended" -> ear.voiced(false);
            default -> {}
        }
    }
}
