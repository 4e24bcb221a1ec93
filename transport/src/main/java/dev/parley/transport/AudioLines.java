package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Screen;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The lines of all conversations that may be held in sound over a socket. */
final class AudioLines {
    /** In the first event of a conversation: that it may be held in sound. */
    private static final String AUDIO = "audio";

    private final Parley parley;
    private final long awaitedMs;
    private final Map<String, AudioLine> lines = new ConcurrentHashMap<>();

    /** @param awaitedMs how long somebody is waited for who has not come yet, or not since a restart; 0 for ever */
    AudioLines(Parley parley, long awaitedMs) {
        this.parley = parley;
        this.awaitedMs = awaitedMs;
    }

    /** Begins a conversation to which a socket may bring sound; its first event says so. */
    Conversation converse(String id, Visit visit) {
        Visit inSound =
                new Visit(visit.speaker(), visit.confirmed(), visit.about().with(AUDIO, true));
        return seat(id, visit.speaker(), line -> parley.converse(id, inSound, line));
    }

    /** Goes on with a conversation of an earlier process, in the way in which it was begun. */
    Conversation resume(String id, Visit visit, Json.Obj about) {
        if (about.text(ConversationsApi.SOCKET) != null) {
            return parley.resume(id, visit, Screen.DARK);
        }
        if (!isInSound(about)) {
            return parley.resume(id, visit);
        }
        return seat(id, visit.speaker(), line -> parley.resume(id, visit, line));
    }

    /** Whether a conversation whose first event says this is held in sound here. */
    boolean isInSound(Json.Obj about) {
        return Boolean.TRUE.equals(about.flag(AUDIO)) && parley.hasVoice();
    }

    /**
     * A conversation in sound stays in memory while its person is awaited, so that does not last for ever: who comes too late
     * finds it ended, and its record.
     */
    private Conversation seat(String id, String speaker, Function<AudioLine, Conversation> opening) {
        AudioLine line = new AudioLine(speaker);
        lines.put(id, line);
        try {
            Conversation talk = opening.apply(line);
            line.seated(talk);
            var _ = talk.over().thenRun(() -> lines.remove(id));
            if (awaitedMs > 0) {
                talk.hangUpAfter(awaitedMs, "disconnected", line::isAwaited);
            }
            return talk;
        } catch (RuntimeException e) {
            lines.remove(id);
            throw e;
        }
    }

    /** Somebody who may act in this conversation reads it from now on. */
    void read(String id) {
        AudioLine line = lines.get(id);
        if (line != null) {
            line.read();
        }
    }

    /** The line of this conversation; null if it is held in writing alone. */
    @Nullable
    AudioLine of(String id) {
        return lines.get(id);
    }
}
