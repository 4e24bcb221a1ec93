package dev.parley.session.speak;

import dev.parley.session.event.SessionEvent.AudioReady;
import dev.parley.session.event.SessionEvent.ProviderAnswered;
import dev.parley.session.port.Manner;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers.Ask;
import dev.parley.session.port.Reply;
import dev.parley.session.provider.ProviderDesk;
import org.jspecify.annotations.Nullable;

/** The synthesis of one reply. It may begin before there is a turn to speak it in. */
public final class Voice implements ProviderDesk.Answer {
    private static final long UNKNOWN = -1;

    private final ProviderDesk desk;
    private final Reply reply;
    private final Manner manner;
    private ProviderDesk.@Nullable Ticket ticket;
    private @Nullable Listener listener;
    private @Nullable String failure;
    private long audioMs = UNKNOWN;

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
        ticket = desk.ask(ProviderKind.TTS, new Ask.Synthesize(reply.says(), reply.audioMs(), manner), turn, this);
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

    @Override
    public void delivered(ProviderAnswered event) {
        if (event instanceof AudioReady(long _, long ready)) {
            audioMs = ready;
            if (listener != null) {
                listener.audioReady(ready);
            }
        }
    }

    @Override
    public void switched() {
        audioMs = UNKNOWN;
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
