package dev.parley.session.speak;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.port.Manner;
import dev.parley.session.port.Reply;
import dev.parley.session.provider.ProviderDesk;
import org.jspecify.annotations.Nullable;

/**
 * The synthesis of one reply. It may begin before there is a turn to speak it in. The first audio is asked for at once; the
 * call stays open while the rest is played, and can still fail.
 */
public final class Voice implements ProviderDesk.Answer {
    private static final long UNKNOWN = -1;
    private static final long FIRST_AUDIO_MS = 20;
    private static final int SAMPLE_RATE_HZ = 16_000;

    private final ProviderDesk desk;
    private final Reply reply;
    private final Manner manner;
    private ProviderDesk.@Nullable Ticket ticket;
    private @Nullable Listener listener;
    private @Nullable String failure;
    private long audioMs = UNKNOWN;
    private long lengthMs = UNKNOWN;
    private long givenMs;

    public Voice(ProviderDesk desk, Reply reply, Manner manner) {
        this.desk = desk;
        this.reply = reply;
        this.manner = manner;
    }

    /** Who speaks with this voice. */
    public interface Listener {
        void audioReady(long audioMs);

        /** The audio that has not been played is gone; another provider makes it again. */
        void audioLost();

        void voiceFailed(String reason);
    }

    public Voice begin(long turn) {
        ProviderRequest request = new ProviderRequest.Synthesize(
                reply.says(), "", manner.rate(), manner.pauses(), SAMPLE_RATE_HZ, reply.audioMs());
        ticket = desk.ask(request, FIRST_AUDIO_MS, turn, this);
        return this;
    }

    /** Hands the voice over to its speaker, who learns at once what has happened so far. */
    public void speakFor(long turn, Listener newListener) {
        listener = newListener;
        if (ticket != null) {
            ticket.belongsTo(turn);
        }
        if (failure != null) {
            newListener.voiceFailed(failure);
        } else if (audioMs != UNKNOWN) {
            newListener.audioReady(audioMs);
        }
    }

    /** Whether it speaks exactly this text. */
    public boolean says(String text) {
        return reply.says().equals(text);
    }

    /** Whether synthesis ended without a voice. */
    public boolean hasFailed() {
        return failure != null;
    }

    public void cancel() {
        if (ticket != null) {
            ticket.cancel();
        }
    }

    public void release() {
        if (ticket != null) {
            ticket.release();
        }
    }

    /** A provider that does not say how long the speech is makes all of it first. */
    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.AudioLength(ProviderInvocation _, long totalMs) -> {
                lengthMs = totalMs;
                if (totalMs == 0) {
                    ready(0);
                }
            }
            case ProviderEvent.AudioChunk chunk -> {
                givenMs += chunk.frame().durationMs();
                if (lengthMs != UNKNOWN) {
                    ready(lengthMs);
                } else if (ticket != null) {
                    ticket.grant(chunk.cost());
                }
            }
            default -> {}
        }
    }

    private void ready(long readyMs) {
        if (audioMs == UNKNOWN) {
            audioMs = readyMs;
            if (listener != null) {
                listener.audioReady(readyMs);
            }
        }
    }

    @Override
    public void completed() {
        ready(givenMs);
    }

    @Override
    public void startedOver() {
        audioMs = UNKNOWN;
        lengthMs = UNKNOWN;
        givenMs = 0;
        if (listener != null) {
            listener.audioLost();
        }
    }

    @Override
    public void exhausted(String reason) {
        failure = reason;
        if (listener != null) {
            listener.voiceFailed(reason);
        }
    }
}
