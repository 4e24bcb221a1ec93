package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameCutter;
import dev.parley.session.settings.Settings;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.SoundMeter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sound between a conversation and the socket that has asked for it. While none has, words are shown. When the socket closes
 * the conversation waits for another one, and is over after its time of grace. It stays in memory while somebody is awaited for
 * the first time, and while a socket has the sound or had it and is waited for; else it comes and goes like any other.
 *
 * <p>Speech counts as played as far as the client reports it, and never further than it was written to the socket.
 */
final class AudioLine implements FarEnd {
    private static final List<String> FLUSH =
            List.of(Json.Obj.EMPTY.with("type", "flush").text());
    private static final List<String> SPOKEN =
            List.of(Json.Obj.EMPTY.with("type", "spoken").text());

    /** How much silence follows a voice that breaks off, so that its turn ends. */
    private static final int QUIET_MS = 1_000;

    private static final byte[] QUIET = new byte[QUIET_MS / Frame.MS * Frame.BYTES];

    private final String speaker;
    private volatile @Nullable Conversation talk;
    private volatile Leg leg = new Leg(null, 0);
    private final AtomicLong shownMs = new AtomicLong();
    private volatile long graceMs;
    /** Nobody was at this end so far, nor wrote anything. */
    private volatile boolean awaited = true;
    /** Lets the conversation leave memory: what it was held there by while somebody was awaited, and for the sound. */
    private final AtomicReference<Runnable> letAwaited = new AtomicReference<>(() -> {});

    private Runnable letSound = () -> {};
    /** Held by whoever brings sound in: the door for frames has one writer, and two sockets may bring some while it moves. */
    private final ReentrantLock hearing = new ReentrantLock();

    /** The time in which one socket has the sound, or none has; true while it lasts. */
    private final class Leg implements BooleanSupplier {
        private final FrameCutter cutter = new FrameCutter(Frame.RATE_HZ, 1, frame -> hear(this, frame));
        private final @Nullable ClientSocket socket;
        private final long beforeMs;
        private final long writtenBeforeMs;
        private final long begunBeforeMs;
        private volatile long reportedMs = UNKNOWN;
        private volatile boolean hasHeard;

        /** @param beforeMs how much was sent over other sockets */
        Leg(@Nullable ClientSocket socket, long beforeMs) {
            this.socket = socket;
            this.beforeMs = beforeMs;
            this.writtenBeforeMs = socket == null ? 0 : socket.soundMs();
            this.begunBeforeMs = socket == null ? 0 : socket.soundBegunMs();
        }

        @Override
        public boolean getAsBoolean() {
            return leg == this;
        }

        long sentMs() {
            return beforeMs + (socket == null ? 0 : socket.soundMs() - writtenBeforeMs);
        }

        void reported(long ms) {
            if (socket != null && ms >= reportedMs && ms <= socket.soundBegunMs() - begunBeforeMs) {
                reportedMs = ms;
            }
        }
    }

    /** @param speaker whose voice it is; empty for somebody nobody knows */
    AudioLine(String speaker) {
        this.speaker = speaker;
    }

    void seated(Conversation opened) {
        talk = opened;
        letAwaited.set(opened.connect());
        if (!awaited) {
            come();
        }
    }

    private void come() {
        awaited = false;
        letAwaited.getAndSet(() -> {}).run();
    }

    /** From now on this socket has the sound, in place of any other. One that has lost it does not get it back. */
    synchronized void attach(ClientSocket wanting) {
        Leg before = leg;
        if (before.socket == wanting || wanting.isClosed()) {
            return;
        }
        leg = new Leg(wanting, before.sentMs());
        Conversation under = talk;
        if (before.socket == null && under != null) {
            letSound = under.connect();
        }
        come();
        if (before.socket != null) {
            before.socket.close(CloseCode.NORMAL, "the sound has gone to another socket");
        }
        tell(new SessionEvent.Reconnected());
    }

    /** Somebody reads what is said. That is enough where nobody has had the sound; whoever lost it is waited for. */
    synchronized void read() {
        come();
        if (leg.socket == null) {
            tell(new SessionEvent.Reconnected());
        }
    }

    boolean isAwaited() {
        return awaited;
    }

    /** Who writes is there as well. */
    @Override
    public void recorded(Rune rune) {
        if (EventCatalogue.is(rune, UserSpoke.class) || EventCatalogue.is(rune, UserQueued.class)) {
            come();
        }
    }

    /** The client wants to read from now on. What it was being told is not heard to its end, and nothing more is heard of it. */
    synchronized void release(ClientSocket leaving) {
        Leg before = leg;
        if (before.socket == leaving) {
            if (before.hasHeard) {
                hear(leaving, QUIET);
            }
            flush();
            leg = new Leg(null, before.sentMs());
            letSound.run();
            letSound = () -> {};
        }
    }

    /** The socket closed; where it had the sound, nobody is there for now. */
    synchronized void closed(ClientSocket leaving) {
        Conversation left = talk;
        if (leg.socket == leaving && left != null) {
            left.tell(new SessionEvent.Disconnected());
            left.hangUpAfter(graceMs, "disconnected", () -> leg.socket == leaving);
        }
    }

    /** Something is noticed of the line that has the sound; of other sockets it does not matter here. */
    synchronized void noticed(ClientSocket of, SessionEvent event) {
        if (leg.socket == of) {
            tell(event);
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
        if (leg.socket != from) {
            attach(from);
        }
        hearing.lock();
        try {
            Leg present = leg;
            if (present.socket == from) {
                present.hasHeard = true;
                present.cutter.write(pcm, 0, pcm.length);
            }
        } finally {
            hearing.unlock();
        }
    }

    /** A conversation that is full holds the socket up. What is left of its sound is not heard once another one has it. */
    private void hear(Leg of, byte[] frame) {
        Conversation under = talk;
        if (under != null && leg == of) {
            boolean _ = under.hear(frame, 0, Frame.Voiced.DETECTED, of);
        }
    }

    /** The client has played so much of all that it was sent. */
    synchronized void played(ClientSocket by, long ms) {
        if (leg.socket == by) {
            leg.reported(ms);
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
    public boolean isThere() {
        return leg.socket != null;
    }

    @Override
    public boolean staysInMemory() {
        return false;
    }

    @Override
    public boolean showsWords() {
        return leg.socket == null;
    }

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        ClientSocket present = leg.socket;
        if (present == null) {
            shownMs.addAndGet(isSilent(pcm) ? Frame.MS : 0);
            return true;
        }
        SoundMeter.Room room = present.room();
        if (room != null) {
            present.sound(room, pcm);
        }
        return room != null;
    }

    /** Words that are shown are silence here; speech that nobody has asked for any more is not, and nobody hears it. */
    private static boolean isSilent(byte[] pcm) {
        for (byte each : pcm) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long aheadMs() {
        return SoundMeter.AHEAD_MS;
    }

    @Override
    public void flush() {
        ClientSocket present = leg.socket;
        if (present != null) {
            present.flush(() -> FLUSH);
        }
    }

    @Override
    public void handedOut() {
        ClientSocket present = leg.socket;
        if (present != null) {
            present.afterSound(() -> SPOKEN);
        }
    }

    @Override
    public long playedMs() {
        return leg.reportedMs;
    }

    @Override
    public long sentMs() {
        return leg.sentMs() + shownMs.get();
    }
}
