package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.kernel.json.Json;
import dev.parley.session.Settings;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameCutter;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sound between a conversation and the socket that has asked for it. While none has, words are shown. When the socket closes
 * the conversation waits for another one, and is over after its time of grace.
 */
final class AudioLine implements FarEnd {
    private static final long FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String FLUSH = Json.Obj.EMPTY.with("type", "flush").text();
    private static final String SPOKEN = Json.Obj.EMPTY.with("type", "spoken").text();

    private final String speaker;
    private volatile @Nullable Conversation talk;
    private volatile @Nullable ClientSocket socket;
    private volatile long sentMs;
    private volatile long playedMs = UNKNOWN;
    private volatile long graceMs;
    private FrameCutter cutter = cutter();

    /** @param speaker whose voice it is; empty for somebody nobody knows */
    AudioLine(String speaker) {
        this.speaker = speaker;
    }

    private FrameCutter cutter() {
        return new FrameCutter(Frame.RATE_HZ, 1, this::hear);
    }

    void seated(Conversation opened) {
        talk = opened;
    }

    /** From now on this socket has the sound, in place of any other. */
    synchronized void attach(ClientSocket wanting) {
        ClientSocket before = socket;
        if (before == wanting) {
            return;
        }
        cutter = cutter();
        sentMs = 0;
        playedMs = UNKNOWN;
        socket = wanting;
        if (before != null) {
            before.close(CloseCode.NORMAL, "the sound has gone to another socket");
        }
        tell(new SessionEvent.Reconnected());
    }

    /** The client wants to read from now on. */
    synchronized void release(ClientSocket leaving) {
        if (socket == leaving) {
            flush();
            socket = null;
            playedMs = UNKNOWN;
        }
    }

    /** The socket closed; where it had the sound, nobody is there for now. */
    synchronized void closed(ClientSocket leaving) {
        if (socket == leaving) {
            tell(new SessionEvent.Disconnected());
            Thread.ofVirtual().name("parley-grace").start(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(graceMs));
                Conversation left = talk;
                if (socket == leaving && left != null) {
                    var _ = left.hangUp("disconnected");
                }
            });
        }
    }

    private void tell(SessionEvent event) {
        Conversation under = talk;
        if (under != null) {
            under.tell(event);
        }
    }

    /** Sound from this socket: 16-bit samples at 16 kHz, in pieces of any size. */
    void hear(ClientSocket from, byte[] pcm) {
        attach(from);
        cutter.write(pcm, 0, pcm.length);
    }

    private void hear(byte[] frame) {
        Conversation under = talk;
        while (under != null && !under.hear(frame, 0) && !under.over().isDone()) {
            LockSupport.parkNanos(FULL_NANOS);
        }
    }

    /** The client has played so much of all that it was sent. */
    synchronized void played(ClientSocket by, long ms) {
        if (socket == by && ms >= playedMs && ms <= sentMs) {
            playedMs = ms;
        }
    }

    @Override
    public Settings settings(Settings usual) {
        graceMs = usual.bounds().reconnectGraceMs();
        return usual;
    }

    @Override
    public String speaker() {
        return speaker;
    }

    @Override
    public boolean showsWords() {
        return socket == null;
    }

    @Override
    public synchronized boolean play(byte[] pcm, long mediaMicros) {
        ClientSocket present = socket;
        if (present != null) {
            sentMs += Frame.MS;
            present.send(pcm.clone());
        }
        return true;
    }

    @Override
    public void flush() {
        send(FLUSH);
    }

    @Override
    public void handedOut() {
        send(SPOKEN);
    }

    private void send(String message) {
        ClientSocket present = socket;
        if (present != null) {
            present.send(message);
        }
    }

    @Override
    public long playedMs() {
        return playedMs;
    }
}
