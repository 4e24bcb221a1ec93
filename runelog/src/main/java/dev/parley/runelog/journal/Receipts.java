package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.CompletionStage;

/**
 * The receipts of a batch, which share one stage. Each is made when it is asked for: a draft has only one encoding, so the
 * rune that is made of it then is, byte for byte, the one in the log.
 */
final class Receipts extends AbstractList<Receipt> implements RandomAccess {
    private final List<RuneDraft> drafts;
    private final long firstEventId;
    private final Hash[] chain;
    private final CompletionStage<Void> durable;

    Receipts(List<RuneDraft> drafts, SealedFrames frames, CompletionStage<Void> durable) {
        this.drafts = drafts;
        this.firstEventId = frames.eventId(0);
        this.chain = frames.chain();
        this.durable = durable;
    }

    @Override
    public Receipt get(int index) {
        Rune rune = Rune.of(drafts.get(index), firstEventId + index, chain[index]);
        return new Receipt(rune, durable);
    }

    @Override
    public int size() {
        return drafts.size();
    }
}
