package dev.parley.runelog.journal;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.fault.LogFault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Gives drafts their event ids and hashes and hands them to the journal, in the order of their conversation. */
public final class Appender {
    private static final int NAME_BYTES_MAX = 1024;

    private final Conversations conversations;
    private final Journal journal;
    private final FramePool pool = new FramePool();

    public Appender(Conversations conversations, Journal journal) {
        this.conversations = conversations;
        this.journal = journal;
    }

    public Receipt append(RuneDraft draft, WriteClass writeClass) {
        ConversationLog log = named(draft.conversation());
        boolean waits = writeClass != WriteClass.SILENCE;
        if (!waits && cannotWrite(log)) {
            return unwritten(log, draft);
        }
        if (waits) {
            journal.awaitRoom();
        }
        return entered(log, List.of(draft), (frames, group) -> new Receipt(frames.first(), group.stage()));
    }

    /** Enters the draft if the journal has room to spare; null where it has not. */
    public @Nullable Receipt offer(RuneDraft draft) {
        return journal.hasRoomToSpare()
                ? entered(
                        named(draft.conversation()),
                        List.of(draft),
                        (frames, group) -> new Receipt(frames.first(), group.stage()))
                : null;
    }

    /** All of the drafts, which belong to one conversation, or none (ruling E6). */
    public List<Receipt> appendAll(List<RuneDraft> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        List<RuneDraft> drafts = List.copyOf(batch);
        String conversation = drafts.getFirst().conversation();
        for (RuneDraft draft : drafts) {
            if (!draft.conversation().equals(conversation)) {
                throw new IllegalArgumentException("A batch belongs to one conversation.");
            }
        }
        journal.awaitRoom();
        return entered(named(conversation), drafts, (frames, group) -> new Receipts(drafts, frames, group.stage()));
    }

    private <T> T entered(ConversationLog named, List<RuneDraft> drafts, BiFunction<SealedFrames, Group, T> receipt) {
        ConversationLog log = named;
        while (true) {
            synchronized (log) {
                if (!log.isResting()) {
                    log.refuseIfHalted();
                    SealedFrames frames = pool.take(log);
                    frames.seal(log, drafts);
                    T answer = receipt.apply(frames, journal.enter(log, frames));
                    pool.give(log, frames);
                    return answer;
                }
            }
            log = conversations.of(log.name());
        }
    }

    private boolean cannotWrite(ConversationLog log) {
        return journal.isHalted() || log.quarantine() != null;
    }

    /** Stopping never waits and is never refused: the rune says what was meant, and that it is not on disk. */
    private static Receipt unwritten(ConversationLog log, RuneDraft draft) {
        synchronized (log) {
            Rune rune = Rune.of(draft, log.head() + 1, log.headHash());
            LogFault why = new LogFault("The log cannot be written; what was stopped stays stopped.");
            return new Receipt(rune, CompletableFuture.failedStage(why));
        }
    }

    private ConversationLog named(String conversation) {
        ConversationLog known = conversations.find(conversation);
        if (known != null) {
            return known;
        }
        int length = conversation.getBytes(StandardCharsets.UTF_8).length;
        if (length > NAME_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "The name of a conversation has at most " + NAME_BYTES_MAX + " bytes, not " + length + ".");
        }
        return conversations.of(conversation);
    }
}
