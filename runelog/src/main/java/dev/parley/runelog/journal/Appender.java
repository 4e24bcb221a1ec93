package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.fault.LogFault;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives drafts their event ids and hashes and hands them to the journal, in the order of their conversation. */
public final class Appender {
    private static final int NAME_BYTES_MAX = 1024;
    private static final CompletionStage<Void> AT_ONCE = CompletableFuture.completedStage(null);

    private final Conversations conversations;
    private final Journal journal;
    private final FramePool pool = new FramePool();

    public Appender(Conversations conversations, Journal journal) {
        this.conversations = conversations;
        this.journal = journal;
    }

    public Receipt append(RuneDraft draft, WriteClass writeClass) {
        ConversationLog log = named(draft.conversation());
        if (writeClass == WriteClass.SILENCE && cannotWrite(log)) {
            return unwritten(log, draft);
        }
        List<RuneDraft> single = List.of(draft);
        journal.awaitRoom();
        synchronized (log) {
            log.refuseIfHalted();
            SealedFrames frames = pool.take(log);
            frames.seal(log, single);
            CompletionStage<Void> durable = journal.enter(log, frames).stage();
            Receipt receipt = new Receipt(frames.first(), durable, released(log, draft, durable, writeClass));
            pool.give(log, frames);
            return receipt;
        }
    }

    /** All of the drafts, which belong to one conversation, or none (ruling E6). */
    public List<Receipt> appendAll(List<RuneDraft> batch, WriteClass writeClass) {
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
        ConversationLog log = named(conversation);
        journal.awaitRoom();
        synchronized (log) {
            log.refuseIfHalted();
            SealedFrames frames = pool.take(log);
            frames.seal(log, drafts);
            CompletionStage<Void> durable = journal.enter(log, frames).stage();
            Receipts receipts = new Receipts(drafts, frames, durable, released(log, drafts, durable, writeClass));
            pool.give(log, frames);
            return receipts;
        }
    }

    private static List<CompletionStage<Void>> released(
            ConversationLog log, List<RuneDraft> drafts, CompletionStage<Void> durable, WriteClass writeClass) {
        return writeClass == WriteClass.SPEECH
                ? drafts.stream()
                        .map(draft -> released(log, draft, durable, writeClass))
                        .toList()
                : Collections.nCopies(drafts.size(), released(log, drafts.getFirst(), durable, writeClass));
    }

    private static CompletionStage<Void> released(
            ConversationLog log, RuneDraft draft, CompletionStage<Void> durable, WriteClass writeClass) {
        return switch (writeClass) {
            case IRREVERSIBLE -> durable;
            case SPEECH -> log.speech(draft.envelope().turn(), durable);
            case SILENCE -> AT_ONCE;
        };
    }

    private boolean cannotWrite(ConversationLog log) {
        return journal.isHalted() || log.quarantine() != null;
    }

    /** Stopping never waits and is never refused: the rune says what was meant, and that it is not on disk. */
    private static Receipt unwritten(ConversationLog log, RuneDraft draft) {
        synchronized (log) {
            Rune rune = Rune.of(draft, log.head() + 1, log.headHash());
            LogFault why = new LogFault("The log cannot be written; what was stopped stays stopped.");
            return new Receipt(rune, CompletableFuture.failedStage(why), AT_ONCE);
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
