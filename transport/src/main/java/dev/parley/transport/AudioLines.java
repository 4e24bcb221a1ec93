package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The lines of all conversations that may be held in sound over a socket. */
final class AudioLines {
    private final Parley parley;
    private final Map<String, AudioLine> lines = new ConcurrentHashMap<>();

    AudioLines(Parley parley) {
        this.parley = parley;
    }

    /** Begins a conversation to which a socket may bring sound. */
    void converse(String id, Visit visit) {
        AudioLine line = new AudioLine(visit.speaker());
        lines.put(id, line);
        try {
            Conversation talk = parley.converse(id, visit, line);
            line.seated(talk);
            var _ = talk.over().thenRun(() -> lines.remove(id));
        } catch (RuntimeException e) {
            lines.remove(id);
            throw e;
        }
    }

    /** The line of this conversation; null if it is held in writing alone. */
    @Nullable
    AudioLine of(String id) {
        return lines.get(id);
    }
}
