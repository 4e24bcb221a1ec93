package dev.parley.app.talk;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.Journal;
import java.util.Set;
import java.util.function.Consumer;

/** Tells what of the record matters to whoever types: words that were taken in, and sentences that are not said. */
record RemarkJournal(Journal journal, Runnable taken, Consumer<String> remarks) implements Journal {
    private static final Set<String> TAKEN = Set.of("user.words", "text.lost");

    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = journal.append(draft);
        if (TAKEN.contains(rune.kind())) {
            taken.run();
        } else if (rune.kind().equals("speech.judged")
                && "withhold".equals(rune.payload().text("say"))) {
            remarks.accept("(not said: " + rune.payload().text("reason") + ")");
        }
        String halt = Transcript.halt(rune);
        if (halt != null) {
            remarks.accept(halt);
        }
        return rune;
    }

    @Override
    public boolean isDurable(long eventId) {
        return journal.isDurable(eventId);
    }
}
