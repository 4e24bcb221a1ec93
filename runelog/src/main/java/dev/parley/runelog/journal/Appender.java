package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.fault.LogFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives drafts their event ids and hashes and hands them to the journal, in the order of their conversation. */
public final class Appender {
    private static final int NAME_BYTES_MAX = 1024;
    private static final CompletionStage<Void> AT_ONCE = CompletableFuture.completedStage(null);

    private final Conversations conversations;
    private final Journal journal;

    public Appender(Conversations conversations, Journal journal) {
        this.conversations = conversations;
        this.journal = journal;
    }

    public Receipt append(RuneDraft draft, WriteClass writeClass) {
        ConversationLog log = named(draft.conversation());
        if (writeClass == WriteClass.SILENCE && cannotWrite(log)) {
            return unwritten(log, draft);
        }
        journal.awaitRoom();
        synchronized (log) {
            log.refuseIfHalted();
            Rune rune = seal(log, draft, log.head() + 1, log.headHash());
            Group group = journal.enter(log, rune);
            return receipt(log, rune, group, writeClass);
        }
    }

    /** All of the drafts, which belong to one conversation, or none (ruling E6). */
    public List<Receipt> appendAll(List<RuneDraft> drafts, WriteClass writeClass) {
        if (drafts.isEmpty()) {
            return List.of();
        }
        String conversation = drafts.getFirst().conversation();
        if (!drafts.stream().allMatch(draft -> draft.conversation().equals(conversation))) {
            throw new IllegalArgumentException("A batch belongs to one conversation.");
        }
        ConversationLog log = named(conversation);
        journal.awaitRoom();
        synchronized (log) {
            log.refuseIfHalted();
            List<Rune> runes = new ArrayList<>(drafts.size());
            Hash previous = log.headHash();
            for (RuneDraft draft : drafts) {
                Rune rune = seal(log, draft, log.head() + 1 + runes.size(), previous);
                previous = rune.hash();
                runes.add(rune);
            }
            Group group = journal.enterAll(log, runes);
            return runes.stream()
                    .map(rune -> receipt(log, rune, group, writeClass))
                    .toList();
        }
    }

    private static Rune seal(ConversationLog log, RuneDraft draft, long eventId, Hash previous) {
        Rune rune = Rune.of(draft, eventId, previous);
        if (rune.canonicalLength() > FrameFormat.CANONICAL_MAX) {
            throw new IllegalArgumentException(
                    "A rune has at most " + FrameFormat.CANONICAL_MAX + " bytes, not " + rune.canonicalLength() + ".");
        }
        rune.hash(log.chain());
        return rune;
    }

    private static Receipt receipt(ConversationLog log, Rune rune, Group group, WriteClass writeClass) {
        CompletionStage<Void> durable = group.stage();
        CompletionStage<Void> released = switch (writeClass) {
            case IRREVERSIBLE -> durable;
            case SPEECH -> log.speech(rune.turn(), durable);
            case SILENCE -> AT_ONCE;
        };
        return new Receipt(rune, durable, released);
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
