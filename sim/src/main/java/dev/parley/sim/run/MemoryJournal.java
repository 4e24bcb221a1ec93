package dev.parley.sim.run;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Journal;
import java.util.ArrayList;
import java.util.List;

/** The record of one conversation in memory, chained as on disk. */
public final class MemoryJournal implements Journal {
    private final RuneChain chain = new RuneChain();
    private final List<Rune> runes = new ArrayList<>();
    private Hash head = Hash.ZERO;

    public MemoryJournal() {}

    /** Goes on where these runes end. */
    public MemoryJournal(List<Rune> before) {
        for (Rune rune : before) {
            runes.add(rune);
            head = rune.hash(chain);
        }
    }

    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = Rune.of(draft, runes.size() + 1L, head);
        head = rune.hash(chain);
        runes.add(rune);
        return rune;
    }

    /** Memory answers in the moment of the question. */
    @Override
    public boolean isDurable(long eventId) {
        return true;
    }

    public List<Rune> runes() {
        return List.copyOf(runes);
    }
}
