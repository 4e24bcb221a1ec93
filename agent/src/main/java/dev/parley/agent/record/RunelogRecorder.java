package dev.parley.agent.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import java.util.List;

/** The process's journal as an agent uses it. */
public final class RunelogRecorder implements Recorder {
    private final Runelog log;

    public RunelogRecorder(Runelog log) {
        this.log = log;
    }

    @Override
    public Receipt append(List<RuneDraft> batch) {
        var receipts = log.appendAll(batch, WriteClass.IRREVERSIBLE);
        return new Receipt(
                receipts.getFirst().rune().eventId(),
                receipts.getLast().durable().toCompletableFuture());
    }

    @Override
    public List<Rune> read(String conversation) {
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }
}
