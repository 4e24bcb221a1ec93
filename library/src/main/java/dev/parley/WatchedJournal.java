package dev.parley;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.Journal;
import java.util.function.Consumer;

/** A journal that shows every rune as it is written. The watcher runs on the conversation's own thread. */
record WatchedJournal(Journal journal, Consumer<Rune> watcher) implements Journal {
    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = journal.append(draft);
        watcher.accept(rune);
        return rune;
    }

    @Override
    public boolean isDurable(long eventId) {
        return journal.isDurable(eventId);
    }
}
