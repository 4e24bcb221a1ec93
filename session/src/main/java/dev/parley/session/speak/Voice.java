package dev.parley.session.speak;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.session.event.Reply;
import dev.parley.session.port.Manner;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.state.CountedWords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The synthesis of one reply. It begins when the stream of the reply may, or before there is a turn to speak it in, where the
 * runtime thinks ahead. The manner is that of the moment at which the stream begins: what was made ahead in another one is
 * thrown away and made again. The first audio is asked for at once; the
 * call stays open while the rest is played, and can still fail. A speaker who plays frames takes them chunk by chunk and
 * grants more as they are played; for any other only the length counts.
 */
public final class Voice implements ProviderDesk.Answer {
    private static final long UNKNOWN = -1;

    /** As much as is sent ahead, so that whoever begins to play does not wait for what is asked for then. */
    private static final long FIRST_AUDIO_MS = 200;

    private static final int SAMPLE_RATE_HZ = 16_000;

    private final ProviderDesk desk;
    private final Reply reply;
    private Manner manner = Manner.NORMAL;
    private ProviderDesk.@Nullable Ticket ticket;
    private @Nullable Listener listener;
    private @Nullable String failure;
    private long audioMs = UNKNOWN;
    private long lengthMs = UNKNOWN;
    private long givenMs;
    private boolean made;
    private boolean streams;
    private final Deque<AudioFrame> chunks = new ArrayDeque<>();
    private final List<WordMark> marks = new ArrayList<>();

    public Voice(ProviderDesk desk, Reply reply) {
        this.desk = desk;
        this.reply = reply;
    }

    /** Who speaks with this voice. */
    public interface Listener {
        /** The first audio is at hand; {@link Playback#OPEN} where nobody knows yet how long the reply will be. */
        void audioReady(long audioMs);

        /** All of it is made, and so long it is. */
        default void audioMade(long audioMs) {}

        /** Whether the chunks are played as they come. */
        default boolean streams() {
            return false;
        }

        /** The audio that has not been played is gone; another provider makes it again. */
        void audioLost();

        void voiceFailed(String reason);
    }

    /** Asks for the audio before there is a turn to speak it in. */
    public Voice ahead(Manner present) {
        ask(0, present);
        return this;
    }

    private void ask(long turn, Manner wanted) {
        manner = wanted;
        ProviderRequest request = new ProviderRequest.Synthesize(
                reply.says(), "", manner.rate(), manner.pauses(), SAMPLE_RATE_HZ, reply.audioMs());
        ticket = desk.ask(request, FIRST_AUDIO_MS, turn, this);
    }

    /** Asks for the audio, unless it was made ahead as it is wanted now, for a speaker who learns at once what has happened so far. */
    void speakFor(long turn, Manner wanted, Listener newListener) {
        if (ticket != null && failure == null && manner.soundsLike(wanted)) {
            ticket.belongsTo(turn);
        } else {
            cancel();
            forget();
            ask(turn, wanted);
        }
        listener = newListener;
        streams = newListener.streams();
        if (audioMs != UNKNOWN) {
            newListener.audioReady(audioMs);
        } else if (givenMs > 0) {
            goOn();
        }
    }

    /** Without a length a reply begins with its first chunk, or is made in full first. */
    private void goOn() {
        if (streams) {
            ready(Playback.OPEN);
        } else if (ticket != null) {
            ticket.grant(givenMs);
        }
    }

    /** The next audio that was made, null where there is none yet. */
    public @Nullable AudioFrame nextChunk() {
        return chunks.poll();
    }

    /** Whether nothing more is made. */
    public boolean isMade() {
        return made;
    }

    /** Lets the voice make so much more. */
    public void grant(long audioMs) {
        if (ticket != null && !made) {
            ticket.grant(audioMs);
        }
    }

    /** How long the reply is; while it is being made, how long it will be by what was made so far. */
    long lengthMs() {
        if (made || lengthMs != UNKNOWN) {
            return made ? givenMs : lengthMs;
        }
        return marks.isEmpty() ? givenMs : givenMs * CountedWords.count(reply.says()) / marks.size();
    }

    /** How many words were heard to their end after so much audio; {@link #UNKNOWN} where the voice does not say. */
    long wordsHeard(long playedMs) {
        return marks.isEmpty()
                ? UNKNOWN
                : marks.stream().filter(mark -> mark.toMs() <= playedMs).count();
    }

    /** Whether it speaks exactly this text. */
    public boolean says(String text) {
        return reply.says().equals(text);
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
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.AudioLength(ProviderInvocation _, long totalMs) -> {
                lengthMs = totalMs;
                if (totalMs == 0) {
                    ready(0);
                }
            }
            case ProviderEvent.AudioChunk chunk -> given(chunk);
            default -> {}
        }
    }

    private void given(ProviderEvent.AudioChunk chunk) {
        givenMs += chunk.frame().durationMs();
        marks.addAll(chunk.words());
        if (streams || listener == null) {
            chunks.add(chunk.frame());
        }
        if (lengthMs != UNKNOWN) {
            ready(lengthMs);
        } else if (streams) {
            ready(Playback.OPEN);
        } else if (listener != null && ticket != null) {
            ticket.grant(chunk.cost());
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
        made = true;
        boolean known = audioMs != UNKNOWN;
        ready(givenMs);
        if (known && streams && listener != null) {
            audioMs = givenMs;
            listener.audioMade(givenMs);
        }
    }

    @Override
    public void startedOver() {
        forget();
        if (listener != null) {
            listener.audioLost();
        }
    }

    private void forget() {
        failure = null;
        audioMs = UNKNOWN;
        lengthMs = UNKNOWN;
        givenMs = 0;
        made = false;
        chunks.clear();
        marks.clear();
    }

    @Override
    public void exhausted(String reason) {
        failure = reason;
        if (listener != null) {
            listener.voiceFailed(reason);
        }
    }
}
