package dev.parley;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Journal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal that shows every rune that is written. The watcher runs on the conversation's own thread. */
record WatchedJournal(Journal journal, Consumer<Rune> watcher) implements Journal {
    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = journal.append(draft);
        watcher.accept(rune);
        return rune;
    }

    @Override
    public @Nullable Rune offer(RuneDraft draft) {
        Rune rune = journal.offer(draft);
        if (rune != null) {
            watcher.accept(rune);
        }
        return rune;
    }

    @Override
    public boolean isDurable(long eventId) {
        return journal.isDurable(eventId);
    }
}
