package dev.parley;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Understanding;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the words of one conversation are read off its thread: by its understanding, and for what may be remembered of them.
 *
 * @param memories what finds it
 */
record ReadWords(Understanding understanding, SentenceExtractor memories) implements Understanding {
    /** Where there is nothing to understand in short words, they are looked through for memories as they enter. */
    @Override
    public boolean takesLong(String sentence) {
        boolean isLong = sentence.length() > Doorstep.AT_ONCE_CHARS_MAX;
        return understanding.takesLong(sentence) || (isLong && !memories.isPrepared(sentence));
    }

    @Override
    public void prepare(String sentence) {
        memories.prepare(sentence);
        if (understanding.takesLong(sentence)) {
            understanding.prepare(sentence);
        }
    }

    /** Has words that wait for one turn together read by these threads, where that takes long. */
    Predicate<String> beside(Executor threads, EventDoor door) {
        return text -> {
            if (!takesLong(text)) {
                return false;
            }
            try {
                threads.execute(() -> {
                    try {
                        prepare(text);
                    } finally {
                        boolean _ = door.offer(new SessionEvent.WordsRead(text));
                    }
                });
                return true;
            } catch (RejectedExecutionException theyAreClosing) {
                return false;
            }
        };
    }

    @Override
    public void heard(String sentence, String by) {
        understanding.heard(sentence, by);
    }

    @Override
    public List<Act> acts(String sentence) {
        return understanding.acts(sentence);
    }

    @Override
    public @Nullable String address(String sentence) {
        return understanding.address(sentence);
    }

    @Override
    public Json.@Nullable Obj manner(String sentence) {
        return understanding.manner(sentence);
    }

    @Override
    public @Nullable String statement(String sentence) {
        return understanding.statement(sentence);
    }

    @Override
    public @Nullable Note note(String sentence) {
        return understanding.note(sentence);
    }
}
