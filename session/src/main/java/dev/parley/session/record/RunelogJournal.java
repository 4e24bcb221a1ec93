package dev.parley.session.record;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.event.SessionEvent;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The journal of a conversation in the process's log. */
public final class RunelogJournal implements Journal {
    private final Runelog log;
    private final @Nullable Consumer<SessionEvent> door;
    private @Nullable Receipt last;

    private RunelogJournal(Runelog log, @Nullable Consumer<SessionEvent> door) {
        this.log = log;
        this.door = door;
    }

    /**
     * A journal whose acknowledgements come back through this door. It is called on the log's own thread and must only
     * hand the event over.
     */
    public static RunelogJournal answering(Runelog log, Consumer<SessionEvent> door) {
        return new RunelogJournal(log, door);
    }

    /** A journal for virtual time, where the disk answers within the moment of the question. */
    public static RunelogJournal inStep(Runelog log) {
        return new RunelogJournal(log, null);
    }

    @Override
    public Rune append(RuneDraft draft) {
        try {
            makeRoom();
            Receipt receipt = log.append(draft, EventCatalogue.writeClass(draft.kind()));
            last = receipt;
            return receipt.rune();
        } catch (LogFault e) {
            throw unavailable(e);
        }
    }

    /** On virtual time the disk keeps up with every moment. Nothing ever waits for what was offered. */
    @Override
    public @Nullable Rune offer(RuneDraft draft) {
        try {
            makeRoom();
            Receipt receipt = door == null ? log.append(draft, WriteClass.SPEECH) : log.offer(draft);
            return receipt == null ? null : receipt.rune();
        } catch (LogFault e) {
            throw unavailable(e);
        }
    }

    /** On virtual time nobody else commits. */
    private void makeRoom() {
        if (door == null) {
            log.commitIfFull();
        }
    }

    @Override
    public boolean isDurable(long eventId) {
        Receipt receipt = last;
        if (receipt == null || receipt.rune().eventId() < eventId) {
            throw new IllegalArgumentException("Event " + eventId + " was not appended here.");
        }
        if (door == null) {
            log.commit();
        }
        CompletableFuture<Void> durable = receipt.durable().toCompletableFuture();
        if (durable.isCompletedExceptionally()) {
            throw unavailable(durable.exceptionNow());
        }
        if (durable.isDone()) {
            return true;
        }
        if (door != null) {
            answerLater(durable, receipt.rune().eventId(), door);
        }
        return false;
    }

    private static void answerLater(CompletableFuture<Void> durable, long eventId, Consumer<SessionEvent> door) {
        var _ = durable.whenComplete((_, failure) -> door.accept(
                failure == null
                        ? new SessionEvent.RecordKept(eventId)
                        : new SessionEvent.RecordLost(String.valueOf(failure.getMessage()))));
    }

    private static EvidenceUnavailable unavailable(Throwable cause) {
        EvidenceUnavailable unavailable = new EvidenceUnavailable("The log takes nothing more.");
        unavailable.initCause(cause);
        return unavailable;
    }
}
